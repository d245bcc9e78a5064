package io.wirepath.flows.tls;

import io.wirepath.flows.Connection;
import io.wirepath.flows.ConnectionListener;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.StreamBytes;
import io.wirepath.flows.message.framer.TlsHello;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A TLS session with a key: opens its records, and tells what is inside.
 *
 * <pre>
 *   hellos ──► the server's chooses suite and version ──► ciphers
 *   TLS 1.2:   ChangeCipherSpec of a direction, then its records are encrypted
 *   TLS 1.3:   keys of early data, of the handshake, of the data, each until they no longer fit; KeyUpdate changes the last
 * </pre>
 *
 * <p>After a loss the next record is looked for, and its number tried. Not thread-safe.
 */
final class TlsSession {

    private static final int CHANGE_CIPHER_SPEC = 20;
    private static final int ALERT = 21;
    private static final int HANDSHAKE = 22;
    private static final int APPLICATION_DATA = 23;
    private static final int SERVER_HELLO = 2;
    private static final int KEY_UPDATE = 24;
    private static final int END_OF_EARLY_DATA = 5;
    private static final int ALERT_BYTES = 2;

    /** Where the server's random stands in its hello, behind type, length and version. */
    private static final int RANDOM_AT = 6;

    private static final int RANDOM_BYTES = 32;

    /** The random of a hello that asks for another client's hello (RFC 8446 §4.1.3). */
    private static final byte[] RETRY =
            HexFormat.of().parseHex("cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c");

    /** Encrypted records of a handshake that may pass before data do, where the log has no key of the handshake. */
    private static final int MAX_PASSED_OVER = 32;

    /** Records that may be lost in a row. */
    private static final int MAX_LOST = 64;

    /** Records that are tried to find the way again after a loss. */
    private static final int MAX_TRIES = 8;

    private final Decryption owner;
    private final SessionContent content;
    private final SessionKeys keys;
    private final int client;
    private final RecordReader[] flows = {new RecordReader(), new RecordReader()};
    private final TlsHello hello = new TlsHello();
    private boolean version13;

    private boolean chosen;
    private boolean givenUp;

    /**
     * Begins with the client's hello, which comes next.
     *
     * @param client direction of the client
     */
    TlsSession(Decryption owner, ConnectionListener inside, Connection connection, SessionKeys keys, int client) {
        this.owner = owner;
        content = new SessionContent(inside, connection, client);
        this.keys = keys;
        this.client = client;
    }

    void onBytes(int direction, StreamBytes bytes) {
        RecordReader flow = flows[direction];
        SegmentContext segment = bytes.segment;
        while (bytes.length > 0 && !givenUp) {
            if (!flow.isBusy()) {
                bytes.skip(flow.lostFrom < 0 ? 0 : RecordReader.find(bytes.buffer, bytes.offset, bytes.length));
                if (bytes.length == 0) {
                    return;
                }
                byte[] buffer = owner.takeBuffer();
                if (buffer == null) {
                    giveUp(flow, direction, segment);
                    break;
                }
                flow.begin(buffer, bytes.streamOffset, segment);
            }
            bytes.skip(flow.take(bytes.buffer, bytes.offset, bytes.length));
            if (!flow.isPossible()) {
                giveUp(flow, direction, segment);
            } else if (flow.isComplete()) {
                endRecord(flow, direction, segment);
            }
        }
        if (givenUp && bytes.length > 0) {
            content.pass(direction, bytes);
        }
    }

    private void endRecord(RecordReader flow, int direction, SegmentContext segment) {
        try {
            onRecord(flow, direction, segment);
        } catch (GeneralSecurityException e) {
            givenUp = true; // the platform's crypto does not know it
        }
        if (givenUp) {
            giveUp(flow, direction, segment);
        } else {
            owner.giveBuffer(flow.end());
        }
    }

    private void onRecord(RecordReader flow, int direction, SegmentContext segment) throws GeneralSecurityException {
        int type = flow.record()[0];
        if (flow.isHoled()) {
            lose(flow, direction, segment);
        } else if (flow.cipher == null && !chosen && direction == client && type == APPLICATION_DATA) {
            openEarly(flow, direction, segment);
        } else if (flow.cipher != null && (!version13 || type == APPLICATION_DATA)) {
            open(flow, direction, flow.cipher, segment);
        } else {
            onPlainRecord(flow, direction, type, segment);
        }
    }

    /** The client speaks before the server has answered. */
    private void openEarly(RecordReader flow, int direction, SegmentContext segment) throws GeneralSecurityException {
        RecordCipher cipher = keys.early(flow.record(), flow.length(), owner.scratch());
        if (cipher == null) {
            content.secure(flow, direction, segment, Outcome.UNKNOWN);
            return;
        }
        version13 = true;
        flow.cipher = cipher;
        content.beginEarly();
        open(flow, direction, cipher, segment);
    }

    /** A record of which bytes are missing: data, if its direction has come so far. */
    private void lose(RecordReader flow, int direction, SegmentContext segment) {
        RecordCipher cipher = flow.cipher;
        if (cipher == null) {
            givenUp = true;
            return;
        }
        flow.sequence++;
        owner.count(DecryptionCounter.TLS_RECORDS_LOST);
        long data = Math.max(1, flow.length() - RecordCipher.HEADER - cipher.overhead());
        content.missing(direction, flow.startOffset() + RecordCipher.HEADER, data, null, segment.timeNanos);
    }

    private void onPlainRecord(RecordReader flow, int direction, int type, SegmentContext segment)
            throws GeneralSecurityException {
        byte[] record = flow.record();
        int outcome = Outcome.UNKNOWN;
        switch (type) {
            case CHANGE_CIPHER_SPEC -> {
                // before the choice, and in TLS 1.3, it means nothing (RFC 8446 §5)
                if (chosen && !version13) {
                    flow.cipher = flow.following.poll();
                    flow.sequence = 0;
                    givenUp |= flow.cipher == null;
                }
            }
            case HANDSHAKE -> {
                if (record[RecordCipher.HEADER] == SERVER_HELLO && direction != client && !chosen) {
                    choose(record, flow.length());
                }
            }
            case ALERT -> outcome = alert(record, RecordCipher.HEADER, flow.length() - RecordCipher.HEADER);
            default -> givenUp = true;
        }
        if (!givenUp) {
            content.secure(flow, direction, segment, outcome);
        }
    }

    private static int alert(byte[] bytes, int at, int length) {
        return length == ALERT_BYTES ? Outcome.of(Outcome.Kind.TLS, bytes[at + 1] & 0xff) : Outcome.UNKNOWN;
    }

    /** The server's hello says version and suite. */
    private void choose(byte[] record, int length) throws GeneralSecurityException {
        int from = RecordCipher.HEADER;
        if (length < from + RANDOM_AT + RANDOM_BYTES) {
            return;
        }
        byte[] random = Arrays.copyOfRange(record, from + RANDOM_AT, from + RANDOM_AT + RANDOM_BYTES);
        if (Arrays.equals(random, RETRY)) {
            content.decideEarly(false);
            return;
        }
        ByteBuffer bytes = ByteBuffer.wrap(record);
        CipherSuite suite = CipherSuite.of(hello.suite(bytes, from, length));
        version13 = hello.isVersion13(bytes, from, length);
        chosen = true;
        boolean done = suite != null
                && (version13
                        ? keys.install13(suite, flows[client], flows[1 - client])
                        : keys.install12(
                                suite,
                                random,
                                hello.takesMacLast(bytes, from, length),
                                flows[client],
                                flows[1 - client]));
        givenUp |= !done;
    }

    private void open(RecordReader flow, int direction, RecordCipher cipher, SegmentContext segment)
            throws GeneralSecurityException {
        byte[] inner = owner.scratch();
        int length = cipher.open(flow.sequence, flow.record(), flow.length(), inner);
        RecordCipher opened = cipher;
        RecordCipher next = flow.following.peek();
        if (length < 0 && version13 && next != null) {
            opened = next;
            length = opened.open(0, flow.record(), flow.length(), inner);
            if (length >= 0) {
                flow.cipher = flow.following.poll();
                flow.sequence = 0;
                if (direction == client) {
                    content.decideEarly(false); // who was heard says so first, by EndOfEarlyData
                }
            }
        }
        if (length < 0 && flow.lostFrom >= 0) {
            length = findAgain(flow, opened, inner);
        }
        if (length < 0) {
            onNotOpened(flow, direction, segment);
            return;
        }
        owner.count(DecryptionCounter.TLS_RECORDS_DECRYPTED);
        flow.sequence++;
        closeLoss(flow, direction, segment);
        onInner(flow, direction, opened, inner, length, segment);
    }

    /** Tries the numbers that the record may have if some before it were lost. */
    private static int findAgain(RecordReader flow, RecordCipher cipher, byte[] inner) {
        for (int skipped = 1; skipped <= MAX_LOST; skipped++) {
            int length = cipher.open(flow.sequence + skipped, flow.record(), flow.length(), inner);
            if (length >= 0) {
                flow.sequence += skipped;
                return length;
            }
        }
        return RecordCipher.NOT_OPENED;
    }

    private void onNotOpened(RecordReader flow, int direction, SegmentContext segment) {
        if (flow.lostFrom >= 0) {
            givenUp = ++flow.tries >= MAX_TRIES;
        } else if (version13 && flow.sequence == 0 && flow.passedOver++ < MAX_PASSED_OVER) {
            content.secure(flow, direction, segment, Outcome.UNKNOWN);
        } else {
            givenUp = true;
        }
    }

    private void closeLoss(RecordReader flow, int direction, SegmentContext segment) {
        if (flow.lostFrom >= 0) {
            long lost = flow.startOffset() - flow.lostFrom;
            owner.count(DecryptionCounter.TLS_RECORDS_LOST);
            content.missing(direction, flow.lostFrom, Math.max(1, lost), null, segment.timeNanos);
            flow.lostFrom = -1;
            flow.tries = 0;
        }
    }

    private void onInner(
            RecordReader flow, int direction, RecordCipher cipher, byte[] inner, int length, SegmentContext segment)
            throws GeneralSecurityException {
        switch (cipher.type()) {
            case APPLICATION_DATA -> content.data(flow, direction, inner, length, segment);
            case ALERT -> content.secure(flow, direction, segment, alert(inner, 0, length));
            case HANDSHAKE -> {
                content.secure(flow, direction, segment, Outcome.UNKNOWN);
                if (content.awaitsDecision() && direction != client && EarlyData.isDecision(inner, length)) {
                    content.decideEarly(EarlyData.isTaken(inner, length));
                } else if (direction == client && length > 0 && inner[0] == END_OF_EARLY_DATA) {
                    content.decideEarly(true);
                }
                if (version13 && length > 0 && inner[0] == KEY_UPDATE) {
                    flow.cipher = cipher.next();
                    flow.sequence = 0;
                }
            }
            default -> content.secure(flow, direction, segment, Outcome.UNKNOWN);
        }
    }

    /** From here on the session passes as it is; what stands in the record first. */
    private void giveUp(RecordReader flow, int direction, SegmentContext segment) {
        givenUp = true;
        content.decideEarly(true);
        owner.count(DecryptionCounter.TLS_SESSIONS_GIVEN_UP);
        flush(flow, direction, segment);
        RecordReader other = flows[1 - direction];
        flush(other, 1 - direction, other.first());
    }

    private void flush(RecordReader flow, int direction, SegmentContext segment) {
        if (flow.lostFrom >= 0) {
            content.missing(direction, flow.lostFrom, 1, null, segment.timeNanos);
            flow.lostFrom = -1;
        }
        if (flow.isBusy()) {
            if (flow.isHoled()) {
                content.missing(direction, flow.startOffset(), flow.length(), null, segment.timeNanos);
            } else {
                content.pass(direction, flow);
            }
            owner.giveBuffer(flow.end());
        }
    }

    void onMissing(int direction, long streamOffset, long length, @Nullable SegmentContext cut, long timeNanos) {
        RecordReader flow = flows[direction];
        long skipped = 0;
        long from = streamOffset;
        if (!givenUp && flow.isBusy()) {
            skipped = flow.skip(length);
            from = skipped == 0 ? flow.startOffset() : streamOffset + skipped;
            if (skipped > 0 && flow.isComplete()) {
                endRecord(flow, direction, at(timeNanos));
            } else if (skipped == 0) {
                owner.giveBuffer(flow.end());
            }
        }
        if (skipped == length) {
            return;
        }
        if (!givenUp && flow.cipher == null) {
            giveUp(flow, direction, at(timeNanos));
        }
        if (givenUp) {
            content.missing(direction, streamOffset + skipped, length - skipped, cut, timeNanos);
        } else if (flow.lostFrom < 0) {
            flow.lostFrom = from;
        }
    }

    private static SegmentContext at(long timeNanos) {
        SegmentContext context = new SegmentContext();
        context.timeNanos = timeNanos;
        return context;
    }

    /** Nothing more comes in this direction: what is left of a record is lost. */
    void onEnd(int direction, long timeNanos) {
        content.decideEarly(true);
        RecordReader flow = flows[direction];
        if (!givenUp && flow.lostFrom >= 0) {
            owner.count(DecryptionCounter.TLS_RECORDS_LOST);
            flow.lostFrom = -1;
        }
        if (!givenUp && flow.isBusy()) {
            if (flow.cipher != null) {
                lose(flow, direction, at(timeNanos));
            }
            owner.giveBuffer(flow.end());
        }
    }
}
