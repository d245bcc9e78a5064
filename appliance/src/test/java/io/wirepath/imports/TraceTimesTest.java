package io.wirepath.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceTimesTest {

    @ParameterizedTest
    @CsvSource({
        "1767225600, 1767225600000000000",
        "1767225600.2, 1767225600200000000",
        "1767225600200.5, 1767225600200500000",
        "1767225600200000001, 1767225600200000001",
        "1e9, 1000000000000000000",
        "0e300000000, 0",
        "2026-01-01T00:00:00.2Z, 1767225600200000000"
    })
    void readsTimesOfEachUnit(String text, long nanos) {
        assertEquals(nanos, TraceTimes.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e300000000",
                "1e2147483647",
                "-1e300000000",
                "1e20",
                "9000000000000000000",
                "+9999-01-01T00:00:00Z"
            })
    void boundsANumberBeforeItIsSpelledOut(String text) {
        assertTimeoutPreemptively(
                Duration.ofSeconds(5),
                () -> assertThrows(IllegalArgumentException.class, () -> TraceTimes.parse(text)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e-300000000", "-1e-2147483640"})
    void takesWhatIsNextToNothingForNothing(String text) {
        assertEquals(0, TraceTimes.in(text, 1_000_000_000L));
    }

    @Test
    void refusesANumberOfAMillionDigits() {
        String digits = "1".repeat(1_000_000);
        String message = assertTimeoutPreemptively(
                Duration.ofSeconds(5),
                () -> assertThrows(IllegalArgumentException.class, () -> TraceTimes.in(digits, 1))
                        .getMessage());
        assertEquals(78, String.valueOf(message).length(), message);
    }
}
