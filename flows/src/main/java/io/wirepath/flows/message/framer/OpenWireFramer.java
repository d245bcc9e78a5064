package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * OpenWire, which JMS clients of ActiveMQ speak: calls of either side by the number of the command. What is sent is a
 * request where it wants a response, and one-way otherwise; what is dispatched is one-way. All that keeps connections,
 * sessions, transactions and subscriptions, and acknowledgements, is set-up.
 *
 * <pre>
 *   0      4      5
 *   │ size │ type │ number 4 │ wants a response 1 │ of a response: the number it answers 4 │ …        loose
 *   │ size │ type │ n │ n bytes of flags, the lowest bit first: wants a response │ number 4 │ … 4 │ …   tight
 *   │ size │ 1    │ A c t i v e M Q │ version 4 │ …     what each side says first
 * </pre>
 *
 * The number is small, so a zero behind the type tells that numbers are not packed.
 *
 * <p>Source: Apache ActiveMQ, "OpenWire Version 2 Specification".
 */
final class OpenWireFramer extends LengthFramer {

    private static final int HEADER = 10;
    private static final int TYPE = 4;
    private static final int BEHIND_TYPE = 5;
    private static final int MAX_SIZE = 1 << 28;

    private static final int FORMAT = 1;
    private static final int CONNECTION_ERROR = 16;
    private static final int DISPATCH = 21;
    private static final int MESSAGE = 23;
    private static final int LAST_MESSAGE = 29;
    private static final int RESPONSE = 30;
    private static final int EXCEPTION = 31;
    private static final int LAST_RESPONSE = 34;
    private static final int LAST_TYPE = 91;

    /** In place of how many flags there are: that stands in the next byte, or in the next two. */
    private static final int IN_A_BYTE = 0xc0;

    private static final int IN_TWO_BYTES = 0x80;
    private static final int MAX_FLAGS = 255;

    private static final byte[] MAGIC = "ActiveMQ".getBytes(US_ASCII);
    private static final int MAX_AWAITED = 4096;

    /** How commands are packed. */
    private enum Packing {
        UNKNOWN,
        LOOSE,
        TIGHT
    }

    private Packing packing = Packing.UNKNOWN;

    /** Answers that are awaited, with the flags of who asked. */
    private final StreamTable awaited = new StreamTable();

    OpenWireFramer() {
        super(Protocol.OPENWIRE, HEADER);
    }

    @Override
    protected void onReset() {
        packing = Packing.UNKNOWN;
        awaited.reset();
    }

    @Override
    protected boolean mayBeSplit() {
        return true;
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        long total = measure(direction, bytes, offset, length);
        if (total == NO_FRAME) {
            return piece.giveUp();
        }
        int type = bytes.get(offset + TYPE);
        piece.role = Role.ONE_WAY;
        if (type == FORMAT) {
            piece.flags = SightingCodec.FLAG_SETUP;
            return message(direction, total);
        }
        boolean tight = isTight(bytes, offset);
        int number = offset + (tight ? numberAt(bytes, offset) : BEHIND_TYPE);
        int behind = number + Integer.BYTES + (tight ? 0 : 1);
        int seen = behind - offset + (isResponse(type) ? Integer.BYTES : 0);
        if (seen > total) {
            return piece.giveUp();
        }
        if (length < seen) {
            return piece.need(seen);
        }
        packing = tight ? Packing.TIGHT : Packing.LOOSE;
        if (isResponse(type)) {
            answer(direction, type, bytes.getInt(behind), piece);
        } else {
            boolean wants = (bytes.get(tight ? flagsAt(bytes, offset) : behind - 1) & 1) != 0;
            say(direction, type, wants, bytes.getInt(number), piece);
        }
        return message(direction, total);
    }

    private void answer(int direction, int type, int number, Piece piece) {
        piece.role = Role.RESPONSE;
        piece.key = key(1 - direction, number);
        long flags = awaited.remove(piece.key);
        piece.flags = flags == StreamTable.NONE ? 0 : (int) flags;
        piece.outcome = Outcome.of(Outcome.Kind.OPENWIRE, type == EXCEPTION ? 1 : 0);
    }

    private void say(int direction, int type, boolean wants, int number, Piece piece) {
        boolean work = type == DISPATCH || type >= MESSAGE && type <= LAST_MESSAGE || type == CONNECTION_ERROR;
        piece.flags = work ? 0 : SightingCodec.FLAG_SETUP;
        piece.outcome = type == CONNECTION_ERROR ? Outcome.of(Outcome.Kind.OPENWIRE, 1) : Outcome.UNKNOWN;
        if (wants) {
            piece.role = Role.REQUEST;
            piece.key = key(direction, number);
            if (awaited.size() >= MAX_AWAITED) {
                awaited.clear();
            }
            awaited.put(piece.key, piece.flags);
        }
    }

    /** Each side counts its own commands. */
    private static long key(int asker, int number) {
        return Integer.toUnsignedLong(number) << 1 | asker;
    }

    private static boolean isResponse(int type) {
        return type >= RESPONSE && type <= LAST_RESPONSE;
    }

    private boolean isTight(ByteBuffer bytes, int offset) {
        return packing == Packing.UNKNOWN ? bytes.get(offset + BEHIND_TYPE) != 0 : packing == Packing.TIGHT;
    }

    /** Where the flags of a tightly packed command begin, behind their length. */
    private static int flagsAt(ByteBuffer bytes, int offset) {
        int count = bytes.get(offset + BEHIND_TYPE) & 0xff;
        return offset + BEHIND_TYPE + 1 + (count == IN_A_BYTE ? 1 : count == IN_TWO_BYTES ? 2 : 0);
    }

    /** Where the number of a tightly packed command stands, from where it begins. */
    private static int numberAt(ByteBuffer bytes, int offset) {
        int count = bytes.get(offset + BEHIND_TYPE) & 0xff;
        int flags = count == IN_A_BYTE
                ? bytes.get(offset + BEHIND_TYPE + 1) & 0xff
                : count == IN_TWO_BYTES ? bytes.getShort(offset + BEHIND_TYPE + 1) & 0xffff : count;
        return flagsAt(bytes, offset) - offset + flags;
    }

    @Override
    protected long measure(int direction, ByteBuffer bytes, int offset, int length) {
        if (length < HEADER) {
            return bytes.get(offset) == 0 ? MORE : NO_FRAME;
        }
        int size = bytes.getInt(offset);
        int type = bytes.get(offset + TYPE);
        boolean known = type >= FORMAT && type <= LAST_RESPONSE && type != 13 || type >= 40 && type <= LAST_TYPE;
        if (!known || size < HEADER - TYPE || size > MAX_SIZE) {
            return NO_FRAME;
        }
        if (type == FORMAT) {
            int seen = Math.min(MAGIC.length, length - BEHIND_TYPE);
            return Ascii.agreement(bytes, offset + BEHIND_TYPE, seen, MAGIC) < seen ? NO_FRAME : TYPE + (long) size;
        }
        boolean fits = isTight(bytes, offset)
                ? numberAt(bytes, offset) <= Math.min(MAX_FLAGS, size)
                : (bytes.get(offset + HEADER - 1) & 0xfe) == 0;
        return fits ? TYPE + (long) size : NO_FRAME;
    }

    /** What each side says first; in the middle, a response, by its size. */
    static final class Beginning implements Signature {

        private static final byte[] LOOSE_RESPONSE = {0, 0, 0, 10, RESPONSE, 0};
        private static final byte[] TIGHT_RESPONSE = {0, 0, 0, 11, RESPONSE, 1, 0};
        private static final int MAGIC_AT = 5;

        @Override
        public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
            if (bytes.get(offset) != 0) {
                return Verdict.NO;
            }
            if (length <= MAGIC_AT) {
                return length > TYPE && bytes.get(offset + TYPE) != FORMAT && context.fromStart()
                        ? Verdict.NO
                        : Verdict.MORE;
            }
            int seen = Math.min(MAGIC.length, length - MAGIC_AT);
            if (bytes.get(offset + TYPE) == FORMAT) {
                boolean fits = Ascii.agreement(bytes, offset + MAGIC_AT, seen, MAGIC) == seen;
                return !fits ? Verdict.NO : seen == MAGIC.length ? Verdict.YES : Verdict.MORE;
            }
            if (context.fromStart()) {
                return Verdict.NO;
            }
            Verdict tight = Ascii.beginsWith(bytes, offset, length, TIGHT_RESPONSE);
            return tight == Verdict.NO ? Ascii.beginsWith(bytes, offset, length, LOOSE_RESPONSE) : tight;
        }
    }
}
