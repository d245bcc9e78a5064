package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import io.wirepath.flows.SplitMix64;
import java.nio.ByteBuffer;

/**
 * The head of a SIP message in a datagram (RFC 3261 §7). A transaction is known by the branch of the topmost Via, which
 * the response repeats (§17.1.3, §17.2.3); only CANCEL shares that of the request it cancels. An ACK is answered by
 * nobody, and a provisional response (§21.1) is not the answer. Reused; not thread-safe.
 */
public final class SipMessage {

    private static final byte[] VERSION = "SIP/2.0".getBytes(US_ASCII);
    private static final byte[] BRANCH = "branch=".getBytes(US_ASCII);
    private static final byte[] SEQUENCE = "cseq:".getBytes(US_ASCII);
    private static final byte[] CANCEL = "cancel".getBytes(US_ASCII);
    private static final byte[] ACK = "ack ".getBytes(US_ASCII);
    private static final int LONGEST_START = 512;
    private static final int LONGEST_METHOD = 16;
    private static final int FIRST_FINAL = 200;

    private Role role = Role.UNKNOWN;
    private int outcome;
    private long transaction;

    /** Reads the head that begins here; false if none does. */
    public boolean read(ByteBuffer bytes, int at, int end) {
        int lineEnd = Ascii.indexOf(bytes, (byte) '\r', at, Math.min(end, at + LONGEST_START));
        return lineEnd > at && readStart(bytes, at, lineEnd) && readHeaders(bytes, at, lineEnd, end);
    }

    private boolean readStart(ByteBuffer bytes, int at, int lineEnd) {
        if (Ascii.agreement(bytes, at, lineEnd - at, VERSION) == VERSION.length) {
            int digits = at + VERSION.length + 1;
            long status = digits + 3 > lineEnd ? -1 : Ascii.decimal(bytes, digits, digits + 3);
            outcome = status < FIRST_FINAL ? Outcome.UNKNOWN : Outcome.of(Outcome.Kind.SIP, (int) status);
            role = status < FIRST_FINAL ? Role.ONE_WAY : Role.RESPONSE;
            return status > 0;
        }
        int methodEnd = Ascii.indexOf(bytes, (byte) ' ', at, Math.min(lineEnd, at + LONGEST_METHOD));
        int version = lineEnd - VERSION.length;
        outcome = Outcome.UNKNOWN;
        role = Ascii.startsWithIgnoringCase(bytes, at, lineEnd, ACK) ? Role.ONE_WAY : Role.REQUEST;
        return methodEnd > at
                && version > methodEnd
                && Ascii.agreement(bytes, version, VERSION.length, VERSION) == VERSION.length;
    }

    /** The first branch is that of the topmost Via: no other header that may come before it has one. */
    private boolean readHeaders(ByteBuffer bytes, int at, int lineEnd, int end) {
        transaction = Piece.IN_ORDER;
        boolean cancels = Ascii.startsWithIgnoringCase(bytes, at, end, CANCEL);
        for (int from = lineEnd; from >= 0 && from < end; from = Ascii.indexOf(bytes, (byte) '\r', from + 1, end)) {
            int line = from + 2;
            int next = Ascii.indexOf(bytes, (byte) '\r', line, end);
            int stop = next < 0 ? end : next;
            if (line >= stop) {
                break;
            }
            if (transaction == Piece.IN_ORDER) {
                transaction = branch(bytes, line, stop);
            }
            if (Ascii.startsWithIgnoringCase(bytes, line, stop, SEQUENCE)) {
                cancels = Ascii.containsIgnoringCase(bytes, line, stop, CANCEL);
            }
        }
        if (cancels && transaction != Piece.IN_ORDER) {
            transaction ^= 1;
        }
        return true;
    }

    private static long branch(ByteBuffer bytes, int line, int end) {
        for (int at = line; at + BRANCH.length < end; at++) {
            if (Ascii.startsWithIgnoringCase(bytes, at, end, BRANCH)) {
                return hash(bytes, at + BRANCH.length, end);
            }
        }
        return Piece.IN_ORDER;
    }

    /** Of what stands up to the next parameter, made even and positive. */
    private static long hash(ByteBuffer bytes, int from, int end) {
        long hash = 0;
        for (int at = from; at < end; at++) {
            int b = bytes.get(at);
            if (b == ';' || b == ',' || b == ' ') {
                break;
            }
            hash = (hash + b) * SplitMix64.STEP;
        }
        return hash >>> 2 << 1;
    }

    /** What it is. */
    public Role role() {
        return role;
    }

    /** How a response ended; unknown for all else. */
    public int outcome() {
        return outcome;
    }

    /** The number of the transaction; {@link Piece#IN_ORDER} where its branch is missing. */
    public long transaction() {
        return transaction;
    }
}
