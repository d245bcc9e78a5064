package io.wirepath.flows.defrag;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The fragments of one datagram: disjoint pieces in order of their place. First bytes win: of a fragment only the bytes
 * that are not there yet are kept, so no sender can make it hold more than one datagram's worth.
 *
 * <pre>
 *   0        start[0]  end[0]      start[1]   end[1]            total (-1 until the last fragment came)
 *   |--hole--|== piece[0] ==|-hole-|== piece[1] ==|----hole----|
 * </pre>
 */
final class FragmentedDatagram {

    /** Book-keeping charged for the datagram. */
    static final int OVERHEAD_BYTES = 256;

    /** Book-keeping charged for each piece. */
    static final int PIECE_OVERHEAD_BYTES = 48;

    private static final int UNKNOWN = -1;
    private static final byte[] NO_HEADER = {};

    final FragmentKey key;
    final long firstNanos;

    private int[] start = new int[4];
    private byte[][] piece = new byte[4][];
    private int pieces;
    private int presentBytes;
    private int total = UNKNOWN;
    private byte[] header = NO_HEADER;
    private int nextHeader;
    private int fragments;
    private boolean complete;
    private long completeNanos;
    /* What compare() found last. */
    private int coveredBytes;
    private boolean conflicted;

    FragmentedDatagram(FragmentKey key, long firstNanos) {
        this.key = key;
        this.firstNanos = firstNanos;
    }

    /** Fragments that brought something. */
    int fragments() {
        return fragments;
    }

    boolean isComplete() {
        return complete;
    }

    /** Whether the fragment added last covered bytes that were there. */
    boolean overlapped() {
        return coveredBytes > 0;
    }

    /** Whether the fragment added last covered bytes that were there and differ. */
    boolean conflicted() {
        return conflicted;
    }

    int memoryBytes() {
        return OVERHEAD_BYTES + header.length + presentBytes + pieces * PIECE_OVERHEAD_BYTES;
    }

    /** When the fragment came that completed it. */
    long completeNanos() {
        return completeNanos;
    }

    /** Whether the whole fragment is there already, byte for byte. */
    boolean holds(Fragment fragment) {
        compare(fragment);
        return coveredBytes == fragment.payloadLength && !conflicted && (fragment.more || fragment.end() == total);
    }

    Verdict add(Fragment fragment, long nowNanos) {
        if (contradictsEnd(fragment)) {
            return Verdict.CONTRADICTS_END;
        }
        compare(fragment);
        boolean tellsEnd = !fragment.more && total == UNKNOWN;
        if (coveredBytes == fragment.payloadLength && !tellsEnd) {
            return conflicted ? Verdict.CONFLICT : Verdict.DUPLICATE;
        }
        if (tellsEnd) {
            total = fragment.end();
        }
        if (fragment.offset == 0 && header.length == 0) {
            header = new byte[fragment.headerLength];
            fragment.bytes.get(fragment.headerAt, header);
            nextHeader = fragment.protocol;
        }
        fillHoles(fragment);
        fragments++;
        complete = presentBytes == total;
        completeNanos = nowNanos;
        return complete ? Verdict.COMPLETE : Verdict.HELD;
    }

    private boolean contradictsEnd(Fragment fragment) {
        if (total != UNKNOWN) {
            return fragment.end() > total || !fragment.more && fragment.end() != total;
        }
        return !fragment.more && pieces > 0 && end(pieces - 1) > fragment.end();
    }

    private int end(int i) {
        return start[i] + piece[i].length;
    }

    /** Holds the fragment against what is there: how many bytes are covered, and whether any differs. */
    private void compare(Fragment fragment) {
        coveredBytes = 0;
        conflicted = false;
        for (int i = firstEndingAfter(fragment.offset); i < pieces && start[i] < fragment.end(); i++) {
            int from = Math.max(start[i], fragment.offset);
            int to = Math.min(end(i), fragment.end());
            coveredBytes += to - from;
            conflicted |= differs(fragment, i, from, to);
        }
    }

    private boolean differs(Fragment fragment, int i, int from, int to) {
        int delta = fragment.payloadAt - fragment.offset;
        for (int at = from; at < to; at++) {
            if (piece[i][at - start[i]] != fragment.bytes.get(at + delta)) {
                return true;
            }
        }
        return false;
    }

    private int firstEndingAfter(int offset) {
        int found = Arrays.binarySearch(start, 0, pieces, offset);
        int i = found >= 0 ? found : Math.max(0, -found - 2);
        return i < pieces && end(i) <= offset ? i + 1 : i;
    }

    private void fillHoles(Fragment fragment) {
        int at = fragment.offset;
        int i = firstEndingAfter(at);
        while (at < fragment.end()) {
            int holeEnd = i < pieces ? Math.min(start[i], fragment.end()) : fragment.end();
            if (holeEnd > at) {
                insert(i++, at, fragment, holeEnd - at);
            }
            if (i >= pieces) {
                return;
            }
            at = end(i++);
        }
    }

    private void insert(int i, int at, Fragment fragment, int length) {
        if (pieces == start.length) {
            start = Arrays.copyOf(start, pieces * 2);
            piece = Arrays.copyOf(piece, pieces * 2);
        }
        System.arraycopy(start, i, start, i + 1, pieces - i);
        System.arraycopy(piece, i, piece, i + 1, pieces - i);
        byte[] bytes = new byte[length];
        fragment.bytes.get(fragment.payloadAt + at - fragment.offset, bytes);
        start[i] = at;
        piece[i] = bytes;
        pieces++;
        presentBytes += length;
    }

    /**
     * Writes the whole datagram: the header of its first fragment, made to fit, and the payload. Needs it complete.
     */
    void writeTo(ByteBuffer whole) {
        whole.clear();
        whole.put(header);
        for (int i = 0; i < pieces; i++) {
            whole.put(piece[i]);
        }
        whole.flip();
        if (key.protocol == FragmentKey.IPV6) {
            whole.putShort(4, (short) total);
            whole.put(6, (byte) nextHeader);
        } else {
            whole.putShort(2, (short) (header.length + total));
            whole.putShort(6, (short) 0);
        }
    }
}
