package io.wirepath.flows.message.content;

import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Computes the content signature and the type words of messages and writes them into sighting records.
 *
 * <p>Of a text the signature holds the tokens that fewest messages of the same link and direction held (longer ones first
 * where equal; those that more than half held last). Of binary content it holds the n-grams with the smallest hashes
 * among those that at most 2 % held: nearly all n-grams are unique there, and the smallest hashes make two messages keep
 * the same ones. A link is the server's address and port. Not thread-safe; one per shard.
 */
public final class ContentSignature {

    private static final int KEPT = SightingCodec.SIGNATURE_HASHES;

    /** Links and directions with a sketch of their own; further ones share one. Bounds the sketches to 4 MiB. */
    private static final int MAX_SKETCHES = 64;

    private static final int SLOTS = 4 * MAX_SKETCHES;
    private static final int BINARY_SHARE = 50;

    private final TokenHashes tokens;
    private final long[] keys = new long[SLOTS];
    private final @Nullable TokenSketch[] sketches = new TokenSketch[SLOTS];
    private int sketchCount;
    private final TokenSketch shared = new TokenSketch();

    private final int[] keptHashes = new int[KEPT];
    private final long[] keptRanks = new long[KEPT];

    /** Makes one whose hashes depend on the key. */
    public ContentSignature(DigestKey key) {
        tokens = new TokenHashes(key);
    }

    /**
     * Writes the signature and the type words of a message.
     *
     * @param serverHigh address of the server's endpoint, upper half
     * @param serverLow lower half
     * @param serverPort its port
     * @param toServer whether the message goes to it
     * @param record buffer with the sighting record at {@code at}
     */
    public void write(
            long serverHigh,
            long serverLow,
            int serverPort,
            boolean toServer,
            byte[] bytes,
            int length,
            ByteBuffer record,
            int at) {
        long key = (serverHigh * 0x9e3779b185ebca87L ^ serverLow) * 0xc2b2ae3d27d4eb4fL
                + serverPort * 2L
                + (toServer ? 1 : 0);
        TokenSketch sketch = sketch(key | 1L << 63);
        boolean text = TokenHashes.isText(bytes, length);
        if (text) {
            tokens.readText(bytes, length);
        } else {
            tokens.readBinary(bytes, length);
        }
        int kept = keep(sketch, text);
        for (int i = 0; i < KEPT; i++) {
            record.putInt(at + SightingCodec.SIGNATURE_AT + 4 * i, i < kept ? keptHashes[i] : 0);
        }
        writeTypeWords(bytes, length, record, at + SightingCodec.TYPE_WORDS_AT);
    }

    private int keep(TokenSketch sketch, boolean text) {
        Arrays.fill(keptRanks, Long.MAX_VALUE);
        int messages = sketch.messages();
        int binaryLimit = Math.max(1, messages / BINARY_SHARE);
        int kept = 0;
        int count = tokens.count();
        for (int i = 0; i < count; i++) {
            int hash = tokens.hash(i);
            int seen = sketch.countAndAdd(hash);
            if (text) {
                long last = 2 * seen > messages ? 1L << 62 : 0;
                kept = insert(
                        last
                                | (long) seen << 16
                                | TokenHashes.MAX_TOKENS - Math.min(tokens.length(i), TokenHashes.MAX_TOKENS),
                        hash,
                        kept);
            } else if (seen <= binaryLimit) {
                kept = insert(hash & 0xffff_ffffL, hash, kept);
            }
        }
        sketch.endMessage();
        return kept;
    }

    /** Keeps the hash if its rank is among the smallest; the first of equals stays. */
    private int insert(long rank, int hash, int kept) {
        if (rank >= keptRanks[KEPT - 1]) {
            return kept;
        }
        int at = Math.min(kept, KEPT - 1);
        while (at > 0 && keptRanks[at - 1] > rank) {
            keptRanks[at] = keptRanks[at - 1];
            keptHashes[at] = keptHashes[at - 1];
            at--;
        }
        keptRanks[at] = rank;
        keptHashes[at] = hash;
        return Math.min(kept + 1, KEPT);
    }

    private void writeTypeWords(byte[] bytes, int length, ByteBuffer record, int at) {
        int written = 0;
        int end = Math.min(length, TypeWords.LOOKS_AT);
        int from = TypeWords.next(bytes, 0, end);
        while (from < end && written < SightingCodec.TYPE_WORDS) {
            int to = TypeWords.end(bytes, from, length);
            if (TypeWords.counts(bytes, from, to)) {
                record.putInt(at + 4 * written++, tokens.wordHash(bytes, from, to));
            }
            from = TypeWords.next(bytes, to, end);
        }
        for (; written < SightingCodec.TYPE_WORDS; written++) {
            record.putInt(at + 4 * written, 0);
        }
    }

    private TokenSketch sketch(long key) {
        int slot = (int) (key >>> 20) & SLOTS - 1;
        for (TokenSketch at = sketches[slot]; at != null; at = sketches[slot]) {
            if (keys[slot] == key) {
                return at;
            }
            slot = slot + 1 & SLOTS - 1;
        }
        if (sketchCount == MAX_SKETCHES) {
            return shared;
        }
        sketchCount++;
        TokenSketch fresh = new TokenSketch();
        keys[slot] = key;
        sketches[slot] = fresh;
        return fresh;
    }
}
