package io.wirepath.flows.message.framer;

import io.wirepath.flows.Fnv1a;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * NATS: what is published and delivered is one-way, unless it names a subject for the answer; then it is a request, and
 * what next goes to that subject the other way is its response. Subscribing, pings, acknowledgements and a consumer's
 * wish for the next message are set-up.
 *
 * <pre>
 *   PUB SUBJECT [REPLY-TO] BYTES ⏎ so many bytes ⏎              HPUB SUBJECT [REPLY-TO] HEADER-BYTES BYTES ⏎ …
 *   MSG SUBJECT ID [REPLY-TO] BYTES ⏎ so many bytes ⏎           HMSG SUBJECT ID [REPLY-TO] HEADER-BYTES BYTES ⏎ …
 *   INFO {…} ⏎   CONNECT {…} ⏎   SUB … ⏎   UNSUB … ⏎   PING ⏎   PONG ⏎   +OK ⏎   -ERR … ⏎
 * </pre>
 *
 * Source: NATS documentation, "Client protocol", "JetStream wire API reference".
 */
final class NatsFramer extends LineFramer {

    /** What a server says first, or messages in the middle of a connection. */
    static final LineSignature BEGINNING = LineSignature.of("PUB· HPUB· SUB· CONNECT·{", "INFO·{ MSG· HMSG·");

    private static final String[] ASKED = {"PUB ", "HPUB ", "SUB ", "UNSUB ", "PING\r", "PONG\r"};
    private static final String[] TOLD = {"MSG ", "HMSG ", "+OK\r", "-ERR ", "PING\r", "PONG\r"};
    private static final String INBOX = "_INBOX.";
    private static final int LINE_END = 2;

    /** Requests whose answer is awaited; more are forgotten. */
    private static final int MAX_AWAITED = 4096;

    /** Subjects of awaited answers with the direction they come in, and the flags of who asked. */
    private final StreamTable awaited = new StreamTable();

    NatsFramer() {
        super(Protocol.NATS);
    }

    @Override
    protected void onReset() {
        awaited.reset();
    }

    @Override
    protected long line(int direction, ByteBuffer bytes, int from, int end, boolean whole, Piece piece) {
        boolean asks = asks(direction);
        int words = words(bytes, from, end);
        piece.role = Role.ONE_WAY;
        int replyAt = asks ? 2 : 3;
        if (is(bytes, from, end, asks ? "PUB " : "MSG ")) {
            return whole
                    ? message(direction, bytes, from, end, words - replyAt - 1, replyAt, piece)
                    : cutMessage(direction, bytes, from, end, replyAt, piece);
        }
        if (is(bytes, from, end, asks ? "HPUB " : "HMSG ")) {
            return whole
                    ? message(direction, bytes, from, end, words - replyAt - 2, replyAt, piece)
                    : cutMessage(direction, bytes, from, end, replyAt, piece);
        }
        boolean known = is(bytes, from, end, "PING")
                || is(bytes, from, end, "PONG")
                || is(bytes, from, end, asks ? "SUB " : "+OK")
                || is(bytes, from, end, asks ? "UNSUB " : "INFO ")
                || is(bytes, from, end, asks ? "CONNECT " : "-ERR");
        piece.flags = bytes.get(from) == '-' ? 0 : SightingCodec.FLAG_SETUP;
        return known ? 0 : NO_LINE;
    }

    /**
     * Reads the line of a message.
     *
     * @param replies 1 if it names a subject for the answer, 0 if not
     * @param replyAt which word that is
     */
    private long message(int direction, ByteBuffer bytes, int from, int end, int replies, int replyAt, Piece piece) {
        int words = words(bytes, from, end);
        long length = replies == 0 || replies == 1 ? number(bytes, from, end, words - 1) : NO_LINE;
        if (length < 0) {
            return NO_LINE;
        }
        int reply = replies == 0 ? end : word(bytes, from, end, replyAt);
        read(direction, bytes, word(bytes, from, end, 1), reply, end, piece);
        return length + LINE_END;
    }

    /** Reads what is there of the line of a message, of which a word may be cut: then the call is known by its kind. */
    private long cutMessage(int direction, ByteBuffer bytes, int from, int end, int replyAt, Piece piece) {
        int subject = word(bytes, from, end, 1);
        int reply = word(bytes, from, end, replyAt);
        boolean wholeSubject = wordEnd(bytes, subject, end) < end;
        if (reply < end && Ascii.isDigit(bytes.get(reply))) {
            reply = end;
        } else if (reply == end && !is(bytes, subject, end, INBOX)) {
            piece.role = Role.UNKNOWN; // nobody knows whether an answer is wanted
            return 0;
        }
        read(direction, bytes, subject, reply, end, piece);
        boolean cut = piece.role == Role.REQUEST ? wordEnd(bytes, reply, end) == end : !wholeSubject;
        piece.key = cut ? Piece.CUT_OFF : piece.key;
        return 0;
    }

    /** Reads the subject of a message, and that of the answer it wants; {@code end} if it wants none. */
    private void read(int direction, ByteBuffer bytes, int subject, int reply, int end, Piece piece) {
        long own = hash(bytes, subject, end) << 1 | direction;
        long asked = awaited.remove(own);
        boolean acknowledged = is(bytes, reply, end, "$JS.ACK.");
        if (asked != StreamTable.NONE) {
            piece.role = Role.RESPONSE;
            piece.key = own;
            piece.flags = (int) asked;
        } else if (is(bytes, subject, end, "$JS.ACK.") || is(bytes, subject, end, "$JS.API.CONSUMER.MSG.NEXT.")) {
            piece.flags = SightingCodec.FLAG_SETUP;
        } else if (reply < end && !acknowledged) {
            long key = hash(bytes, reply, end) << 1 | 1 - direction;
            piece.role = Role.REQUEST;
            piece.key = key;
            piece.flags = is(bytes, subject, end, "$JS.API.") ? SightingCodec.FLAG_SETUP : 0;
            await(key, piece.flags);
        } else if (reply == end && !context().fromStart() && is(bytes, subject, end, INBOX)) {
            piece.role = Role.RESPONSE; // as clients name the subjects of their answers
            piece.key = own;
        }
    }

    private void await(long key, int flags) {
        if (awaited.size() >= MAX_AWAITED) {
            awaited.clear();
        }
        awaited.put(key, flags);
    }

    /** Of the word that begins here (FNV-1a). */
    private static long hash(ByteBuffer bytes, int from, int end) {
        int wordEnd = wordEnd(bytes, from, end);
        long hash = Fnv1a.START;
        for (int at = from; at < wordEnd; at++) {
            hash = Fnv1a.then(hash, bytes.get(at));
        }
        return hash;
    }

    private static boolean is(ByteBuffer bytes, int from, int end, String word) {
        if (end - from < word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (bytes.get(from + i) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    @Override
    protected boolean mayResume(int direction, ByteBuffer bytes, int from, int end, boolean first, boolean fresh) {
        for (String word : asks(direction) ? ASKED : TOLD) {
            if (is(bytes, from, end, word)) {
                return true;
            }
        }
        return false;
    }
}
