package io.wirepath.flows.tcp;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Buffers for held segments, of one size, cut from direct slabs and used again and again. Grows as needed and never
 * shrinks; as there is one size only, it never has more than the bound on held bytes allows at once. Used by one
 * thread.
 */
final class SegmentPool {

    /** Size of each buffer: an Ethernet frame's payload fits; what offloading made longer is held in several. */
    static final int PIECE_BYTES = 2048;

    private static final int SLAB_BYTES = 64 * PIECE_BYTES;

    private final long maxHeldBytes;
    private @Nullable HeldSegment free;
    private long heldBytes;

    SegmentPool(long maxHeldBytes) {
        this.maxHeldBytes = maxHeldBytes;
    }

    /** Bytes of the buffers that are in use. */
    long heldBytes() {
        return heldBytes;
    }

    /** Whether more is in use than may be. */
    boolean isOverfull() {
        return heldBytes > maxHeldBytes;
    }

    /** Whether there is room for what is in doubt: half, so that it takes none from what is not. */
    boolean hasRoomForDoubt() {
        return heldBytes <= maxHeldBytes / 2;
    }

    /** A segment with room for {@link #PIECE_BYTES}. */
    HeldSegment acquire() {
        HeldSegment segment = free == null ? addSlab() : free;
        free = segment.next;
        segment.next = null;
        heldBytes += PIECE_BYTES;
        return segment;
    }

    private static HeldSegment addSlab() {
        ByteBuffer slab = ByteBuffer.allocateDirect(SLAB_BYTES);
        HeldSegment list = new HeldSegment(slab.slice(0, PIECE_BYTES));
        for (int at = PIECE_BYTES; at < SLAB_BYTES; at += PIECE_BYTES) {
            HeldSegment segment = new HeldSegment(slab.slice(at, PIECE_BYTES));
            segment.next = list;
            list = segment;
        }
        return list;
    }

    /** Gives a segment back. */
    void release(HeldSegment segment) {
        heldBytes -= PIECE_BYTES;
        segment.next = free;
        free = segment;
    }
}
