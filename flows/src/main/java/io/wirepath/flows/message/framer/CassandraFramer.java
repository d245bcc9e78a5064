package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * Cassandra's CQL binary protocol, versions 3 and 4: calls by stream id; events want no answer.
 *
 * <pre>
 *   │ version 1 (0x80: response) │ flags 1 │ stream 2 │ opcode 1 │ length 4 │ …
 * </pre>
 *
 * Version 5 wraps these frames in segments after the start and is left to turns from there on. Source: Apache Cassandra,
 * native_protocol_v4.spec.
 */
final class CassandraFramer extends LengthFramer {

    static final int HEADER = 9;

    private static final int MAX_LENGTH = 1 << 28;
    private static final int STARTUP = 0x01;
    private static final int READY = 0x02;
    private static final int AUTHENTICATE = 0x03;
    private static final int OPTIONS = 0x05;
    private static final int SUPPORTED = 0x06;
    private static final int EVENT = 0x0c;
    private static final int AUTH_CHALLENGE = 0x0e;
    private static final int AUTH_RESPONSE = 0x0f;
    private static final int AUTH_SUCCESS = 0x10;
    private static final int REQUESTS =
            1 << STARTUP | 1 << OPTIONS | 1 << 7 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 13 | 1 << AUTH_RESPONSE;
    private static final int SETUPS = 1 << STARTUP
            | 1 << READY
            | 1 << AUTHENTICATE
            | 1 << AUTH_CHALLENGE
            | 1 << AUTH_RESPONSE
            | 1 << AUTH_SUCCESS
            | 1 << OPTIONS
            | 1 << SUPPORTED;

    CassandraFramer() {
        super(Protocol.CASSANDRA);
    }

    @Override
    protected int headerLength(int direction) {
        return HEADER;
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        if (!isHeader(bytes, offset)) {
            return piece.giveUp();
        }
        int opcode = bytes.get(offset + 4);
        boolean response = bytes.get(offset) < 0;
        piece.role = opcode == EVENT ? Role.ONE_WAY : response ? Role.RESPONSE : Role.REQUEST;
        piece.key = bytes.getShort(offset + 2);
        piece.flags = (1 << opcode & SETUPS) != 0 ? SightingCodec.FLAG_SETUP : 0;
        if (!response) {
            context().learnRequester(direction);
        }
        return message(direction, HEADER + (long) bytes.getInt(offset + 5));
    }

    /** Whether these {@link #HEADER} bytes are a frame header. */
    static boolean isHeader(ByteBuffer bytes, int offset) {
        int version = bytes.get(offset) & 0x7f;
        int opcode = bytes.get(offset + 4);
        int length = bytes.getInt(offset + 5);
        if (version < 3 || version > 5 || opcode < 0 || opcode > AUTH_SUCCESS || length < 0 || length > MAX_LENGTH) {
            return false;
        }
        boolean request = (1 << opcode & REQUESTS) != 0;
        return (bytes.get(offset + 1) & 0xe0) == 0 && request == bytes.get(offset) >= 0 && opcode != 4;
    }
}
