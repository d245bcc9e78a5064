package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.ProtobufCursor;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.message.framer.Signature.Verdict;
import java.nio.ByteBuffer;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop's RPC, by which HDFS and YARN are asked: calls by call id. What a connection begins with, pings and the log-in
 * are set-up; what the log-in encrypts stays set-up. An exception is an error.
 *
 * <pre>
 *   begins     │ "hrpc" │ version 1 │ class 1 │ log-in 1 │
 *   request    │ length 4 │ header: varint, bytes │ method: varint, bytes │ argument: varint, bytes │
 *   response   │ length 4 │ header: varint, bytes │ …
 *   header of a request    08 kind │ 10 operation │ 18 call id, signed │ 22 client │ …
 *   header of a response   08 call id │ 10 status: 0 done, 1 exception, 2 the end │ …
 *   method                 0a name │ …
 *   argument               0a what it is about, of HDFS the path │ …
 * </pre>
 *
 * Source: Apache Hadoop, "RpcHeader.proto", "ProtobufRpcEngine2.proto", "ClientNamenodeProtocol.proto".
 */
final class HadoopRpcFramer extends LengthFramer {

    private static final byte[] BEGIN = "hrpc".getBytes(US_ASCII);
    private static final int BEGIN_BYTES = 7;

    /** Length, and the shortest header that says which call it is about. */
    private static final int HEADER = 9;

    /** With so many bytes it is clear whether they are a header, and of which call. */
    private static final int FRONT = 20;

    /** So many bytes of a request hold its method and path. */
    private static final int OPERATION_BYTES = 768;

    private static final int MAX_SIZE = 1 << 27;
    private static final int LONGEST_ID = 5;
    private static final int ID = 0x08;
    private static final int KIND = 0x08;
    private static final int OPERATION = 0x10;
    private static final int STATUS = 0x10;
    private static final int ASKED_ID = 0x18;
    private static final int CLIENT = 0x22;
    private static final int CLIENT_BYTES = 16;

    /** Kinds, operations and statuses are up to this; the last operation ends the connection. */
    private static final int LAST = 2;

    /** What may stand behind the status: version, exception, its text and kind, client. */
    private static final Set<Integer> BEHIND_STATUS = Set.of(0x18, 0x22, 0x2a, 0x30, 0x3a);

    private static final int CONTEXT_ID = -3;
    private static final int PING_ID = -4;
    private static final int LOG_IN_ID = -33;
    private static final int NO_ID = -1;

    private final ProtobufCursor cursor = new ProtobufCursor();

    HadoopRpcFramer() {
        super(Protocol.HADOOP_RPC, HEADER);
    }

    @Override
    protected int headerLength(int direction) {
        return asks(direction) ? BEGIN_BYTES : HEADER;
    }

    @Override
    public boolean knowsLength(int direction, int seen) {
        return seen >= FRONT;
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        boolean asks = asks(direction);
        if (asks && Ascii.agreement(bytes, offset, length, BEGIN) == BEGIN.length) {
            return part(direction, BEGIN_BYTES);
        }
        int id = idAt(bytes, offset, length, asks);
        if (id == NO_FRAME) {
            return piece.giveUp();
        }
        long total = 4L + bytes.getInt(offset);
        boolean tells = asks && context().wantsOperations();
        int seen = id == MORE ? length + 1 : tells ? (int) Math.min(total, OPERATION_BYTES) : 0;
        if (length < seen) {
            return piece.need(seen);
        }
        long written = cursor.on(bytes, offset + id, offset + length).varint();
        int behind = bytes.get(cursor.at() + 1);
        piece.key = asks ? ProtobufCursor.signed(written) : (int) written;
        boolean isLogIn = piece.key == LOG_IN_ID;
        if (asks) {
            int operation = bytes.get(offset + id - 2);
            boolean oneWay = piece.key == CONTEXT_ID || piece.key == PING_ID || operation == LAST;
            piece.role = oneWay ? Role.ONE_WAY : Role.REQUEST;
            piece.flags = oneWay || isLogIn ? SightingCodec.FLAG_SETUP : 0;
            piece.operation = tells && piece.flags == 0 ? operation(bytes, offset + 4, offset + seen) : null;
        } else {
            piece.role = piece.key == NO_ID ? Role.ONE_WAY : Role.RESPONSE;
            piece.flags = isLogIn ? SightingCodec.FLAG_SETUP : 0;
            piece.outcome = Outcome.of(Outcome.Kind.HADOOP_RPC, behind);
        }
        return message(direction, total);
    }

    /** The method, and the path that it is about; null where they are not there. */
    private @Nullable String operation(ByteBuffer bytes, int header, int end) {
        int method = behind(bytes, header, end);
        String name = text(bytes, method, end);
        String path = text(bytes, behind(bytes, method, end), end);
        return name.isEmpty() ? null : path.startsWith("/") ? name + ' ' + path : name;
    }

    /** Where the block that begins here, with its length, ends. */
    private int behind(ByteBuffer bytes, int from, int end) {
        long size = Math.max(0, cursor.on(bytes, from, end).varint());
        return cursor.at() + (int) Math.min(end - cursor.at(), size);
    }

    /** The first field of the block that begins here, if it is a text and there whole; else nothing. */
    private String text(ByteBuffer bytes, int from, int end) {
        cursor.on(bytes, from, end).varint();
        boolean there = cursor.next() && cursor.field() == 1 && cursor.isBlock();
        return there ? OperationName.ofName(bytes, cursor.from(), cursor.at()) : "";
    }

    @Override
    protected long measure(int direction, ByteBuffer bytes, int offset, int length) {
        int id = idAt(bytes, offset, length, asks(direction));
        return id > 0 ? 4L + bytes.getInt(offset) : id;
    }

    /** Where the call id stands of a frame that begins here; {@link #NO_FRAME}, or {@link #MORE}. */
    private static int idAt(ByteBuffer bytes, int offset, int length, boolean asks) {
        int header = length > 4 && bytes.get(offset + 4) < 0 ? 6 : 5;
        int id = header + (asks ? 5 : 1);
        boolean front = asks
                ? is(KIND, bytes, offset, length, header)
                        && isLow(bytes, offset, length, header + 1)
                        && is(OPERATION, bytes, offset, length, header + 2)
                        && isLow(bytes, offset, length, header + 3)
                        && is(ASKED_ID, bytes, offset, length, header + 4)
                : is(ID, bytes, offset, length, header);
        int size = length < 4 ? MAX_SIZE : bytes.getInt(offset);
        if (!front || bytes.get(offset) > MAX_SIZE >>> 24 || bytes.get(offset) < 0 || size > MAX_SIZE) {
            return (int) NO_FRAME;
        }
        int end = id;
        while (end < length && bytes.get(offset + end) < 0) {
            end++;
        }
        end++;
        boolean back = asks
                ? is(CLIENT, bytes, offset, length, end)
                        && (is(0, bytes, offset, length, end + 1) || is(CLIENT_BYTES, bytes, offset, length, end + 1))
                : is(STATUS, bytes, offset, length, end)
                        && isLow(bytes, offset, length, end + 1)
                        && (length <= end + 2 || BEHIND_STATUS.contains((int) bytes.get(offset + end + 2)));
        int needed = end + (asks ? 2 : 3);
        if (!back || end - id > LONGEST_ID || size + 4 < needed) {
            return (int) NO_FRAME;
        }
        return length < needed ? (int) MORE : id;
    }

    /** Whether this byte, if it is there, has this value. */
    private static boolean is(int value, ByteBuffer bytes, int offset, int length, int at) {
        return at >= length || bytes.get(offset + at) == value;
    }

    private static boolean isLow(ByteBuffer bytes, int offset, int length, int at) {
        return at >= length || bytes.get(offset + at) >= 0 && bytes.get(offset + at) <= LAST;
    }

    /** Hadoop's RPC: what a connection begins with; in its middle, the header of a request or a response. */
    static Verdict begins(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        boolean asks = direction == context.requester() || !context.isRequesterKnown();
        int agreement = Ascii.agreement(bytes, offset, length, BEGIN);
        if (agreement > 0) {
            return !asks ? Verdict.NO : agreement == BEGIN.length ? Verdict.YES : Verdict.MORE;
        }
        if (context.fromStart() || bytes.get(offset) != 0) {
            return Verdict.NO;
        }
        int request = asks ? idAt(bytes, offset, length, true) : (int) NO_FRAME;
        boolean mayAnswer = direction != context.requester() || !context.isRequesterKnown();
        int response = mayAnswer ? idAt(bytes, offset, length, false) : (int) NO_FRAME;
        if (request > 0 || response > 0) {
            context.learnRequester(request > 0 ? direction : 1 - direction);
            return Verdict.YES;
        }
        return request == MORE || response == MORE ? Verdict.MORE : Verdict.NO;
    }
}
