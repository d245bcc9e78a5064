package io.wirepath.causes.linking;

import io.wirepath.causes.MessageTable;
import java.util.Arrays;

/**
 * Who owns each call: for the row of a request, the request rows that its caller had to answer at the time, each with a
 * probability, of which the chosen one's is the highest. What algorithms that reason about whole calls find out;
 * {@link OwnerLinks} turns it into links.
 *
 * <p>Rows that are no request with an owner to find are not {@link #isKnown}. Immutable once built.
 */
public final class OwnerTable {

    private final int[] first;
    private final int[] owner;
    private final float[] probability;
    private final float[] none;
    private final int[] chosen;
    private final boolean[] known;

    private OwnerTable(Builder from) {
        first = from.first;
        owner = Arrays.copyOf(from.owner, from.count);
        probability = Arrays.copyOf(from.probability, from.count);
        none = from.none;
        chosen = from.chosen;
        known = from.known;
    }

    /** Whether an owner was looked for. */
    public boolean isKnown(int row) {
        return known[row];
    }

    /** The owner that was chosen, or {@link MessageTable#NONE}. */
    public int chosen(int row) {
        return chosen[row];
    }

    /** Index of the first possible owner of this row. */
    public int first(int row) {
        return first[row];
    }

    /** Index after the last possible owner of this row. */
    public int end(int row) {
        return first[row + 1];
    }

    /** Row of the possible owner {@code at}. */
    public int owner(int at) {
        return owner[at];
    }

    /** Probability of the possible owner {@code at}, 0 to 1. */
    public double probability(int at) {
        return probability[at];
    }

    /** Probability that this row has no owner. */
    public double none(int row) {
        return none[row];
    }

    /** Takes the rows in order. */
    public static final class Builder {

        private final int[] first;
        private final float[] none;
        private final int[] chosen;
        private final boolean[] known;
        private int[] owner;
        private float[] probability;
        private int count;
        private int row;

        /** Starts a table for this many rows. */
        public Builder(int rows) {
            first = new int[rows + 1];
            none = new float[rows];
            chosen = new int[rows];
            known = new boolean[rows];
            owner = new int[rows + 16];
            probability = new float[rows + 16];
        }

        /** Adds a possible owner of the present row. */
        public void add(int ownerRow, double p) {
            if (count == owner.length) {
                owner = Arrays.copyOf(owner, count * 2);
                probability = Arrays.copyOf(probability, count * 2);
            }
            owner[count] = ownerRow;
            probability[count++] = (float) p;
        }

        /**
         * Ends the present row.
         *
         * @param chosenOwner the answer, or {@link MessageTable#NONE} for no owner
         * @param noOwner probability of having none
         */
        public void endRow(int chosenOwner, double noOwner) {
            known[row] = true;
            chosen[row] = chosenOwner;
            none[row++] = (float) noOwner;
            first[row] = count;
        }

        /** Ends a row whose owner is not looked for. */
        public void skipRow() {
            chosen[row++] = MessageTable.NONE;
            first[row] = count;
        }

        /** The table; the builder is spent. */
        public OwnerTable build() {
            return new OwnerTable(this);
        }
    }
}
