package io.wirepath.causes;

import java.util.Arrays;

/**
 * The links of an analysis: for each message its possible parents with their probabilities.
 *
 * <p>For every message the probabilities of its parents and of having none ({@link #spontaneous}) sum to one.
 * Candidates of a child stand from {@link #first(int)} to {@link #end(int)}, the most likely first. Immutable once
 * built; safe to share.
 */
public final class LinkTable {

    private final int[] first;
    private final int[] parent;
    private final float[] probability;
    private final float[] spontaneous;
    private final boolean ofOwners;

    private LinkTable(int[] first, int[] parent, float[] probability, float[] spontaneous, boolean ofOwners) {
        this.first = first;
        this.parent = parent;
        this.probability = probability;
        this.spontaneous = spontaneous;
        this.ofOwners = ofOwners;
    }

    /** Number of messages. */
    public int size() {
        return spontaneous.length;
    }

    /**
     * Whether the probability of a request's link is that of the owner of the whole call, so that it holds for all the
     * links that lead back to that owner; otherwise it speaks for the one link alone.
     */
    public boolean isOfOwners() {
        return ofOwners;
    }

    /** Index of the first candidate of this child. */
    public int first(int child) {
        return first[child];
    }

    /** Index after the last candidate of this child. */
    public int end(int child) {
        return first[child + 1];
    }

    /** Row of the parent message of candidate {@code at}. */
    public int parent(int at) {
        return parent[at];
    }

    /** Probability of candidate {@code at}, 0 to 1. */
    public double probability(int at) {
        return probability[at];
    }

    /** Probability that this message had no cause in the trace. */
    public double spontaneous(int child) {
        return spontaneous[child];
    }

    /** The most likely parent, or {@link MessageTable#NONE} where being spontaneous is at least as likely. */
    public int likelyParent(int child) {
        int at = first[child];
        return at < first[child + 1] && probability[at] > spontaneous[child] ? parent[at] : MessageTable.NONE;
    }

    /** Probability of {@link #likelyParent}, or of being spontaneous where that is the answer. */
    public double likelyProbability(int child) {
        int at = first[child];
        return at < first[child + 1] ? Math.max(probability[at], spontaneous[child]) : spontaneous[child];
    }

    /** Takes the candidates of child 0, then of child 1, and so on. */
    public static final class Builder {

        /** Up to so many candidates inserting is the cheapest way to sort. */
        private static final int FEW = 12;

        private final int[] first;
        private final float[] spontaneous;
        private int[] parent;
        private float[] probability;
        private int child;
        private boolean ofOwners;
        private int count;

        /** Starts a table for this many messages. */
        public Builder(int messages) {
            first = new int[messages + 1];
            spontaneous = new float[messages];
            parent = new int[messages + 16];
            probability = new float[messages + 16];
        }

        /** Says that probabilities are those of owners: {@link LinkTable#isOfOwners}. */
        public Builder ofOwners() {
            ofOwners = true;
            return this;
        }

        /** Adds a candidate parent of the present child. */
        public void add(int parentRow, double p) {
            if (count == parent.length) {
                parent = Arrays.copyOf(parent, count * 2);
                probability = Arrays.copyOf(probability, count * 2);
            }
            parent[count] = parentRow;
            probability[count++] = (float) p;
        }

        /** Ends the present child; its candidates are put in order of falling probability. */
        public void endChild(double spontaneousProbability) {
            if (count - first[child] > FEW) {
                sortMany();
            } else {
                sortFew();
            }
            spontaneous[child++] = (float) spontaneousProbability;
            first[child] = count;
        }

        private void sortFew() {
            for (int i = first[child] + 1; i < count; i++) {
                int row = parent[i];
                float p = probability[i];
                int j = i;
                for (; j > first[child] && probability[j - 1] < p; j--) {
                    parent[j] = parent[j - 1];
                    probability[j] = probability[j - 1];
                }
                parent[j] = row;
                probability[j] = p;
            }
        }

        /** Sorts keys of falling probability and place; the bits of a float that is not negative rise with it. */
        private void sortMany() {
            int from = first[child];
            int number = count - from;
            long[] key = new long[number];
            int[] row = Arrays.copyOfRange(parent, from, count);
            for (int i = 0; i < number; i++) {
                key[i] = (long) ~Float.floatToRawIntBits(probability[from + i]) << Integer.SIZE | i;
            }
            Arrays.sort(key);
            for (int i = 0; i < number; i++) {
                parent[from + i] = row[(int) key[i]];
                probability[from + i] = Float.intBitsToFloat(~(int) (key[i] >>> Integer.SIZE));
            }
        }

        /** The finished table. */
        public LinkTable build() {
            if (child != spontaneous.length) {
                throw new IllegalStateException("ended " + child + " of " + spontaneous.length + " messages");
            }
            return new LinkTable(
                    first, Arrays.copyOf(parent, count), Arrays.copyOf(probability, count), spontaneous, ofOwners);
        }
    }
}
