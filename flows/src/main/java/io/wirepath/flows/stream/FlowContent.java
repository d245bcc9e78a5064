package io.wirepath.flows.stream;

import io.wirepath.flows.OuterLayer;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one flow carried so far. Pooled by {@link StreamContents}. */
final class FlowContent {

    private static final ByteBuffer ZEROS = ByteBuffer.allocate(1 << 14);

    private final MessageDigest digest = newSha256();

    long bytes;
    long missing;
    long cutBytes;
    long segments;
    long startNanos = Long.MAX_VALUE;
    long endNanos = Long.MIN_VALUE;

    /** Position behind the last byte present. */
    long presentEnd;

    /** Layers around its first packet. */
    List<OuterLayer> outer = List.of();

    /** Name of its file, once it has one. */
    @Nullable
    String fileName;

    private boolean digestGivenUp;

    private static MessageDigest newSha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    void clear() {
        digest.reset();
        digestGivenUp = false;
        bytes = 0;
        missing = 0;
        cutBytes = 0;
        segments = 0;
        startNanos = Long.MAX_VALUE;
        endNanos = Long.MIN_VALUE;
        presentEnd = 0;
        outer = List.of();
        fileName = null;
    }

    /** Notes bytes at a position, which is not before the last ones. */
    void add(ByteBuffer slice, long position, long timeNanos, ZeroBudget budget) {
        int length = slice.remaining();
        segments++;
        noteTime(timeNanos);
        bytes += length;
        budget.earn(length);
        long hole = position - presentEnd;
        if (hole > 0 && !digestGivenUp) {
            if (budget.spend(hole)) {
                addZeros(hole);
            } else {
                digestGivenUp = true;
            }
        }
        if (!digestGivenUp) {
            digest.update(slice);
        }
        presentEnd = position + length;
    }

    private void noteTime(long timeNanos) {
        startNanos = Math.min(startNanos, timeNanos);
        endNanos = Math.max(endNanos, timeNanos);
    }

    /** Notes bytes that the snapshot length cut off. */
    void addCut(long length, long timeNanos) {
        noteTime(timeNanos);
        missing += length;
        cutBytes += length;
    }

    private void addZeros(long count) {
        for (long left = count; left > 0; left -= ZEROS.capacity()) {
            digest.update(ZEROS.duplicate().limit((int) Math.min(left, ZEROS.capacity())));
        }
    }

    /** The digest in hexadecimal; null if a hole was too large. Ends the digest. */
    @Nullable
    String digestText() {
        return digestGivenUp ? null : HexFormat.of().formatHex(digest.digest());
    }
}
