package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * uWSGI's own protocol, in which a web server hands a request to an application: the request's values and its body,
 * then an answer as in HTTP/1 up to the end of the connection.
 *
 * <pre>
 *   0           1          3           4
 *   +-----------+----------+-----------+----------------+-----+----------------+-------+───+──────+
 *   | modifier  | size     | modifier  | length 2       | key | length 2       | value | … | body |    little-endian
 *   +-----------+----------+-----------+----------------+-----+----------------+-------+───+──────+
 *   HTTP/1.1 200 …       Status: 200 …
 * </pre>
 *
 * Source: uWSGI documentation, "The uwsgi Protocol".
 */
final class UwsgiFramer extends TurnFramer {

    private static final int HEADER = 4;

    /** A name in capitals, of which the header is followed by its length. */
    private static final int NAMED = HEADER + 2;

    private static final int SHORTEST_NAME = 4;
    private static final int LONGEST_NAME = 64;

    /** Most of the values that are looked at. */
    private static final int LOOKED_AT = 1024;

    private static final byte[] VERSION = "HTTP/1.".getBytes(US_ASCII);
    private static final byte[] STATUS = "Status:".getBytes(US_ASCII);
    private static final int STATUS_AT = 9;
    private static final int STATUS_LINE = STATUS_AT + 3;

    private static final byte[] METHOD = "REQUEST_METHOD".getBytes(US_ASCII);
    private static final byte[] TARGET = "REQUEST_URI".getBytes(US_ASCII);

    UwsgiFramer() {
        super(Protocol.UWSGI);
    }

    @Override
    protected int begin(boolean asks, ByteBuffer bytes, int offset, int length, Piece piece) {
        piece.role = asks ? Role.REQUEST : Role.RESPONSE;
        if (!asks) {
            if (length < STATUS_LINE) {
                return STATUS_LINE;
            }
            piece.outcome = outcome(bytes, offset);
            return UNTIL_TURN;
        }
        if (length < NAMED + SHORTEST_NAME) {
            return NAMED + SHORTEST_NAME;
        }
        if (!begins(true, bytes, offset, length)) {
            piece.role = Role.ONE_WAY; // the application answered before it had all of the body
            piece.flags = SightingCodec.FLAG_SETUP;
            piece.goesOn = true;
            return UNTIL_TURN;
        }
        if (context().wantsOperations()) {
            int seen = Math.min(HEADER + size(bytes, offset), LOOKED_AT);
            if (length < seen) {
                return seen;
            }
            piece.operation = operation(bytes, offset + HEADER, offset + seen);
        }
        return UNTIL_TURN;
    }

    private static int outcome(ByteBuffer bytes, int offset) {
        boolean http = Ascii.agreement(bytes, offset, VERSION.length, VERSION) == VERSION.length;
        boolean status = Ascii.agreement(bytes, offset, STATUS.length, STATUS) == STATUS.length;
        int at = offset + (http ? STATUS_AT : STATUS.length);
        long code = http || status ? Ascii.decimal(bytes, at, offset + STATUS_LINE) : -1;
        return Outcome.of(Outcome.Kind.HTTP, (int) code);
    }

    private static int size(ByteBuffer bytes, int offset) {
        return littleEndian(bytes, offset + 1);
    }

    private static int littleEndian(ByteBuffer bytes, int at) {
        return Short.reverseBytes(bytes.getShort(at)) & 0xffff;
    }

    /** Method and path of the request, as far as these values say them. */
    private static @Nullable String operation(ByteBuffer bytes, int from, int end) {
        String method = null;
        String target = null;
        for (int at = from; at + 2 <= end; ) {
            int key = at + 2;
            int behindKey = key + littleEndian(bytes, at);
            int value = behindKey + 2;
            int behind = value <= end ? value + littleEndian(bytes, behindKey) : end + 1;
            if (behind > end) {
                break;
            }
            if (isKey(METHOD, bytes, key, behindKey)) {
                method = OperationName.ofName(bytes, value, behind);
            } else if (isKey(TARGET, bytes, key, behindKey)) {
                target = OperationName.ofName(bytes, value, behind);
            }
            at = behind;
        }
        return method == null || target == null ? method : method + " " + target;
    }

    private static boolean isKey(byte[] wanted, ByteBuffer bytes, int from, int end) {
        return end - from == wanted.length && Ascii.agreement(bytes, from, wanted.length, wanted) == wanted.length;
    }

    @Override
    protected boolean begins(boolean asks, ByteBuffer bytes, int offset, int length) {
        return asks
                ? length > NAMED && Beginning.judge(bytes, offset, length) == Signature.Verdict.YES
                : length >= STATUS_LINE && outcome(bytes, offset) != Outcome.UNKNOWN;
    }

    /** The values of a request, of which the first has a name in capitals. */
    static final class Beginning implements Signature {

        @Override
        public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
            return direction == context.requester() ? judge(bytes, offset, length) : Verdict.NO;
        }

        private static Verdict judge(ByteBuffer bytes, int offset, int length) {
            if (bytes.get(offset) != 0 || length >= HEADER && bytes.get(offset + HEADER - 1) != 0) {
                return Verdict.NO;
            }
            if (length < NAMED) {
                return length == HEADER + 1 && !isNameLength(bytes.get(offset + HEADER)) ? Verdict.NO : Verdict.MORE;
            }
            int name = littleEndian(bytes, offset + HEADER);
            if (!isNameLength(name) || name + 4 > size(bytes, offset)) {
                return Verdict.NO;
            }
            int seen = Math.min(length, Math.min(NAMED + name, FramerChooser.LOOKS_AT));
            for (int at = NAMED; at < seen; at++) {
                int b = bytes.get(offset + at);
                if ((b < 'A' || b > 'Z') && b != '_') {
                    return Verdict.NO;
                }
            }
            return seen < NAMED + SHORTEST_NAME ? Verdict.MORE : Verdict.YES;
        }

        private static boolean isNameLength(int length) {
            return length >= SHORTEST_NAME && length <= LONGEST_NAME;
        }
    }
}
