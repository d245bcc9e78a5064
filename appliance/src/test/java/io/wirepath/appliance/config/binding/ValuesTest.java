package io.wirepath.appliance.config.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.NearestName;
import io.wirepath.pipeline.DurationFormat;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ValuesTest {

    @ParameterizedTest
    @CsvSource({
        "0s, 0, 0s",
        "1500ms, 1500000000, 1500ms",
        "1.5s, 1500000000, 1500ms",
        "90s, 90000000000, 90s",
        "120s, 120000000000, 2min",
        "7d, 604800000000000, 7d",
        "168h, 604800000000000, 7d",
        "0.4ns, 0, 0s",
        "0.5ns, 1, 1ns"
    })
    void timeSpansReadAndWriteExactly(String text, long nanos, String again) {
        assertTrue(DurationFormat.parse(text).equals(Duration.ofNanos(nanos)), text);
        assertEquals(again, DurationFormat.text(DurationFormat.parse(text)));
        assertEquals(DurationFormat.parse(text), DurationFormat.parse(DurationFormat.text(DurationFormat.parse(text))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"107000d", "999999999999999d", "-1s", "1", "s", "1 week", "1.5", "0x1s"})
    void refusesWhatIsNoTimeSpan(String text) {
        assertThrows(IllegalArgumentException.class, () -> DurationFormat.parse(text));
    }

    @ParameterizedTest
    @CsvSource({
        "0B, 0, 0B",
        "1KiB, 1024, 1KiB",
        "1kB, 1000, 1kB",
        "1024MiB, 1073741824, 1GiB",
        "1.5GiB, 1610612736, 1536MiB",
        "2GB, 2000000000, 2GB",
        "7B, 7, 7B",
        "0.5KiB, 512, 512B"
    })
    void sizesReadAndWriteExactly(String text, long bytes, String again) {
        assertTrue(ByteSize.parse(text).bytes() == bytes, text);
        assertEquals(again, ByteSize.parse(text).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "10G", "10gib", "-1MiB", "0.3B", "9000000000GiB", "1e9B", ""})
    void refusesWhatIsNoSize(String text) {
        assertThrows(IllegalArgumentException.class, () -> ByteSize.parse(text));
    }

    @ParameterizedTest
    @CsvSource({"100%, 100%", "0%, 0%", "12.50%, 12.5%", "0.1 %, 0.1%"})
    void sharesReadAndWrite(String text, String again) {
        assertEquals(again, Percent.parse(text).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"101%", "-1%", "0.5", "%", "NaN%"})
    void refusesWhatIsNoShare(String text) {
        assertThrows(IllegalArgumentException.class, () -> Percent.parse(text));
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:80, true",
        "127.9.9.9:80, true",
        "localhost:0, true",
        "[::1]:80, true",
        "[0:0:0:0:0:0:0:1]:80, true",
        "128.0.0.1:80, false",
        "localhost.example.org:80, false",
        "[::]:80, false",
        "0.0.0.0:80, false",
        "merge-1.example.org:65535, false",
        "[fe80::1%eth0]:80, false"
    })
    void tellsTheLoopbackFromTheRest(String text, boolean loopback) {
        HostPort host = HostPort.parse(text);
        assertEquals(loopback, host.isLoopback());
        assertEquals(host, HostPort.parse(host.toString()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", ":80", "a:65536", "::1:80", "a b:80", "a:-1", "http://a:80", "[::1]"})
    void refusesWhatIsNoHostAndPort(String text) {
        assertThrows(IllegalArgumentException.class, () -> HostPort.parse(text));
    }

    @Test
    void findsTheNearestNameAndNoneWhenAllAreFar() {
        List<String> names = List.of("max-bytes", "max-age", "fsync");
        assertEquals(Optional.of("max-bytes"), NearestName.of("max-byte", names));
        assertEquals(Optional.of("max-age"), NearestName.of("mxa-age", names));
        assertEquals(Optional.of("fsync"), NearestName.of("sync", names));
        assertFalse(NearestName.of("colour", names).isPresent());
        assertEquals(1, NearestName.distance("ab", "ba"));
        assertEquals(3, NearestName.distance("", "abc"));
    }
}
