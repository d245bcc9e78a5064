package io.wirepath.sniffer;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The captured bytes of many frames in one direct buffer, with an index of where each frame lies.
 *
 * <pre>
 *  bytes  | ...record header | frame 0 | record header | frame 1 | ... | unused |
 *                            ^ offset(0), capturedLength(0)
 * </pre>
 *
 * The source reads straight into {@link #bytes()}, or lends memory of its own, and then adds index entries for the
 * frames found there; file headers between the frames stay where they are. A block is filled by one thread and
 * then read by others; the ring that hands it over orders the two. It is reused: nothing of it may
 * be kept after its turn.
 */
public final class FrameBlock {

    /** Default size of the byte area: fits the second-level cache, and amortises the hand-over. */
    public static final int DEFAULT_BYTES = 1 << 20;

    /** Longest frame that any source accepts; a longer length field is damage (libpcap's limit). */
    public static final int MAX_FRAME_BYTES = 262_144;

    private static final int INITIAL_FRAMES = 4096;

    private final ByteBuffer bytes;
    private long[] timeNanos = new long[INITIAL_FRAMES];
    private int[] offset = new int[INITIAL_FRAMES];
    private int[] capturedLength = new int[INITIAL_FRAMES];
    private int[] originalLength = new int[INITIAL_FRAMES];
    private int[] linkType = new int[INITIAL_FRAMES];
    private int count;
    private long firstFrameNumber;
    private ByteBuffer lent;

    /**
     * Makes an empty block.
     *
     * @param capacityBytes size of the byte area; at least {@link #MAX_FRAME_BYTES} and some
     */
    public FrameBlock(int capacityBytes) {
        bytes = ByteBuffer.allocateDirect(capacityBytes);
        lent = bytes;
    }

    /** The byte area, big-endian; index entries give absolute offsets into it. */
    public ByteBuffer bytes() {
        return lent;
    }

    /**
     * Makes memory of the source the byte area, in place of the block's own, until the next {@link #reset}: the source
     * promises that it stays as it is until then.
     *
     * @param area a direct buffer, big-endian
     */
    public void lend(ByteBuffer area) {
        lent = area;
    }

    /**
     * Empties the index for the next fill.
     *
     * @param firstFrameNumber number of the frame that will be added first; frames of a capture are
     *     numbered from 1, as Wireshark does
     */
    public void reset(long firstFrameNumber) {
        this.firstFrameNumber = firstFrameNumber;
        count = 0;
        lent = bytes;
    }

    /**
     * Adds the next frame, whose bytes are already in {@link #bytes()}.
     *
     * @param timeNanos capture time, nanoseconds since the epoch
     * @param offset where the frame's first byte lies
     * @param capturedLength bytes present
     * @param originalLength bytes the frame had on the wire; never less than {@code capturedLength}
     * @param linkType the LINKTYPE_ number of the interface that saw it
     */
    public void add(long timeNanos, int offset, int capturedLength, int originalLength, int linkType) {
        if (count == this.offset.length) {
            grow();
        }
        int at = count++;
        this.timeNanos[at] = timeNanos;
        this.offset[at] = offset;
        this.capturedLength[at] = capturedLength;
        this.originalLength[at] = Math.max(capturedLength, originalLength);
        this.linkType[at] = linkType;
    }

    private void grow() {
        int size = offset.length * 2;
        timeNanos = Arrays.copyOf(timeNanos, size);
        offset = Arrays.copyOf(offset, size);
        capturedLength = Arrays.copyOf(capturedLength, size);
        originalLength = Arrays.copyOf(originalLength, size);
        linkType = Arrays.copyOf(linkType, size);
    }

    /** Number of frames in the block. */
    public int count() {
        return count;
    }

    /** Number of frame {@code i} in its capture, counted from 1. */
    public long frameNumber(int i) {
        return firstFrameNumber + i;
    }

    /** Capture time of frame {@code i}, nanoseconds since the epoch. */
    public long timeNanos(int i) {
        return timeNanos[i];
    }

    /** Offset of the first byte of frame {@code i} in {@link #bytes()}. */
    public int offset(int i) {
        return offset[i];
    }

    /** Bytes of frame {@code i} that were captured. */
    public int capturedLength(int i) {
        return capturedLength[i];
    }

    /** Bytes that frame {@code i} had on the wire. */
    public int originalLength(int i) {
        return originalLength[i];
    }

    /** LINKTYPE_ number of frame {@code i}. */
    public int linkType(int i) {
        return linkType[i];
    }
}
