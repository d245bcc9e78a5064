package io.wirepath.flows.tcp;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Held segments of three sizes, cut from direct slabs and used again and again. Grows as needed and never shrinks: what
 * bounds it is the bound on held bytes, which counts whole buffers. Used by one thread.
 */
final class SegmentPool {

    /** Longest piece; a longer segment is held in several. */
    static final int MAX_PIECE = 1 << 16;

    private static final int[] SIZES = {256, 2048, MAX_PIECE};
    private static final int SLAB_BYTES = 1 << 17;

    private final @Nullable HeldSegment[] free = new HeldSegment[SIZES.length];
    private long heldBytes;

    /** Bytes of the buffers that are in use. */
    long heldBytes() {
        return heldBytes;
    }

    /** Bytes that holding {@code length} bytes in one piece costs. */
    static int cost(HeldSegment segment) {
        return SIZES[segment.sizeClass];
    }

    /** A segment with room for {@code length} bytes, at most {@link #MAX_PIECE}. */
    HeldSegment acquire(int length) {
        int sizeClass = length <= SIZES[0] ? 0 : length <= SIZES[1] ? 1 : 2;
        HeldSegment segment = free[sizeClass];
        if (segment == null) {
            segment = addSlab(sizeClass);
        }
        free[sizeClass] = segment.next;
        segment.next = null;
        heldBytes += SIZES[sizeClass];
        return segment;
    }

    private HeldSegment addSlab(int sizeClass) {
        int size = SIZES[sizeClass];
        ByteBuffer slab = ByteBuffer.allocateDirect(SLAB_BYTES);
        HeldSegment list = new HeldSegment(slab.slice(0, size), sizeClass);
        for (int at = size; at < SLAB_BYTES; at += size) {
            HeldSegment segment = new HeldSegment(slab.slice(at, size), sizeClass);
            segment.next = list;
            list = segment;
        }
        return list;
    }

    /** Gives a segment back. */
    void release(HeldSegment segment) {
        heldBytes -= SIZES[segment.sizeClass];
        segment.next = free[segment.sizeClass];
        free[segment.sizeClass] = segment;
    }
}
