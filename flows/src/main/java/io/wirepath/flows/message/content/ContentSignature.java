package io.wirepath.flows.message.content;

import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Computes the content signature and the type words of messages and writes them into sighting records.
 *
 * <p>The signature holds the words that fewest messages of the same link and direction held (longer ones first where
 * equal; those that more than half held last). What room they leave goes to numbers that may be there by chance, at
 * most {@value #CHANCE_NUMBERS}, and to n-grams: those with the smallest hashes among those that at most 2 % held,
 * since nearly all are unique, and the smallest hashes make two messages keep the same ones. A link is the server's
 * address and port. Not thread-safe; one per shard.
 */
public final class ContentSignature {

    private static final int KEPT = SightingCodec.SIGNATURE_HASHES;

    /** Links and directions with a sketch of their own; further ones share one. Bounds the sketches to 4 MiB. */
    private static final int MAX_SKETCHES = 64;

    private static final int SLOTS = 4 * MAX_SKETCHES;
    private static final int BINARY_SHARE = 50;
    private static final int CHANCE_NUMBERS = 3;

    /** Words that most messages hold come behind everything else. */
    private static final long LAST = 1L << 62;

    private static final long GRAMS = 1L << 56;
    private static final long NUMBERS = 1L << 48;

    private final TokenHashes tokens;
    private final ContentTokens content;
    private final long[] keys = new long[SLOTS];
    private final @Nullable TokenSketch[] sketches = new TokenSketch[SLOTS];
    private int sketchCount;
    private final TokenSketch shared = new TokenSketch();

    /** Tokens, by number in the message. */
    private final int[] numbers = new int[CHANCE_NUMBERS];

    /** By token, how many messages before held it. */
    private final int[] seenBefore = new int[TokenHashes.MAX_TOKENS];

    private final int[] keptTokens = new int[KEPT];
    private final long[] keptRanks = new long[KEPT];

    /** Makes one whose hashes depend on the key. */
    public ContentSignature(DigestKey key) {
        tokens = new TokenHashes(key);
        content = new ContentTokens(tokens);
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
        content.read(bytes, length);
        int kept = keep(sketch);
        for (int i = 0; i < KEPT; i++) {
            record.putInt(at + SightingCodec.SIGNATURE_AT + 4 * i, i < kept ? tokens.sealed(keptTokens[i]) : 0);
        }
        writeTypeWords(bytes, length, record, at + SightingCodec.TYPE_WORDS_AT);
    }

    private int keep(TokenSketch sketch) {
        Arrays.fill(keptRanks, Long.MAX_VALUE);
        int messages = sketch.messages();
        int rare = Math.max(1, messages / BINARY_SHARE);
        int kept = 0;
        int count = tokens.count();
        int chanceNumbers = 0;
        tokens.countIn(sketch, seenBefore);
        for (int i = 0; i < count; i++) {
            int hash = tokens.hash(i);
            int length = tokens.length(i);
            int seen = seenBefore[i];
            if (length > TokenHashes.PERHAPS_NUMBER) {
                long last = 2 * seen > messages ? LAST : 0;
                kept = insert(
                        last | (long) seen << 16 | TokenHashes.MAX_TOKENS - Math.min(length, TokenHashes.MAX_TOKENS),
                        i,
                        kept);
            } else if (seen <= rare && length == TokenHashes.GRAM) {
                kept = insert(GRAMS | hash & 0xffff_ffffL, i, kept);
            } else if (seen <= rare) {
                chanceNumbers = keepNumber(i, chanceNumbers);
            }
        }
        for (int i = 0; i < chanceNumbers; i++) {
            kept = insert(NUMBERS | tokens.hash(numbers[i]) & 0xffff_ffffL, numbers[i], kept);
        }
        sketch.endMessage();
        return kept;
    }

    /** Keeps the numbers with the smallest hashes; returns how many there are. */
    private int keepNumber(int token, int held) {
        int hash = tokens.hash(token);
        int at = held;
        while (at > 0 && Integer.compareUnsigned(tokens.hash(numbers[at - 1]), hash) > 0) {
            if (at < CHANCE_NUMBERS) {
                numbers[at] = numbers[at - 1];
            }
            at--;
        }
        if (at < CHANCE_NUMBERS) {
            numbers[at] = token;
        }
        return Math.min(held + 1, CHANCE_NUMBERS);
    }

    /** Keeps the token if its rank is among the smallest; the first of equals stays. */
    private int insert(long rank, int token, int kept) {
        if (rank >= keptRanks[KEPT - 1]) {
            return kept;
        }
        int at = Math.min(kept, KEPT - 1);
        while (at > 0 && keptRanks[at - 1] > rank) {
            keptRanks[at] = keptRanks[at - 1];
            keptTokens[at] = keptTokens[at - 1];
            at--;
        }
        keptRanks[at] = rank;
        keptTokens[at] = token;
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
