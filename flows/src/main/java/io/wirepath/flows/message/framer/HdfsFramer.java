package io.wirepath.flows.message.framer;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.ProtobufCursor;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.message.framer.Signature.Verdict;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * HDFS' data transfer protocol: one operation at a time on a connection. What is read comes in packets, which are one
 * response with what says that it is read. What is written is a call, whose response says that all replicas are ready,
 * and then a call for each packet, by its number. What a client says of what it read is set-up; so is a packet that
 * only keeps the connection. What a data node copies to another by itself is not answered, and one-way.
 *
 * <pre>
 *   operation  │ 0 28 │ operation 1 │ varint, header │
 *   header     0a base { 0a block { 0a pool │ 10 block │ … } │ … } │ 12 client │ …    of what is read or written
 *   response   │ varint, bytes: 08 status │ … │ 22 checksums, where packets follow │ …
 *   packet     │ length 4 │ 2, header: 09 offset 8 │ 11 number 8 │ 18 last │ 25 length 4 … │ checksums, data │
 *              length: its own 4 bytes, checksums and data; little-endian inside the header
 *   taken      │ varint, bytes: 08 number, signed │ 10 status of each replica … │ …
 *   was read   │ varint, bytes: 08 status │
 * </pre>
 *
 * Source: Apache Hadoop, "datatransfer.proto", "DataTransferProtocol", "PacketReceiver".
 */
final class HdfsFramer extends LengthFramer {

    private static final int VERSION = 28;
    private static final int FIRST = 80;
    private static final int WRITE = 80;
    private static final String[] NAMES = {
        "WRITE_BLOCK",
        "READ_BLOCK",
        "READ_METADATA",
        "REPLACE_BLOCK",
        "COPY_BLOCK",
        "BLOCK_CHECKSUM",
        "TRANSFER_BLOCK",
        "REQUEST_SHORT_CIRCUIT_FDS",
        "RELEASE_SHORT_CIRCUIT_FDS",
        "REQUEST_SHORT_CIRCUIT_SHM",
        "BLOCK_GROUP_CHECKSUM"
    };

    /** What says that something was read is as short. */
    private static final int HEADER = 3;

    /** In so many bytes of an operation block and client are looked for. */
    private static final int OPERATION_BYTES = 512;

    /** Length, and length of the header. */
    private static final int PACKET_FRONT = 6;

    private static final int NUMBER_AT = PACKET_FRONT + 10;
    private static final int LAST_AT = PACKET_FRONT + 19;
    private static final int PACKET_HEADER = LAST_AT + 2;
    private static final int SHORTEST_PACKET_HEADER = 25;
    private static final int LONGEST_PACKET_HEADER = 31;
    private static final int MAX_PACKET = 1 << 24;

    /** Responses and what packets are answered with are short, but for the text of an error. */
    private static final int MAX_ANSWER = 4000;

    private static final int MAX_READ = 16;

    private static final int MAX_OPERATION = 1 << 20;
    private static final int LONGEST_SIZE = 3;

    /** What says that a packet was taken, of many replicas. */
    private static final int LONGEST_TAKEN = 60;

    private static final int TAKEN_TIME = 0x18;
    private static final int TAKEN_FLAGS = 0x22;

    private static final int FIRST_BLOCK = 0x0a;
    private static final int OFFSET = 0x09;
    private static final int NUMBER = 0x11;
    private static final int LAST = 0x18;
    private static final int LENGTH = 0x25;
    private static final int STATUS = 0x08;
    private static final int TAKEN = 0x10;
    private static final int CHECKSUMS = 4;
    private static final int IN_PROGRESS = 12;

    /** Of the operation, of which there is one at a time; packets are numbered from 0, and -1. */
    private static final long OPERATION_KEY = -3;

    private final ProtobufCursor cursor = new ProtobufCursor();

    /** Whether nobody answers what is written. */
    private boolean unanswered;

    /** What the packets that are written are about. */
    private @Nullable String packets;

    HdfsFramer() {
        super(Protocol.HDFS, HEADER);
    }

    @Override
    protected void onReset() {
        unanswered = false;
        packets = null;
    }

    @Override
    protected void onLose(int direction) {
        if (asks(direction)) {
            packets = null;
        }
    }

    @Override
    public boolean knowsLength(int direction, int seen) {
        return seen >= PACKET_HEADER;
    }

    @Override
    public boolean endsByTurn(int direction) {
        return !asks(direction) && isBetweenFrames(direction);
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        long total = measure(direction, bytes, offset, length);
        if (total <= 0) {
            return total == MORE ? piece.need(length + 1) : piece.giveUp();
        }
        boolean asks = asks(direction);
        if (bytes.get(offset) != 0) {
            return asks ? wasRead(direction, total, piece) : answer(direction, total, bytes, offset, length, piece);
        }
        return isPacket(bytes, offset, length)
                ? packet(direction, total, bytes, offset, piece)
                : operate(direction, total, bytes, offset, length, piece);
    }

    private long operate(int direction, long total, ByteBuffer bytes, int offset, int length, Piece piece) {
        int seen = (int) Math.min(headerEnd(bytes, offset, length), Math.min(total, OPERATION_BYTES));
        if (length < seen) {
            return piece.need(seen);
        }
        int operation = bytes.get(offset + 2);
        int end = offset + seen;
        unanswered = operation == WRITE && namesNoClient(bytes, offset + HEADER, end);
        piece.turns = true;
        piece.splits = true;
        piece.role = unanswered ? Role.ONE_WAY : Role.REQUEST;
        piece.key = OPERATION_KEY;
        packets = null;
        if (context().wantsOperations()) {
            String block = block(bytes, offset + HEADER, end);
            packets = block.isEmpty() ? null : "PACKET" + block;
            piece.operation = NAMES[operation - FIRST] + block;
        }
        return message(direction, total);
    }

    /** Where the header of an operation ends, from the operation's first byte; one byte more where it is too early. */
    private long headerEnd(ByteBuffer bytes, int offset, int length) {
        cursor.on(bytes, offset + HEADER, offset + length).varint();
        return cursor.next() ? cursor.from() - offset + cursor.number() : length + 1L;
    }

    /** Whether a data node writes by itself. */
    private boolean namesNoClient(ByteBuffer bytes, int header, int end) {
        cursor.on(bytes, header, end).varint();
        boolean there = cursor.next() && cursor.field() == 1 && cursor.isBlock();
        cursor.enter();
        return there && cursor.find(2) && cursor.number() == 0;
    }

    /** Pool and number of the block that an operation is about, as a path; nothing where they are not there. */
    private String block(ByteBuffer bytes, int header, int end) {
        cursor.on(bytes, header, end).varint();
        boolean there = cursor.next() && cursor.field() == 1 && cursor.isBlock();
        while (there && bytes.get(cursor.from()) == FIRST_BLOCK) {
            cursor.enter();
            there = cursor.next() && cursor.field() == 1 && cursor.isBlock();
        }
        String pool = there ? OperationName.ofName(bytes, cursor.from(), cursor.at()) : "";
        boolean numbered = !pool.isEmpty() && cursor.next() && cursor.field() == 2;
        return numbered ? " /" + pool + "/blk_" + cursor.number() : "";
    }

    private long packet(int direction, long total, ByteBuffer bytes, int offset, Piece piece) {
        if (!asks(direction)) {
            piece.role = Role.RESPONSE;
            piece.key = OPERATION_KEY;
            piece.goesOn = true;
            return bytes.get(offset + LAST_AT) == 0 ? part(direction, total) : message(direction, total);
        }
        piece.role = unanswered ? Role.ONE_WAY : Role.REQUEST;
        piece.key = Long.reverseBytes(bytes.getLong(offset + NUMBER_AT));
        piece.flags = piece.key < 0 ? SightingCodec.FLAG_SETUP : 0;
        piece.operation = packets;
        return message(direction, total);
    }

    private long wasRead(int direction, long total, Piece piece) {
        piece.role = Role.ONE_WAY;
        piece.flags = SightingCodec.FLAG_SETUP;
        return message(direction, total);
    }

    private long answer(int direction, long total, ByteBuffer bytes, int offset, int length, Piece piece) {
        if (length < total) {
            return piece.need((int) total);
        }
        cursor.on(bytes, offset, offset + (int) total).varint();
        cursor.next();
        long said = cursor.number();
        piece.role = Role.RESPONSE;
        if (cursor.at() < offset + total && bytes.get(cursor.at()) == TAKEN) {
            piece.key = ProtobufCursor.signed(said);
            piece.flags = piece.key < 0 ? SightingCodec.FLAG_SETUP : 0;
            while (cursor.next() && cursor.field() == 2) {
                piece.outcome = Outcome.worse(piece.outcome, Outcome.of(Outcome.Kind.HDFS, (int) cursor.number()));
            }
            return message(direction, total);
        }
        piece.key = OPERATION_KEY;
        if (said == IN_PROGRESS) {
            piece.role = Role.ONE_WAY;
            piece.flags = SightingCodec.FLAG_SETUP;
        } else {
            piece.outcome = Outcome.of(Outcome.Kind.HDFS, (int) said);
        }
        return cursor.find(CHECKSUMS) ? part(direction, total) : message(direction, total);
    }

    @Override
    protected boolean mayResume(int direction, ByteBuffer bytes, int offset, boolean fresh) {
        boolean asks = asks(direction);
        return fresh || bytes.get(offset) == 0 || !asks && isTaken(bytes, offset, bytes.limit() - offset);
    }

    @Override
    protected boolean beginsMessage(int direction, ByteBuffer bytes, int offset) {
        return asks(direction) || bytes.get(offset) != 0;
    }

    @Override
    protected long measure(int direction, ByteBuffer bytes, int offset, int length) {
        boolean asks = asks(direction);
        if (bytes.get(offset) == 0) {
            long packet = packetLength(bytes, offset, length);
            return packet != NO_FRAME || !asks ? packet : operationLength(bytes, offset, length);
        }
        return asks ? readLength(bytes, offset, length) : answerLength(bytes, offset, length);
    }

    private static boolean isPacket(ByteBuffer bytes, int offset, int length) {
        return packetLength(bytes, offset, length) > 0;
    }

    private static long packetLength(ByteBuffer bytes, int offset, int length) {
        if (length < PACKET_FRONT + 1) {
            boolean may = length <= 4 || bytes.get(offset + 4) == 0;
            return may ? MORE : NO_FRAME;
        }
        int size = bytes.getInt(offset);
        int header = bytes.getShort(offset + 4);
        boolean fits = size >= 4
                && size <= MAX_PACKET
                && header >= SHORTEST_PACKET_HEADER
                && header <= LONGEST_PACKET_HEADER
                && bytes.get(offset + PACKET_FRONT) == OFFSET
                && (length < NUMBER_AT || bytes.get(offset + NUMBER_AT - 1) == NUMBER)
                && (length < LAST_AT || bytes.get(offset + LAST_AT - 1) == LAST)
                && (length < PACKET_HEADER || bytes.get(offset + LAST_AT + 1) == LENGTH);
        return !fits ? NO_FRAME : length < PACKET_HEADER ? MORE : (long) PACKET_FRONT - 4 + header + size;
    }

    private static long operationLength(ByteBuffer bytes, int offset, int length) {
        boolean begins = (length < 2 || bytes.get(offset + 1) == VERSION)
                && (length < 3 || bytes.get(offset + 2) >= FIRST && bytes.get(offset + 2) < FIRST + NAMES.length);
        return begins ? delimited(bytes, offset, HEADER, length, FIRST_BLOCK, MAX_OPERATION) : NO_FRAME;
    }

    private static long readLength(ByteBuffer bytes, int offset, int length) {
        return delimited(bytes, offset, 0, length, STATUS, MAX_READ);
    }

    private static long answerLength(ByteBuffer bytes, int offset, int length) {
        long total = delimited(bytes, offset, 0, length, STATUS, MAX_ANSWER);
        int at = total > 0 ? behindNumber(bytes, offset, length) : 0;
        if (at >= length && total > at) {
            return MORE;
        }
        return total > 0 && isTaken(bytes, offset, length) ? takenLength(bytes, offset, length) : total;
    }

    /** Whether what is said of a packet begins here, or is cut before that shows. */
    private static boolean isTaken(ByteBuffer bytes, int offset, int length) {
        int at = behindNumber(bytes, offset, length);
        return at < length && bytes.get(offset + at) == TAKEN;
    }

    /** Where the number behind the first key ends. */
    private static int behindNumber(ByteBuffer bytes, int offset, int length) {
        int at = bytes.get(offset) < 0 ? 3 : 2;
        while (at < length && bytes.get(offset + at) < 0) {
            at++;
        }
        return at + 1;
    }

    /** Of what is said of a packet: a status for each replica, a time, and as many flags as replicas. */
    private static long takenLength(ByteBuffer bytes, int offset, int length) {
        int total = 1 + bytes.get(offset);
        if (length < total || total > LONGEST_TAKEN) {
            return total > LONGEST_TAKEN ? NO_FRAME : MORE;
        }
        int at = behindNumber(bytes, offset, length);
        int replicas = 0;
        while (at + 1 < total && bytes.get(offset + at) == TAKEN) {
            replicas += bytes.get(offset + at + 1) >= 0 && bytes.get(offset + at + 1) <= IN_PROGRESS ? 1 : MAX_ANSWER;
            at += 2;
        }
        boolean timed = at < total && bytes.get(offset + at) == TAKEN_TIME;
        while (timed && at + 1 < total && bytes.get(offset + at + 1) < 0) {
            at++;
        }
        at += 2;
        boolean fits = timed
                && at + 2 + replicas == total
                && bytes.get(offset + at) == TAKEN_FLAGS
                && bytes.get(offset + at + 1) == replicas;
        return fits ? total : NO_FRAME;
    }

    /** Up to the end of the block that begins behind so many bytes with its length, and then with this key. */
    private static long delimited(ByteBuffer bytes, int offset, int from, int length, int key, int most) {
        int size = 0;
        int at = from;
        boolean goesOn = true;
        while (goesOn && at < length && at < from + LONGEST_SIZE) {
            int own = bytes.get(offset + at);
            size |= (own & 0x7f) << 7 * (at - from);
            goesOn = own < 0;
            at++;
        }
        if (goesOn && at < from + LONGEST_SIZE) {
            return MORE;
        }
        if (goesOn || size < 2 || size > most || at < length && bytes.get(offset + at) != key) {
            return NO_FRAME;
        }
        return at < length ? (long) at + size : MORE;
    }

    /**
     * HDFS: an operation; in the middle of a connection also a packet, and what says that one was taken; at a usual
     * port all else that is said.
     */
    static Verdict begins(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        boolean asks = direction == context.requester() || !context.isRequesterKnown();
        if (bytes.get(offset) != 0) {
            return context.fromStart() ? Verdict.NO : judgeShort(context, direction, bytes, offset, length);
        }
        long packet = context.fromStart() ? NO_FRAME : packetLength(bytes, offset, length);
        long operation = asks ? operationLength(bytes, offset, length) : NO_FRAME;
        if (operation > 0 && packet == NO_FRAME) {
            context.learnRequester(direction);
            return Verdict.YES;
        }
        boolean isPacket = packet > 0 || packet == MORE && length > NUMBER_AT;
        return isPacket ? Verdict.YES : packet == MORE || operation == MORE ? Verdict.MORE : Verdict.NO;
    }

    private static Verdict judgeShort(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        if (bytes.get(offset) < 0 || length > 1 && bytes.get(offset + 1) != STATUS) {
            return Verdict.NO;
        }
        if (context.usual() == Protocol.HDFS) {
            boolean asks = direction == context.requester();
            long total = asks ? readLength(bytes, offset, length) : answerLength(bytes, offset, length);
            return total > 0 ? Verdict.YES : total == MORE ? Verdict.MORE : Verdict.NO;
        }
        boolean answers = direction != context.requester() || !context.isRequesterKnown();
        long total = answers ? delimited(bytes, offset, 0, length, STATUS, FramerChooser.LOOKS_AT - 1) : NO_FRAME;
        if (total == MORE || total > length) {
            return Verdict.MORE;
        }
        boolean taken = total > 0 && isTaken(bytes, offset, length) && takenLength(bytes, offset, length) > 0;
        if (taken) {
            context.learnRequester(1 - direction);
        }
        return taken ? Verdict.YES : Verdict.NO;
    }
}
