package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * Oracle's TNS: data packets that follow each other in one direction are a message, requests and responses take turns.
 * What connects and negotiates is set-up.
 *
 * <pre>
 *   │ length 2, checksum 2; or length 4 (from version 315 on) │ type 1 │ flags 1 │ checksum 2 │ …
 *   connect   8 version 2 …         data   8 flags 2 │ 10 function 1 │ …
 *   type: 1 connect, 2 accept, 4 refuse, 5 redirect, 6 data, 11 resend, 12 marker, 14 control
 * </pre>
 *
 * Source: Oracle Database Net Services Reference; the layout as Wireshark's documentation of its fields describes it.
 */
final class TnsFormat extends FrameFormat {

    private static final int HEADER = 8;
    private static final int CONNECT = 1;
    private static final int DATA = 6;
    private static final int LAST_TYPE = 15;
    private static final int FUNCTION_AT = 10;
    private static final int MIN_VERSION = 300;
    private static final int MAX_VERSION = 400;

    /** Functions of the negotiation: protocol, data types, and 0xdeadbeef of the native services. */
    private static final int PROTOCOL_NEGOTIATION = 1;

    private static final int DATA_TYPES = 2;
    private static final int CALL = 3;
    private static final int PIGGYBACK = 0x11;
    private static final int NATIVE_SERVICES = 0xde;
    private static final int LOG_ON_FIRST = 0x73;
    private static final int LOG_ON = 0x76;
    private static final int BESIDE = 1;

    TnsFormat() {
        super(Protocol.TNS, HEADER);
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        if (direction != context.requester() || bytes.get(offset) != 0 && bytes.get(offset) > 0x20) {
            return Verdict.NO;
        }
        if (length < 12) {
            return length > 4 && bytes.get(offset + 4) != CONNECT && bytes.get(offset + 4) != DATA
                    ? Verdict.NO
                    : Verdict.MORE;
        }
        boolean plain = bytes.getShort(offset + 6) == 0 && total(bytes, offset) > 12;
        if (bytes.get(offset + 4) == CONNECT) {
            int version = bytes.getShort(offset + 8);
            boolean known = version >= MIN_VERSION && version <= MAX_VERSION;
            return plain && known && bytes.getShort(offset + 2) == 0 ? Verdict.YES : Verdict.NO;
        }
        int function = bytes.get(offset + FUNCTION_AT);
        boolean calls = (function == CALL || function == PIGGYBACK) && bytes.getShort(offset + 8) == 0;
        return plain && calls && bytes.get(offset + 4) == DATA ? Verdict.YES : Verdict.NO;
    }

    /** The longer field is told by its upper half, which is zero. */
    private static long total(ByteBuffer bytes, int offset) {
        int length = bytes.getShort(offset) & 0xffff;
        return length == 0 ? bytes.getInt(offset) & 0xffff_ffffL : length;
    }

    @Override
    public boolean answersInOrder() {
        return true;
    }

    @Override
    public boolean endsByTurn() {
        return true;
    }

    @Override
    public long read(boolean asks, ByteBuffer bytes, int offset, int length, Piece piece) {
        int type = bytes.get(offset + 4);
        long total = total(bytes, offset);
        if (type < CONNECT || type > LAST_TYPE || total < HEADER) {
            return piece.giveUp();
        }
        if (type != DATA) {
            piece.slot = BESIDE;
            piece.role = Role.ONE_WAY;
            piece.flags = SightingCodec.FLAG_SETUP;
            return total;
        }
        int wanted = (int) Math.min(total, FUNCTION_AT + 2);
        if (length < wanted) {
            return piece.need(wanted);
        }
        piece.turns = true;
        piece.ends = false;
        piece.role = asks ? Role.REQUEST : Role.RESPONSE;
        if (wanted == FUNCTION_AT + 2) {
            int function = bytes.get(offset + FUNCTION_AT) & 0xff;
            int call = bytes.get(offset + FUNCTION_AT + 1);
            boolean logsOn = function == CALL && (call == LOG_ON || call == LOG_ON_FIRST);
            boolean negotiates =
                    function == PROTOCOL_NEGOTIATION || function == DATA_TYPES || function == NATIVE_SERVICES;
            piece.flags = logsOn || negotiates ? SightingCodec.FLAG_SETUP : 0;
        }
        return total;
    }
}
