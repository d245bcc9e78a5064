package io.wirepath.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TerminalWidthTest {

    @ParameterizedTest
    @CsvSource({"50 132, 132", "24 80, 80", "0 0, 80", "'stty: /dev/tty: no such device', 80", "'', 80"})
    void readsWhatSttyPrints(String answer, int columns) {
        assertEquals(columns, TerminalWidth.of(answer + "\n"));
    }
}
