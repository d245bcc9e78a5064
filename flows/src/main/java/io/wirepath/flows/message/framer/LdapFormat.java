package io.wirepath.flows.message.framer;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * LDAP: calls by message id; the entries that a search finds and its end are one response.
 *
 * <pre>
 *   │ 0x30 │ length: 1, or 0x81 to 0x84 and as many bytes │ 0x02 │ length 1 │ message id │ operation 1 │ …
 *   operation of a response: │ length │ 0x0a │ 1 │ result code │ …
 * </pre>
 *
 * Source: RFC 4511 §4.2 to §4.14, §5.1.
 */
final class LdapFormat extends FrameFormat {

    private static final int SEQUENCE = 0x30;
    private static final int INTEGER = 0x02;
    private static final int ENUMERATED = 0x0a;
    private static final int MAX_ID_BYTES = 4;

    /**
     * Bytes from the operation to the end of its result: the operation, at most five of a length, three of the result.
     */
    private static final int MAX_TO_RESULT = 9;

    private static final int UNBIND = 0x42;
    private static final int ABANDON = 0x50;
    private static final int ENTRY = 0x64;
    private static final int REFERENCE = 0x73;
    private static final int EXTENDED_RESPONSE = 0x78;
    private static final int INTERMEDIATE = 0x79;

    LdapFormat() {
        super(Protocol.LDAP, 2);
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        if (bytes.get(offset) != SEQUENCE) {
            return Verdict.NO;
        }
        if (length < header()) {
            return Verdict.MORE;
        }
        int integerAt = 1 + lengthBytes(bytes, offset);
        if (length < integerAt + 2) {
            return Verdict.MORE;
        }
        int idBytes = bytes.get(offset + integerAt + 1);
        if (bytes.get(offset + integerAt) != INTEGER || idBytes < 1 || idBytes > MAX_ID_BYTES) {
            return Verdict.NO;
        }
        int operationAt = integerAt + 2 + idBytes;
        if (length <= operationAt) {
            return Verdict.MORE;
        }
        Role role = role(bytes.get(offset + operationAt));
        boolean fits = direction == context.requester() ? role != Role.RESPONSE : role == Role.RESPONSE;
        return fits && role != Role.UNKNOWN ? Verdict.YES : Verdict.NO;
    }

    /** Bytes that the length field behind the first byte takes. */
    private static int lengthBytes(ByteBuffer bytes, int offset) {
        int first = bytes.get(offset + 1);
        return first >= 0 ? 1 : 1 + (first & 0x7f);
    }

    private static Role role(int operation) {
        return switch (operation) {
            case 0x60, 0x63, 0x66, 0x68, 0x4a, 0x6c, 0x6e, 0x77 -> Role.REQUEST;
            case 0x61, ENTRY, 0x65, 0x67, 0x69, 0x6b, 0x6d, 0x6f, REFERENCE, EXTENDED_RESPONSE, INTERMEDIATE ->
                Role.RESPONSE;
            case UNBIND, ABANDON -> Role.ONE_WAY;
            default -> Role.UNKNOWN;
        };
    }

    /** The result code that a response begins with; {@code from} is at the length of its operation. */
    private static int outcome(ByteBuffer bytes, int from, int end) {
        int at = from < end ? from + lengthBytes(bytes, from - 1) : end;
        boolean hasCode = at + 2 < end && bytes.get(at) == ENUMERATED && bytes.get(at + 1) == 1;
        return hasCode ? Outcome.of(Outcome.Kind.LDAP, bytes.get(at + 2) & 0xff) : Outcome.UNKNOWN;
    }

    @Override
    public long read(boolean asks, ByteBuffer bytes, int offset, int length, Piece piece) {
        int lengthBytes = lengthBytes(bytes, offset);
        int integerAt = 1 + lengthBytes;
        if (bytes.get(offset) != SEQUENCE || lengthBytes > 5) {
            return piece.giveUp();
        }
        if (length < integerAt + 2) {
            return piece.need(integerAt + 2);
        }
        int idBytes = bytes.get(offset + integerAt + 1);
        if (bytes.get(offset + integerAt) != INTEGER || idBytes < 1 || idBytes > MAX_ID_BYTES) {
            return piece.giveUp();
        }
        int operationAt = integerAt + 2 + idBytes;
        if (length <= operationAt) {
            return piece.need(operationAt + 1);
        }
        long content = bytes.get(offset + 1);
        if (lengthBytes > 1) {
            content = LearntShape.field(bytes, offset + 2, lengthBytes - 1, false);
        }
        int id = (int) LearntShape.field(bytes, offset + integerAt + 2, idBytes, false);
        int operation = bytes.get(offset + operationAt);
        piece.role = role(operation);
        if (piece.role == Role.UNKNOWN || integerAt + content <= operationAt) {
            return piece.giveUp();
        }
        piece.ends = operation != ENTRY && operation != REFERENCE && operation != INTERMEDIATE;
        if (piece.role == Role.RESPONSE && piece.ends) {
            int resultEnds = (int) Math.min(integerAt + content, operationAt + MAX_TO_RESULT);
            if (length < resultEnds) {
                return piece.need(resultEnds);
            }
            piece.outcome = outcome(bytes, offset + operationAt + 1, offset + resultEnds);
        }
        name(id, operation, piece);
        return integerAt + content;
    }

    private static void name(int id, int operation, Piece piece) {
        piece.slot = id;
        piece.key = id;
        if (id == 0 && operation == EXTENDED_RESPONSE) {
            piece.role = Role.ONE_WAY; // a notice of disconnection, which nobody asked for
        }
        piece.flags = operation == UNBIND ? SightingCodec.FLAG_SETUP : 0;
    }
}
