package io.wirepath.flows.names;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.SightingSink.NameOrigin;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NameFilterTest {

    private final List<String> passed = new ArrayList<>();
    private final NameFilter filter = new NameFilter((high, low, bytes, offset, length, origin) -> {
        byte[] name = new byte[length];
        bytes.get(offset, name, 0, length);
        passed.add(low + " " + new String(name, StandardCharsets.ISO_8859_1) + " " + origin);
    });

    private void tell(long address, String name, NameOrigin origin) {
        filter.onName(
                0, address, ByteBuffer.wrap(name.getBytes(StandardCharsets.ISO_8859_1)), 0, name.length(), origin);
    }

    @Test
    void tellsEachPairTheLessOftenTheMoreOftenItIsSeen() {
        tell(1, "web", NameOrigin.HTTP_HOST);
        tell(1, "web", NameOrigin.DNS_ANSWER);
        tell(2, "web", NameOrigin.HTTP_HOST);
        assertEquals(List.of("1 web HTTP_HOST", "1 web DNS_ANSWER", "2 web HTTP_HOST"), passed);
        for (int i = 1; i < 1000; i++) {
            tell(1, "web", NameOrigin.HTTP_HOST);
        }
        assertEquals(2 + 10, passed.size());
    }

    @Test
    void tellsAgainWhatIsStillSeenAfterAnHour() {
        long start = 1_790_000_000_000_000_000L;
        for (long minute = 0; minute < 150; minute++) {
            filter.onTime(start + minute * 60_000_000_000L);
            tell(1, "web", NameOrigin.HTTP_HOST);
        }
        assertEquals(6 + 6 + 5, passed.size());
        filter.onTime(start);
        tell(1, "web", NameOrigin.HTTP_HOST);
        assertEquals(18, passed.size(), "the clock was set back");
    }

    @Test
    void passesOverWhatIsNoHostName() {
        for (String name : new String[] {"10.0.0.1", "", "[::1]", "a b", "a/b", "\u00e4", "<x>", "x".repeat(256)}) {
            tell(1, name, NameOrigin.HTTP_HOST);
        }
        assertEquals(List.of(), passed);
    }

    @Test
    void goesOnWhenItHasSeenTooMany() {
        for (int i = 0; i < 20_000; i++) {
            tell(i, "h" + i, NameOrigin.DNS_ANSWER);
        }
        assertEquals(20_000, passed.size());
    }
}
