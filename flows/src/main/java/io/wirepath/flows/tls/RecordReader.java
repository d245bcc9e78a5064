package io.wirepath.flows.tls;

import io.wirepath.flows.SegmentContext;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Puts the records of one direction together from the pieces that TCP brings. Not thread-safe.
 *
 * <pre>
 *   record │ type 1 │ version 2 │ length 2 │ body …      RFC 8446 §5.1
 * </pre>
 */
final class RecordReader {

    /** Longest record: 2^14 bytes and what encryption may add (RFC 5246 §6.2.3). */
    static final int MAX_RECORD = RecordCipher.HEADER + (1 << 14) + 2048;

    private static final int CHANGE_CIPHER_SPEC = 20;
    private static final int HEARTBEAT = 24;
    private static final int APPLICATION_DATA = 23;

    /** Where the record stands that is being read. */
    private byte @Nullable [] record;

    private int have;
    private int total;
    private long startOffset;
    private boolean holed;
    private boolean possible;
    private final SegmentContext first = new SegmentContext();

    /** Opens the records; null while they come as they are. */
    @Nullable
    RecordCipher cipher;

    /** What opens the records behind those, in turn: of TLS 1.3 the handshake, then the data. */
    final ArrayDeque<RecordCipher> following = new ArrayDeque<>();

    /** Number of the next encrypted record. */
    long sequence;

    /** Encrypted records of the handshake that no key was given for. */
    int passedOver;

    /** Where bytes were lost so that the begin of the next record is not known; -1 where it is. */
    long lostFrom = -1;

    /** Records that were tried since. */
    int tries;

    /** Whether a record is begun. */
    boolean isBusy() {
        return have > 0;
    }

    /** Whether the record is there to its end, holes included. */
    boolean isComplete() {
        return total > 0 && have == total;
    }

    /** Whether some bytes of the record are missing. */
    boolean isHoled() {
        return holed;
    }

    byte[] record() {
        byte[] present = record;
        if (present == null) {
            throw new IllegalStateException("no record is begun");
        }
        return present;
    }

    /** Bytes of the record that are there, its header included. */
    int length() {
        return have;
    }

    /** Position of the record in its flow. */
    long startOffset() {
        return startOffset;
    }

    /** The packet that brought its first byte. */
    SegmentContext first() {
        return first;
    }

    /** Begins a record in this array. */
    void begin(byte[] buffer, long streamOffset, SegmentContext segment) {
        record = buffer;
        startOffset = streamOffset;
        have = 0;
        total = 0;
        holed = false;
        possible = true;
        first.copy(segment);
    }

    /** Gives the array back. */
    byte[] end() {
        byte[] used = record();
        record = null;
        have = 0;
        total = 0;
        return used;
    }

    /** Whether the header is one of a record, as far as it is there. */
    boolean isPossible() {
        return possible;
    }

    /** Takes as many bytes as the record needs; returns their number. */
    int take(ByteBuffer bytes, int offset, int length) {
        int taken = 0;
        if (have < RecordCipher.HEADER) {
            taken = Math.min(length, RecordCipher.HEADER - have);
            bytes.get(offset, record(), have, taken);
            have += taken;
            possible = have < RecordCipher.HEADER || readHeader();
            if (have < RecordCipher.HEADER || !possible) {
                return taken;
            }
        }
        int more = Math.min(length - taken, total - have);
        bytes.get(offset + taken, record(), have, more);
        have += more;
        return taken + more;
    }

    private boolean readHeader() {
        byte[] header = record();
        int body = (header[3] & 0xff) << 8 | header[4] & 0xff;
        total = RecordCipher.HEADER + body;
        return isType(header[0]) && header[1] == 3 && header[2] <= 4 && body > 0 && total <= MAX_RECORD;
    }

    private static boolean isType(int type) {
        return type >= CHANGE_CIPHER_SPEC && type <= HEARTBEAT;
    }

    /** Bytes are missing: returns how many of them surely belong to the record. */
    long skip(long length) {
        if (total == 0) {
            return 0;
        }
        int count = (int) Math.min(length, total - have);
        have += count;
        holed |= count > 0;
        return count;
    }

    /** Where the header of a record with data stands in these bytes; {@code length} if nowhere. */
    static int find(ByteBuffer bytes, int offset, int length) {
        for (int i = 0; i + RecordCipher.HEADER <= length; i++) {
            boolean header = bytes.get(offset + i) == APPLICATION_DATA
                    && bytes.get(offset + i + 1) == 3
                    && bytes.get(offset + i + 2) == 3
                    && (bytes.getShort(offset + i + 3) & 0xffff) <= MAX_RECORD - RecordCipher.HEADER;
            if (header) {
                return i;
            }
        }
        return length;
    }
}
