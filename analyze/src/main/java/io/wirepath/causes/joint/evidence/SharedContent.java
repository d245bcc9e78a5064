package io.wirepath.causes.joint.evidence;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.columns.ColumnPacker;
import io.wirepath.causes.columns.ColumnUnpacker;
import io.wirepath.causes.linking.OwnerLinks;
import io.wirepath.flows.SplitMix64;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How rare the rarest content is that two messages share, in bits: {@code -log2} of the share of messages of the link
 * and direction that keep it; the smaller of the two messages' rarities counts.
 *
 * <p>Only the rarest shared token counts, so ten tokens that always go together count once. Hashes that no other
 * message has, or every message of a stream, can tell nothing of a pair: comparing leaves them out, and most pairs are
 * done with one look at a bit set. Immutable.
 */
public final class SharedContent {

    private static final int K = MessageTable.SIGNATURE_HASHES;
    private static final int MIN_COUNTERS = 1 << 16;
    private static final int MAX_COUNTERS = 1 << 23;
    private static final double LOG2 = Math.log(2);
    private static final byte MANY = 2;
    /** Two messages that share nothing meet in one of so many bits once in five times. */
    private static final int HELD_BITS = 256;

    private static final int HELD_WORDS = HELD_BITS / Long.SIZE;

    /** Hashes of each row: first those that can tell something, then the others; both in rising order. */
    private final int[] hash;

    private final float[] rarity;
    /** Per row how many hashes can tell something. */
    private final byte[] telling;
    /** One bit of {@value #HELD_BITS} for each of them. */
    private final long[] held;

    /**
     * Counts how often each hash is kept, by link and direction.
     *
     * @param link of each row that asks or goes one way, as a number from 0; else {@link MessageTable#NONE}
     */
    public static SharedContent of(MessageTable messages, int[] link) {
        int[] stream = new int[messages.size()];
        Arrays.fill(stream, MessageTable.NONE);
        int streams = 0;
        for (int row = 0; row < stream.length; row++) {
            if (link[row] != MessageTable.NONE) {
                stream[row] = 2 * link[row];
                streams = Math.max(streams, 2 * link[row] + 2);
                int answer = OwnerLinks.answer(messages, row);
                if (answer != MessageTable.NONE) {
                    stream[answer] = 2 * link[row] + 1;
                }
            }
        }
        return new SharedContent(messages, stream, streams);
    }

    private SharedContent(MessageTable messages, int[] stream, int streams) {
        int rows = messages.size();
        hash = new int[rows * K];
        rarity = new float[rows * K];
        telling = new byte[rows];
        held = new long[rows * HELD_WORDS];
        long wanted = Long.highestOneBit(Math.max(MIN_COUNTERS, (long) rows * K * 2));
        int mask = (int) Math.min(MAX_COUNTERS, wanted) - 1;
        int[] kept = new int[mask + 1];
        byte[] holders = new byte[mask + 1];
        int[] total = new int[streams];
        for (int row = 0; row < rows; row++) {
            sort(messages, row);
            if (stream[row] != MessageTable.NONE) {
                total[stream[row]]++;
                for (int x = row * K; x < (row + 1) * K; x++) {
                    kept[counter(stream[row], hash[x], mask)]++;
                    int own = counter(0, hash[x], mask);
                    holders[own] += (byte) (holders[own] < MANY ? 1 : 0);
                }
            }
        }
        for (int row = 0; row < rows; row++) {
            for (int x = row * K; x < (row + 1) * K && stream[row] != MessageTable.NONE; x++) {
                if (holders[counter(0, hash[x], mask)] == MANY && hash[x] != 0) {
                    int count = kept[counter(stream[row], hash[x], mask)];
                    rarity[x] = (float) Math.max(0, -Math.log((double) count / total[stream[row]]) / LOG2);
                }
            }
            putTellingFirst(row);
        }
    }

    private SharedContent(int[] hash, float[] rarity, byte[] telling) {
        this.hash = hash;
        this.rarity = rarity;
        this.telling = telling;
        held = new long[telling.length * HELD_WORDS];
        for (int row = 0; row < telling.length; row++) {
            for (int x = row * K; x < row * K + telling[row]; x++) {
                hold(row, hash[x]);
            }
        }
    }

    private void hold(int row, int telling) {
        held[row * HELD_WORDS + (telling >>> Byte.SIZE) % HELD_WORDS] |= 1L << telling;
    }

    /** Writes the content of these rows; {@link MessageTable#NONE} is written as such. */
    void write(int[] rows, ColumnPacker to) {
        int[] hashes = new int[rows.length * K];
        byte[] own = new byte[rows.length];
        int count = 0;
        for (int i = 0; i < rows.length; i++) {
            own[i] = rows[i] == MessageTable.NONE ? Selection.NO_ROW : telling[rows[i]];
            count += Math.max(0, own[i]);
            if (rows[i] != MessageTable.NONE) {
                System.arraycopy(hash, rows[i] * K, hashes, i * K, K);
            }
        }
        float[] rarities = new float[count];
        int at = 0;
        for (int i = 0; i < rows.length; i++) {
            for (int x = 0; x < own[i]; x++) {
                rarities[at++] = rarity[rows[i] * K + x];
            }
        }
        to.putBytes(own);
        to.putInts(hashes);
        to.putFloats(rarities);
    }

    /** Content of some rows of another one, read part by part. */
    static final class Selection {

        private static final byte NO_ROW = -1;

        private final List<byte[]> telling = new ArrayList<>();
        private final List<int[]> hashes = new ArrayList<>();
        private final List<float[]> rarities = new ArrayList<>();
        private int rows;

        /** Reads what {@link #write} wrote; gives the rows that they have here. */
        int[] read(ColumnUnpacker from) {
            byte[] own = from.getBytes();
            int[] hash = from.getInts();
            if (hash.length != own.length * K) {
                throw new IllegalArgumentException(hash.length + " hashes of " + own.length + " messages");
            }
            telling.add(own);
            hashes.add(hash);
            rarities.add(from.getFloats());
            int[] row = new int[own.length];
            for (int i = 0; i < row.length; i++) {
                row[i] = own[i] == NO_ROW ? MessageTable.NONE : rows + i;
            }
            rows += row.length;
            return row;
        }

        SharedContent build() {
            int[] hash = new int[rows * K];
            float[] rarity = new float[rows * K];
            byte[] tells = new byte[rows];
            int row = 0;
            for (int part = 0; part < telling.size(); part++) {
                System.arraycopy(hashes.get(part), 0, hash, row * K, hashes.get(part).length);
                int at = 0;
                for (byte own : telling.get(part)) {
                    tells[row] = (byte) Math.max(0, own);
                    for (int x = 0; x < own; x++) {
                        rarity[row * K + x] = rarities.get(part)[at++];
                    }
                    row++;
                }
            }
            return new SharedContent(hash, rarity, tells);
        }
    }

    private void sort(MessageTable messages, int row) {
        for (int i = 0; i < K; i++) {
            int own = messages.signature(row, i);
            int at = row * K + i;
            while (at > row * K && hash[at - 1] > own) {
                hash[at] = hash[at - 1];
                at--;
            }
            hash[at] = own;
        }
    }

    private void putTellingFirst(int row) {
        int end = row * K;
        for (int x = end; x < (row + 1) * K; x++) {
            if (rarity[x] > 0) {
                int own = hash[x];
                float ofRarity = rarity[x];
                System.arraycopy(hash, end, hash, end + 1, x - end);
                System.arraycopy(rarity, end, rarity, end + 1, x - end);
                hash[end] = own;
                rarity[end++] = ofRarity;
                hold(row, own);
            }
        }
        telling[row] = (byte) (end - row * K);
    }

    private static int counter(int stream, int hash, int mask) {
        long mixed = (hash ^ (long) stream << Integer.SIZE) * SplitMix64.STEP;
        return (int) (mixed >>> 37) & mask;
    }

    /** The hashes of a row that another one can share. */
    int[] telling(int row) {
        return Arrays.copyOfRange(hash, row * K, row * K + telling[row]);
    }

    /** Whether this row has anything that another one can share. */
    boolean tells(int row) {
        return row != MessageTable.NONE && telling[row] > 0;
    }

    /**
     * Bits of the rarest content that two rows share and a third does not have; 0 where there is none.
     *
     * @param except row whose content does not count, or {@link MessageTable#NONE}
     */
    public double bits(int one, int other, int except) {
        if (one == MessageTable.NONE || other == MessageTable.NONE || !canShare(one, other)) {
            return 0;
        }
        double most = 0;
        int x = one * K;
        int y = other * K;
        int endX = x + telling[one];
        int endY = y + telling[other];
        while (x < endX && y < endY) {
            if (hash[x] == hash[y]) {
                float shared = Math.min(rarity[x], rarity[y]);
                if (shared > most && !has(except, hash[x])) {
                    most = shared;
                }
            }
            boolean next = hash[x] <= hash[y];
            y += hash[x] >= hash[y] ? 1 : 0;
            x += next ? 1 : 0;
        }
        return most;
    }

    private boolean canShare(int one, int other) {
        int x = one * HELD_WORDS;
        int y = other * HELD_WORDS;
        return (held[x] & held[y] | held[x + 1] & held[y + 1] | held[x + 2] & held[y + 2] | held[x + 3] & held[y + 3])
                != 0;
    }

    private boolean has(int row, int wanted) {
        for (int i = 0; row != MessageTable.NONE && i < K; i++) {
            if (hash[row * K + i] == wanted) {
                return true;
            }
        }
        return false;
    }
}
