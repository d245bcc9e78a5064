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
        if (is(bytes, from, end, asks ? "PUB " : "MSG ")) {
            return message(direction, bytes, from, end, words - (asks ? 3 : 4), whole, piece);
        }
        if (is(bytes, from, end, asks ? "HPUB " : "HMSG ")) {
            return message(direction, bytes, from, end, words - (asks ? 4 : 5), whole, piece);
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
     */
    private long message(int direction, ByteBuffer bytes, int from, int end, int replies, boolean whole, Piece piece) {
        int words = words(bytes, from, end);
        long length = whole && (replies == 0 || replies == 1) ? number(bytes, from, end, words - 1) : NO_LINE;
        if (length < 0) {
            return NO_LINE;
        }
        int subject = word(bytes, from, end, 1);
        long own = hash(bytes, subject, end) << 1 | direction;
        long asked = awaited.remove(own);
        if (asked != StreamTable.NONE) {
            piece.role = Role.RESPONSE;
            piece.key = own;
            piece.flags = (int) asked;
        } else if (is(bytes, subject, end, "$JS.ACK.") || is(bytes, subject, end, "$JS.API.CONSUMER.MSG.NEXT.")) {
            piece.flags = SightingCodec.FLAG_SETUP;
        } else if (replies == 1) {
            int reply = word(bytes, from, end, asks(direction) ? 2 : 3);
            if (!is(bytes, reply, end, "$JS.ACK.")) {
                long key = hash(bytes, reply, end) << 1 | 1 - direction;
                piece.role = Role.REQUEST;
                piece.key = key;
                piece.flags = is(bytes, subject, end, "$JS.API.") ? SightingCodec.FLAG_SETUP : 0;
                await(key, piece.flags);
            }
        }
        return length + LINE_END;
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
    public boolean answersInOrder() {
        return false;
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
