package io.wirepath.causes.incremental;

import io.wirepath.causes.MessageTable;
import java.util.Arrays;

/**
 * What is known about the rows of a message table before an algorithm looks at them: owners that were found earlier,
 * and which rows count at which end. Filled when windows are joined, read-only afterwards.
 *
 * <p>A request counts twice: as a task of the node that received it, and as a call of the node that sent it. Of a
 * message from an earlier window often one end alone is still of interest.
 */
public final class Decided {

    /** The owner of this call is still to be found. */
    public static final int OPEN = -2;

    private static final byte TASK = 1;
    private static final byte CALL = 2;
    private static final byte CLOSED = 4;

    private final int[] owner;
    private final byte[] sides;

    private Decided(int rows) {
        owner = new int[rows];
        sides = new byte[rows];
        Arrays.fill(owner, OPEN);
        Arrays.fill(sides, (byte) (TASK | CALL));
    }

    /** Nothing is known: every row counts at both ends and every owner is to be found. */
    public static Decided nothing(int rows) {
        return new Decided(rows);
    }

    /** Owner of the call at this row: {@link #OPEN}, {@link MessageTable#NONE} or the row of the owner's request. */
    public int owner(int row) {
        return owner[row];
    }

    /** Whether the row counts as a task of the node that received it. */
    public boolean isTask(int row) {
        return (sides[row] & TASK) != 0;
    }

    /** Whether the row counts as a call of the node that sent it. */
    public boolean isCall(int row) {
        return (sides[row] & CALL) != 0;
    }

    /** Whether the task at this row is over: it teaches, and gets no further calls. */
    public boolean isClosed(int row) {
        return (sides[row] & CLOSED) != 0;
    }

    /** Lets a row count at these ends only. */
    Decided count(int row, boolean asTask, boolean asCall) {
        sides[row] = (byte) ((asTask ? TASK : 0) | (asCall ? CALL : 0));
        return this;
    }

    /** Closes the task at this row. */
    void close(int row) {
        sides[row] |= CLOSED;
    }

    /** Decides the call at this row; the owner may be {@link MessageTable#NONE}. */
    void decide(int row, int ownerRow) {
        owner[row] = ownerRow;
    }
}
