package io.wirepath.flows.tls;

import io.wirepath.flows.SegmentContext;
import java.nio.ByteBuffer;

/**
 * The beginning of a TLS connection, as far as its random.
 *
 * <pre>
 *   │ 22 │ 3 │ version │ length 2 │ 1 │ 0 │ length 2 │ version 2 │ random 32 │ …
 * </pre>
 *
 * What precedes it in the clear, where a protocol asks for TLS, ends as a rule with its packet; the request of MySQL
 * may share it.
 */
final class ClientHello {

    static final int RANDOM_AT = 11;

    private static final int LENGTH = RANDOM_AT + 32;
    private static final int[] EXPECTED = {22, 3, -1, -1, -1, 1, 0, -1, -1, 3};

    /** Length of MySQL's packet that asks for TLS, and the beginning of it. */
    private static final int MYSQL_REQUEST = 36;

    private static final int MYSQL_HEADER = 0x20000001;

    private final int direction;
    private final long streamOffset;
    private final SegmentContext segment = new SegmentContext();
    private final ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
    private int length;

    ClientHello(int direction, long streamOffset, SegmentContext segment) {
        this.direction = direction;
        this.streamOffset = streamOffset;
        this.segment.copy(segment);
    }

    /** Where in these bytes a hello may begin; {@code length} if nowhere. */
    static int find(ByteBuffer bytes, int offset, int length) {
        if (bytes.get(offset) == EXPECTED[0]) {
            return 0;
        }
        boolean asked = length > MYSQL_REQUEST
                && bytes.getInt(offset) == MYSQL_HEADER
                && bytes.get(offset + MYSQL_REQUEST) == EXPECTED[0];
        return asked ? MYSQL_REQUEST : length;
    }

    /** Takes what is missing; returns how many bytes those are. */
    int take(ByteBuffer from, int offset, int count) {
        int taken = Math.min(count, LENGTH - length);
        bytes.put(length, from, offset, taken);
        length += taken;
        return taken;
    }

    /** Whether nothing so far contradicts. */
    boolean isPossible() {
        for (int i = 0; i < Math.min(length, EXPECTED.length); i++) {
            if (EXPECTED[i] >= 0 && bytes.get(i) != EXPECTED[i]) {
                return false;
            }
        }
        return true;
    }

    /** Whether it is a hello, and its random is there. */
    boolean isComplete() {
        return length == LENGTH && isPossible();
    }

    int direction() {
        return direction;
    }

    long streamOffset() {
        return streamOffset;
    }

    /** The packet that brought its first byte. */
    SegmentContext segment() {
        return segment;
    }

    ByteBuffer bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    byte[] random() {
        byte[] random = new byte[LENGTH - RANDOM_AT];
        bytes.get(RANDOM_AT, random);
        return random;
    }
}
