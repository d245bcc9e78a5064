package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * FastCGI: calls by request id, which is used again once it is answered. A request ends with an empty record of its
 * input, a response with the record that says so; what asks for the application's own values has no id and is set-up.
 *
 * <pre>
 *   0         1      2            4                6         7
 *   +---------+------+------------+----------------+---------+---+─────────+─────────+
 *   | 1       | type | request id | content length | padding | 0 | content | padding |
 *   +---------+------+------------+----------------+---------+---+─────────+─────────+
 *   type: 1 begin, 2 abort, 3 end, 4 parameters, 5 input, 6 output, 7 errors, 8 data, 9 to 11 values
 * </pre>
 *
 * Source: M. R. Brown, "FastCGI Specification", 1996, §3 to §5.
 */
final class FastCgiFormat extends FrameFormat {

    private static final int HEADER = 8;
    private static final int BEGIN = 1;
    private static final int ABORT = 2;
    private static final int END = 3;
    private static final int PARAMETERS = 4;
    private static final int INPUT = 5;
    private static final int OUTPUT = 6;
    private static final int ERRORS = 7;
    private static final int DATA = 8;
    private static final int LAST_TYPE = 11;

    /** Responder, authorizer, filter. */
    private static final int LAST_ROLE = 3;

    private static final byte[] STATUS = "Status: ".getBytes(US_ASCII);
    private static final int STATUS_BYTES = STATUS.length + 3;
    private static final int OK = 200;
    private static final int REFUSED = 503;

    FastCgiFormat() {
        super(Protocol.FASTCGI, HEADER);
    }

    /**
     * The beginning of a request: what it is to be, and whether the connection is kept. Where that was not seen, the
     * beginning of a response: headers as those of HTTP.
     */
    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        if (direction != context.requester() && !context.fromStart()) {
            return judgeResponse(bytes, offset, length);
        }
        if (bytes.get(offset) != 1 || length > 1 && bytes.get(offset + 1) != BEGIN) {
            return Verdict.NO;
        }
        if (length < HEADER + 2) {
            return Verdict.MORE;
        }
        int role = bytes.getShort(offset + HEADER);
        boolean begins = isHeader(bytes, offset) && content(bytes, offset) == HEADER && role >= 1 && role <= LAST_ROLE;
        return begins ? Verdict.YES : Verdict.NO;
    }

    private static Verdict judgeResponse(ByteBuffer bytes, int offset, int length) {
        if (bytes.get(offset) != 1 || length > 1 && bytes.get(offset + 1) != OUTPUT) {
            return Verdict.NO;
        }
        if (length < HEADER + STATUS_BYTES) {
            return Verdict.MORE;
        }
        int end = HEADER + Math.min(content(bytes, offset), FramerChooser.LOOKS_AT - HEADER);
        int name = HEADER;
        while (name < Math.min(end, length) && isNameByte(bytes.get(offset + name))) {
            name++;
        }
        boolean more = name == length && length < end;
        boolean names = name > HEADER && name < Math.min(end, length) && bytes.get(offset + name) == ':';
        return !isHeader(bytes, offset) ? Verdict.NO : more ? Verdict.MORE : names ? Verdict.YES : Verdict.NO;
    }

    private static boolean isNameByte(int own) {
        return own >= 'a' && own <= 'z' || own >= 'A' && own <= 'Z' || own == '-';
    }

    private static boolean isHeader(ByteBuffer bytes, int offset) {
        int type = bytes.get(offset + 1);
        return bytes.get(offset) == 1
                && type >= BEGIN
                && type <= LAST_TYPE
                && (id(bytes, offset) == 0) == type > DATA
                && bytes.get(offset + 7) == 0;
    }

    private static int id(ByteBuffer bytes, int offset) {
        return bytes.getShort(offset + 2) & 0xffff;
    }

    private static int content(ByteBuffer bytes, int offset) {
        return bytes.getShort(offset + 4) & 0xffff;
    }

    @Override
    public long read(boolean asks, ByteBuffer bytes, int offset, int length, Piece piece) {
        int type = bytes.get(offset + 1);
        int content = content(bytes, offset);
        boolean request = type == BEGIN || type == PARAMETERS || type == INPUT || type == DATA;
        boolean response = type == END || type == OUTPUT || type == ERRORS;
        if (!isHeader(bytes, offset) || request && !asks || response && asks) {
            return piece.giveUp();
        }
        piece.slot = id(bytes, offset);
        piece.key = piece.slot;
        if (!request && !response) {
            piece.role = Role.ONE_WAY;
            piece.flags = type == ABORT ? 0 : SightingCodec.FLAG_SETUP;
            piece.slot = type == ABORT ? -piece.slot : 0;
        } else {
            int seen = HEADER + Math.min(content, type == END ? HEADER : type == OUTPUT ? STATUS_BYTES : 0);
            if (length < seen) {
                return piece.need(seen);
            }
            piece.role = request ? Role.REQUEST : Role.RESPONSE;
            piece.goesOn = request && type != BEGIN;
            piece.ends = type == END || type == INPUT && content == 0;
            piece.outcome = outcome(type, bytes, offset + HEADER, offset + seen);
        }
        return (long) HEADER + content + (bytes.get(offset + 6) & 0xff);
    }

    /** What the application says of itself in front of its headers, which are those of HTTP; or why it was not run. */
    private static int outcome(int type, ByteBuffer bytes, int at, int end) {
        if (type == END && end - at == HEADER && bytes.get(at + 4) != 0) {
            return Outcome.of(Outcome.Kind.HTTP, REFUSED);
        }
        if (type != OUTPUT || end - at < STATUS_BYTES || !Character.isUpperCase(bytes.get(at))) {
            return Outcome.UNKNOWN;
        }
        boolean says = Ascii.startsWithIgnoringCase(bytes, at, end, STATUS);
        long status = says ? Ascii.decimal(bytes, at + STATUS.length, end) : OK;
        return status > 0 ? Outcome.of(Outcome.Kind.HTTP, (int) status) : Outcome.UNKNOWN;
    }
}
