package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import java.nio.ByteBuffer;

/**
 * Kafka: calls by correlation id; a Produce that wants no acknowledgement is one-way.
 *
 * <pre>
 *   request   │ size 4 │ api 2 │ version 2 │ correlation id 4 │ client id: length 2, bytes │ …
 *   response  │ size 4 │ correlation id 4 │ …
 *   Produce   … [tagged fields 1, from version 9] │ transactional id: length 2, from 9 on 1 │ acks 2 │ …
 * </pre>
 *
 * Source: Apache Kafka documentation, "Kafka protocol guide".
 */
final class KafkaFramer extends LengthFramer {

    static final int REQUEST_HEADER = 14;
    static final int API_VERSIONS = 18;
    static final int MAX_SIZE = 1 << 28;

    private static final int RESPONSE_HEADER = 8;
    private static final int MAX_API = 100;
    private static final int MAX_VERSION = 25;
    private static final int FLEXIBLE_PRODUCE = 9;

    KafkaFramer() {
        super(Protocol.KAFKA);
    }

    @Override
    protected int headerLength(int direction) {
        return direction == context().requester() ? REQUEST_HEADER : RESPONSE_HEADER;
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        int size = bytes.getInt(offset);
        boolean asks = direction == context().requester();
        if (size < 4 || size > MAX_SIZE || asks && !isRequest(bytes, offset)) {
            return piece.giveUp();
        }
        if (!asks) {
            piece.role = Role.RESPONSE;
            piece.key = bytes.getInt(offset + 4);
            return message(direction, 4L + size);
        }
        piece.role = Role.REQUEST;
        piece.key = bytes.getInt(offset + 8);
        if (bytes.getShort(offset + 4) == 0) {
            int at = REQUEST_HEADER + Math.max(0, bytes.getShort(offset + 12));
            int acks = acksAt(bytes.getShort(offset + 6), at);
            if (4L + size < acks + 2) {
                return piece.giveUp();
            }
            if (length < acks + 2) {
                return piece.need(acks + 2);
            }
            if (isUnacknowledged(bytes, offset, acks)) {
                piece.role = Role.ONE_WAY;
            }
        }
        return message(direction, 4L + size);
    }

    /** Where acks stand if there is no transactional id, as always where none is wanted. */
    private static int acksAt(int version, int at) {
        return version >= FLEXIBLE_PRODUCE ? at + 2 : version >= 3 ? at + 2 : at;
    }

    private static boolean isUnacknowledged(ByteBuffer bytes, int offset, int acks) {
        int version = bytes.getShort(offset + 6);
        int before = bytes.getShort(offset + acks - 2);
        boolean noTransaction = version < 3 || (version >= FLEXIBLE_PRODUCE ? before == 0 : before == -1);
        return noTransaction && bytes.getShort(offset + acks) == 0;
    }

    /** Whether these bytes, at least {@link #REQUEST_HEADER}, can begin a request. */
    static boolean isRequest(ByteBuffer bytes, int offset) {
        int size = bytes.getInt(offset);
        int api = bytes.getShort(offset + 4);
        int version = bytes.getShort(offset + 6);
        int client = bytes.getShort(offset + 12);
        return api >= 0
                && api <= MAX_API
                && version >= 0
                && version <= MAX_VERSION
                && client >= -1
                && client <= 1024
                && size >= REQUEST_HEADER - 4 + Math.max(0, client)
                && size <= MAX_SIZE;
    }
}
