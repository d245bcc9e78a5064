package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

final class DurationConverterTest {

    private final DurationConverter converter = new DurationConverter();

    @ParameterizedTest
    @CsvSource({
        "2s, 2000000000",
        "500ms, 500000000",
        "1.5 s, 1500000000",
        "250us, 250000",
        "250µs, 250000",
        "7ns, 7",
        "10min, 600000000000",
        "1h, 3600000000000",
        "2d, 172800000000000"
    })
    void readsTimeSpansAsPeopleWriteThem(String text, long nanos) {
        assertEquals(nanos, converter.convert(text).toNanos());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "-1s", "1,5s", "two seconds", "1w"})
    void refusesTheRest(String text) {
        assertThrows(TypeConversionException.class, () -> converter.convert(text));
    }
}
