package io.wirepath.analyze.joint.evidence;

import io.wirepath.analyze.MessageTable;
import java.util.Arrays;

/**
 * How rare the rarest content is that two messages share, in bits: {@code -log2} of the share of messages of the link
 * and direction that keep it; the smaller of the two messages' rarities counts.
 *
 * <p>Only the rarest shared token counts, so ten tokens that always go together count once. Remembers whom it compared with last;
 * not thread-safe.
 */
public final class SharedContent {

    private static final int K = MessageTable.SIGNATURE_HASHES;
    private static final int LEAST_COUNTERS = 1 << 16;
    private static final int MOST_COUNTERS = 1 << 23;
    private static final double LOG2 = Math.log(2);
    private static final int PLACES = 64;
    private static final int NOTHING = -1;

    /** Hashes of each row in rising order, unused ones first. */
    private final int[] hash;

    private final float[] rarity;
    /** The two rows that others were compared with last. */
    private final Loaded first = new Loaded();

    private final Loaded second = new Loaded();
    private Loaded latest = first;

    /**
     * Counts how often each hash is kept.
     *
     * @param stream link and direction of each row, or {@link MessageTable#NONE}
     * @param streams number of them
     */
    public SharedContent(MessageTable messages, int[] stream, int streams) {
        int rows = messages.size();
        hash = new int[rows * K];
        rarity = new float[rows * K];
        long wanted = Long.highestOneBit(Math.max(LEAST_COUNTERS, (long) rows * K * 2));
        int mask = (int) Math.min(MOST_COUNTERS, wanted) - 1;
        int[] kept = new int[mask + 1];
        int[] total = new int[streams];
        for (int row = 0; row < rows; row++) {
            sort(messages, row);
            if (stream[row] != MessageTable.NONE) {
                total[stream[row]]++;
                for (int i = 0; i < K; i++) {
                    kept[counter(stream[row], hash[row * K + i], mask)]++;
                }
            }
        }
        for (int row = 0; row < rows; row++) {
            for (int i = 0; i < K && stream[row] != MessageTable.NONE; i++) {
                int count = kept[counter(stream[row], hash[row * K + i], mask)];
                rarity[row * K + i] = (float) Math.max(0, -Math.log((double) count / total[stream[row]]) / LOG2);
            }
        }
    }

    private void sort(MessageTable messages, int row) {
        for (int i = 0; i < K; i++) {
            int its = messages.signature(row, i);
            int at = row * K + i;
            while (at > row * K && hash[at - 1] > its) {
                hash[at] = hash[at - 1];
                at--;
            }
            hash[at] = its;
        }
    }

    private static int counter(int stream, int hash, int mask) {
        long mixed = (hash ^ (long) stream << Integer.SIZE) * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 37) & mask;
    }

    /**
     * Bits of the rarest content that two rows share and a third does not have; 0 where there is none.
     *
     * @param except row whose content does not count, or {@link MessageTable#NONE}
     */
    public double bits(int one, int other, int except) {
        if (one == MessageTable.NONE || other == MessageTable.NONE) {
            return 0;
        }
        Loaded its = load(other);
        double most = 0;
        for (int x = one * K; x < (one + 1) * K; x++) {
            if (its.mayHold(hash[x])) {
                int at = its.placeOf(hash[x]);
                float shared = at == NOTHING ? 0 : Math.min(rarity[x], rarity[at]);
                if (shared > most && !has(except, hash[x])) {
                    most = shared;
                }
            }
        }
        return most;
    }

    /** The hashes of a row where they are found at once: a call is compared with many tasks, and so is its response. */
    private Loaded load(int row) {
        if (latest.row != row) {
            Loaded other = latest == first ? second : first;
            if (other.row != row) {
                other.load(row);
            }
            latest = other;
        }
        return latest;
    }

    private boolean has(int row, int wanted) {
        for (int i = 0; row != MessageTable.NONE && i < K; i++) {
            if (hash[row * K + i] == wanted) {
                return true;
            }
        }
        return false;
    }

    /** The hashes of one row, by their lowest bits. */
    private final class Loaded {

        private final int[] placed = new int[PLACES];
        /** One bit for the lowest bits of each hash: most hashes of another row are ruled out by it. */
        private long held;

        private int row = NOTHING;

        void load(int itsRow) {
            row = itsRow;
            held = 0;
            Arrays.fill(placed, NOTHING);
            for (int y = row * K; y < (row + 1) * K; y++) {
                if (hash[y] != 0 && placeOf(hash[y]) == NOTHING) {
                    place(y);
                }
            }
        }

        private void place(int y) {
            held |= 1L << hash[y];
            int at = hash[y] & PLACES - 1;
            while (placed[at] != NOTHING) {
                at = at + 1 & PLACES - 1;
            }
            placed[at] = y;
        }

        boolean mayHold(int its) {
            return (held >>> its & 1) != 0;
        }

        /** Where the row holds this hash, or {@link #NOTHING}. */
        int placeOf(int its) {
            int at = its & PLACES - 1;
            while (placed[at] != NOTHING && hash[placed[at]] != its) {
                at = at + 1 & PLACES - 1;
            }
            return placed[at];
        }
    }
}
