package io.wirepath.flows.names;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.SightingSink.NameOrigin;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PendingNamesTest {

    private final List<String> told = new ArrayList<>();
    private final PendingNames pending = new PendingNames((high, low, bytes, offset, length, origin) -> {
        byte[] name = new byte[length];
        bytes.get(offset, name);
        told.add(low + " " + new String(name, StandardCharsets.US_ASCII) + " " + origin);
    });

    private long hold(String name) {
        byte[] bytes = ("Host: " + name).getBytes(StandardCharsets.US_ASCII);
        return pending.hold(ByteBuffer.wrap(bytes), 6, name.length(), NameOrigin.HTTP_HOST);
    }

    @Test
    void aNameThatWasAnsweredCountsAndOneThatWasNotIsAClaim() {
        long web = hold("web");
        long evil = hold("a.evil");
        pending.tell(web, 0, 1, true);
        pending.tell(evil, 0, 1, false);
        assertEquals(List.of("1 web HTTP_HOST", "1 a.evil CLAIMED"), told);
    }

    @Test
    void ofTooManyTheOldestIsForgotten() {
        long web = hold("web");
        long last = web;
        for (int i = 0; i < 1 << 12; i++) {
            last = hold("half-open-" + i);
        }
        pending.tell(web, 0, 1, true);
        pending.tell(last, 0, 2, true);
        pending.tell(PendingNames.NONE, 0, 3, true);
        pending.tell(hold("x".repeat(300)), 0, 4, true);
        assertEquals(List.of("2 half-open-4095 HTTP_HOST"), told);
    }
}
