package io.wirepath.causes.joint.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.causes.KeyNumbers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CellNumbersTest {

    /** A small table is numbered by place, a large one by key; nobody can tell. */
    @ParameterizedTest
    @CsvSource({"1000, 4", "1, 4"})
    void numbersCellsInTheOrderInWhichTheyAreSeen(int seen, int columns) {
        CellNumbers cells = new CellNumbers(3, columns, seen);
        assertEquals(KeyNumbers.UNKNOWN, cells.find(2, 3));
        assertEquals(0, cells.of(2, 3));
        assertEquals(1, cells.of(0, 3));
        assertEquals(2, cells.of(2, 0));
        assertEquals(0, cells.of(2, 3));
        assertEquals(1, cells.find(0, 3));
        assertEquals(KeyNumbers.UNKNOWN, cells.find(1, 3));
        assertEquals(3, cells.size());
    }
}
