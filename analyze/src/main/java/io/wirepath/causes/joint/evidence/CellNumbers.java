package io.wirepath.causes.joint.evidence;

import io.wirepath.causes.KeyNumbers;
import java.util.Arrays;

/**
 * Numbers the cells of a table with few rows, from 0 in the order in which they are first seen: by their place where
 * the table is small, else by their key. Not thread-safe.
 */
final class CellNumbers {

    /** A table is small if it has so many cells for each cell that may be seen. */
    private static final int FEW = 4;

    private final int columns;
    /** Number of the cell at each place; empty where keys are used. */
    private final int[] number;

    private final KeyNumbers keys = new KeyNumbers();
    private int size;

    /**
     * Makes room.
     *
     * @param rows number of rows
     * @param columns number of columns
     * @param seen so many cells may be seen at most
     */
    CellNumbers(int rows, int columns, int seen) {
        this.columns = columns;
        boolean small = (long) rows * columns <= (long) FEW * seen;
        number = new int[small ? rows * columns : 0];
        Arrays.fill(number, KeyNumbers.UNKNOWN);
    }

    /** Number of this cell, a new one where it was never seen. */
    int of(int row, int column) {
        if (number.length == 0) {
            return keys.of(KeyNumbers.pair(row, column));
        }
        int at = row * columns + column;
        if (number[at] == KeyNumbers.UNKNOWN) {
            number[at] = size++;
        }
        return number[at];
    }

    /** Number of this cell, or {@link KeyNumbers#UNKNOWN}. */
    int find(int row, int column) {
        return number.length == 0 ? keys.find(KeyNumbers.pair(row, column)) : number[row * columns + column];
    }

    /** How many cells were seen. */
    int size() {
        return number.length == 0 ? keys.size() : size;
    }
}
