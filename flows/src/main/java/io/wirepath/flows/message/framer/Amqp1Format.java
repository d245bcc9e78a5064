package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * AMQP 1.0: what is transferred is one-way, and may take several frames; opening, credit, dispositions and empty frames
 * are set-up. The disposition of a receiver repeats the delivery id of a transfer.
 *
 * <pre>
 *   start     "AMQP" protocol (0 AMQP, 2 TLS, 3 SASL) 1 0 0
 *   frame     │ size 4 │ where the body begins 1, in words │ type 1 (0 AMQP, 1 SASL) │ channel 2 │ …
 *   transfer  0x00 0x53 0x14 │ list │ handle │ delivery id │ delivery tag │ format │ settled │ more to come │ …
 *   disposition 0x00 0x53 0x15 │ list │ of a receiver │ first delivery id │ last │ settled │ state
 *   list      0xc0 size 1, count 1; or 0xd0 size 4, count 4
 * </pre>
 *
 * Source: OASIS, "AMQP Version 1.0" part 1 §1.2, §1.6, part 2 §2.2, §2.3, §2.7.5, §2.7.6.
 */
final class Amqp1Format extends FrameFormat {

    private static final int HEADER = 8;
    private static final byte[] START = {'A', 'M', 'Q', 'P'};
    private static final int TRANSFER = 0x005314;
    private static final int DISPOSITION = 0x005315;
    private static final int LIST_8 = 0xc0;
    private static final int LIST_32 = 0xd0;
    private static final int LONGEST_TAG = 32;
    private static final int ID_FIELD = 1;
    private static final int MORE_FIELD = 5;

    /** Bytes of a transfer in which its fields stand, if the tag is not longer than allowed. */
    private static final int FIELDS = 3 + 9 + 5 + 5 + 2 + LONGEST_TAG + 5 + 2 + 2;

    private static final int TRUE = 0x41;
    private static final int BOOLEAN = 0x56;
    private static final int BINARY_8 = 0xa0;

    Amqp1Format() {
        super(Protocol.AMQP_1, HEADER);
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        if (bytes.get(offset) == 0 && !context.fromStart()) {
            return length < HEADER + 3 ? Verdict.MORE : isPerformative(bytes, offset) ? Verdict.YES : Verdict.NO;
        }
        int agreement = Ascii.agreement(bytes, offset, length, START);
        if (agreement <= 0) {
            return Verdict.NO;
        }
        if (length < HEADER) {
            return Verdict.MORE;
        }
        return isStart(bytes, offset) ? Verdict.YES : Verdict.NO;
    }

    /** Whether a frame of a session begins here. */
    private static boolean isPerformative(ByteBuffer bytes, int offset) {
        boolean framed = bytes.getShort(offset + 4) == HEADER / 4 << Byte.SIZE;
        int descriptor = bytes.get(offset + HEADER + 2);
        return framed && bytes.getShort(offset + HEADER) == 0x53 && descriptor >= 0x10 && descriptor <= 0x18;
    }

    private static boolean isStart(ByteBuffer bytes, int offset) {
        int protocol = bytes.get(offset + 4);
        boolean version1 = bytes.get(offset + 5) == 1 && bytes.getShort(offset + 6) == 0;
        return (protocol == 0 || protocol == 2 || protocol == 3) && version1;
    }

    @Override
    public long read(boolean asks, ByteBuffer bytes, int offset, int length, Piece piece) {
        piece.role = Role.ONE_WAY;
        piece.flags = SightingCodec.FLAG_SETUP;
        if (bytes.get(offset) == START[0]) {
            boolean starts = Ascii.agreement(bytes, offset, START.length, START) == START.length;
            return starts && isStart(bytes, offset) ? HEADER : piece.giveUp();
        }
        long size = bytes.getInt(offset) & 0xffff_ffffL;
        int body = (bytes.get(offset + 4) & 0xff) << 2;
        if (body < HEADER || body > size || bytes.get(offset + 5) > 1 || bytes.get(offset + 5) < 0) {
            return piece.giveUp();
        }
        int seen = (int) Math.min(size, body + FIELDS);
        if (length < seen) {
            return piece.need(seen);
        }
        int channel = bytes.getShort(offset + 6) & 0xffff;
        int descriptor = seen - body > 3 && bytes.get(offset + 5) == 0 ? bytes.getInt(offset + body) >>> 8 : 0;
        if (descriptor == TRANSFER) {
            piece.flags = 0;
            fields(bytes, offset + body + 3, offset + seen, piece);
            piece.slot = piece.slot << 16 | channel;
        } else if (descriptor == DISPOSITION && isReceivers(bytes, offset + body + 3, offset + seen)) {
            fields(bytes, offset + body + 3, offset + seen, piece);
            piece.slot = 0;
            piece.ends = true;
        }
        if (piece.delivery != Piece.IN_ORDER) {
            boolean fromOpener = asks == (descriptor == TRANSFER);
            piece.delivery |= (long) channel << Integer.SIZE | (fromOpener ? 1L << 48 : 0);
        }
        return size;
    }

    /** Reads the fields up to the one that says whether more of the delivery follows. */
    private static void fields(ByteBuffer bytes, int from, int end, Piece piece) {
        int type = bytes.get(from) & 0xff;
        int countAt = type == LIST_8 ? from + 2 : from + 5;
        int at = type == LIST_8 ? from + 3 : from + 9;
        if (type != LIST_8 && type != LIST_32 || at >= end) {
            return;
        }
        int count = type == LIST_8 ? bytes.get(countAt) & 0xff : bytes.getInt(countAt);
        for (int field = 0; field < count && field <= MORE_FIELD && at < end; field++) {
            int own = bytes.get(at) & 0xff;
            if (field == 0) {
                piece.slot = 1 + handle(bytes, at, end, own);
            } else if (field == ID_FIELD) {
                piece.delivery = id(bytes, at, end, own);
            } else if (field == MORE_FIELD) {
                piece.ends = own != TRUE && !(own == BOOLEAN && at + 1 < end && bytes.get(at + 1) == 1);
            }
            at += 1 + width(bytes, at, end, own);
        }
    }

    /** The handle of the link; of a large one only what tells it from others that are open. */
    private static int handle(ByteBuffer bytes, int at, int end, int type) {
        if (type == 0x52 && at + 1 < end) {
            return bytes.get(at + 1) & 0xff;
        }
        return type == 0x70 && at + 4 < end ? bytes.getShort(at + 3) & 0x3fff : 0;
    }

    /** Whether a disposition is that of a receiver: its first field says so. */
    private static boolean isReceivers(ByteBuffer bytes, int list, int end) {
        int at = list + ((bytes.get(list) & 0xff) == LIST_8 ? 3 : 9);
        return at + 1 < end && (bytes.get(at) == TRUE || bytes.get(at) == BOOLEAN && bytes.get(at + 1) == 1);
    }

    private static long id(ByteBuffer bytes, int at, int end, int type) {
        return switch (type) {
            case 0x43 -> 0;
            case 0x52 -> at + 1 < end ? bytes.get(at + 1) & 0xff : Piece.IN_ORDER;
            case 0x70 -> at + 4 < end ? bytes.getInt(at + 1) & 0xffff_ffffL : Piece.IN_ORDER;
            default -> Piece.IN_ORDER;
        };
    }

    /** Bytes behind the constructor of a value: its upper half says how wide it is (part 1 §1.2). */
    private static int width(ByteBuffer bytes, int at, int end, int type) {
        return switch (type >>> 4) {
            case 0x5 -> 1;
            case 0x6 -> 2;
            case 0x7 -> 4;
            case 0x8 -> 8;
            case 0x9 -> 16;
            case 0xa -> type == BINARY_8 && at + 1 < end ? 1 + (bytes.get(at + 1) & 0xff) : 1;
            default -> 0;
        };
    }
}
