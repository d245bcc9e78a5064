package io.wirepath.flows.message.framer;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * SMPP, by which short messages are handed over: calls of either side by sequence number. What binds, unbinds and asks
 * whether the other side is still there is set-up.
 *
 * <pre>
 *   0        4              8        12         16
 *   +--------+--------------+--------+----------+─────+
 *   | length | 1 command 31 | status | sequence | …   |    the first bit of the command: an answer
 *   +--------+--------------+--------+----------+─────+
 * </pre>
 *
 * Source: SMPP Developers Forum, "Short Message Peer to Peer Protocol Specification v3.4", §3.2, §5.1.
 */
final class SmppFormat extends FrameFormat {

    private static final int HEADER = 16;
    private static final int MAX_SIZE = 1 << 17;

    private static final int BIND_RECEIVER = 1;
    private static final int BIND_TRANSMITTER = 2;
    private static final int LAST_LOW = 9;
    private static final int UNBIND = 6;
    private static final int BIND_TRANSCEIVER = 9;
    private static final int OUTBIND = 0x0b;
    private static final int ENQUIRE_LINK = 0x15;
    private static final int SUBMIT_MULTI = 0x21;
    private static final int ALERT = 0x102;
    private static final int DATA = 0x103;
    private static final int FIRST_BROADCAST = 0x111;
    private static final int LAST_BROADCAST = 0x113;

    private static final int LAST_TYPE_OF_NUMBER = 6;
    private static final int LAST_PLAN = 18;

    SmppFormat() {
        super(Protocol.SMPP, HEADER);
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        boolean opens = direction == context.requester() || !context.fromStart();
        if (!opens || bytes.get(offset) != 0 || !mayBeCommand(bytes, offset, length)) {
            return Verdict.NO;
        }
        if (length <= HEADER) {
            return length < HEADER || !isHeader(bytes, offset) || bytes.getInt(offset) > HEADER
                    ? Verdict.MORE
                    : context.fromStart() ? Verdict.NO : Verdict.YES;
        }
        int command = bytes.getInt(offset + 4);
        boolean begins = isBind(command) || command == OUTBIND;
        boolean named = isShown(bytes.get(offset + HEADER)) || isAddressed(bytes, offset + HEADER + 1, offset + length);
        boolean numbered = bytes.getInt(offset + 12) > 0;
        boolean known = context.fromStart() ? begins : numbered && (command < 0 || named);
        return isHeader(bytes, offset) && known && (named || bytes.get(offset + HEADER) == 0)
                ? Verdict.YES
                : Verdict.NO;
    }

    private static boolean isShown(int letter) {
        return letter > ' ' && letter < 0x7f;
    }

    /** Whether behind an empty name stand a type of number, a plan, and an address or none, as far as they go. */
    private static boolean isAddressed(ByteBuffer bytes, int from, int end) {
        return bytes.get(from - 1) == 0
                && (from >= end || bytes.get(from) >= 0 && bytes.get(from) <= LAST_TYPE_OF_NUMBER)
                && (from + 1 >= end || bytes.get(from + 1) >= 0 && bytes.get(from + 1) <= LAST_PLAN)
                && (from + 2 >= end || bytes.get(from + 2) == 0 || isShown(bytes.get(from + 2)));
    }

    /** Whether these bytes, as far as they are there, hold a command. */
    private static boolean mayBeCommand(ByteBuffer bytes, int offset, int length) {
        return length <= 4
                || (bytes.get(offset + 4) & Byte.MAX_VALUE) == 0
                        && (length == 5 || bytes.get(offset + 5) == 0)
                        && (length < 8 || isCommand(bytes.getInt(offset + 4)));
    }

    private static boolean isCommand(int own) {
        int command = own & Integer.MAX_VALUE;
        return command > 0 && command <= LAST_LOW
                || command == 0 && own < 0
                || command == OUTBIND
                || command == ENQUIRE_LINK
                || command == SUBMIT_MULTI
                || command == ALERT
                || command == DATA
                || command >= FIRST_BROADCAST && command <= LAST_BROADCAST;
    }

    private static boolean isBind(int command) {
        return command == BIND_RECEIVER || command == BIND_TRANSMITTER || command == BIND_TRANSCEIVER;
    }

    private static boolean isHeader(ByteBuffer bytes, int offset) {
        int size = bytes.getInt(offset);
        int command = bytes.getInt(offset + 4) & Integer.MAX_VALUE;
        boolean answer = bytes.getInt(offset + 4) < 0;
        boolean alone = command == ENQUIRE_LINK || command == UNBIND;
        return isCommand(bytes.getInt(offset + 4))
                && (answer || bytes.getInt(offset + 8) == 0)
                && bytes.getInt(offset + 12) >= 0
                && size <= MAX_SIZE
                && (alone ? size == HEADER : size >= HEADER + (answer ? 0 : 1));
    }

    @Override
    public long read(boolean asks, ByteBuffer bytes, int offset, int length, Piece piece) {
        if (!isHeader(bytes, offset)) {
            return piece.giveUp();
        }
        int command = bytes.getInt(offset + 4) & Integer.MAX_VALUE;
        boolean answer = bytes.getInt(offset + 4) < 0;
        boolean oneWay = command == OUTBIND || command == ALERT;
        piece.role = oneWay ? Role.ONE_WAY : answer ? Role.RESPONSE : Role.REQUEST;
        piece.key = Integer.toUnsignedLong(bytes.getInt(offset + 12)) << 1 | (asks == answer ? 1 : 0);
        boolean setUp = isBind(command) || command == UNBIND || command == OUTBIND || command == ENQUIRE_LINK;
        piece.flags = setUp ? SightingCodec.FLAG_SETUP : 0;
        if (answer) {
            piece.outcome = Outcome.of(Outcome.Kind.SMPP, bytes.getInt(offset + 8));
        }
        return bytes.getInt(offset);
    }
}
