package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * SMTP: commands and replies in order, and a mail as a request of its own, up to the line that is only a dot. The
 * greeting, and what introduces, authenticates, resets and ends, is set-up. After STARTTLS the connection is TLS.
 *
 * <pre>
 *   MAIL FROM:… ⏎    RCPT TO:… ⏎    DATA ⏎   lines … . ⏎    BDAT BYTES [LAST] ⏎ so many bytes
 *   250-… ⏎ 250 … ⏎      the last line of a reply has a blank behind its number
 * </pre>
 *
 * Source: RFC 5321 §4.1, §4.2; RFC 3030 §2; RFC 3207 §4.
 */
final class SmtpFramer extends LineFramer {

    private static final byte COMMAND = 1;
    private static final byte SET_UP = 2;
    private static final byte DATA = 3;
    private static final byte START_TLS = 4;

    /** Lines in base64 may follow, each answered. */
    private static final byte AUTHENTICATES = 5;

    private static final String[] VERBS = {
        "EHLO", "HELO", "LHLO", "MAIL", "RCPT", "DATA", "BDAT", "RSET", "NOOP", "QUIT", "VRFY", "AUTH", "STAR"
    };
    private static final int CODE = 3;
    private static final int LETTERS = 4;
    private static final int START_MAIL = 354;
    private static final int DONE = 250;
    private static final int READY = 220;
    private static final int FIRST_REFUSAL = 400;

    /** So many bytes tell that a mail is text. */
    private static final int TEXT = 32;

    private final AskedOrder order = new AskedOrder();
    private boolean inMail;
    private boolean mailBegun;

    SmtpFramer() {
        super(Protocol.SMTP);
    }

    @Override
    protected void onReset() {
        order.reset();
        inMail = false;
        mailBegun = false;
    }

    @Override
    protected long line(int direction, ByteBuffer bytes, int from, int end, boolean whole, Piece piece) {
        if (!asks(direction)) {
            return reply(bytes, from, end, piece);
        }
        piece.role = Role.REQUEST;
        boolean unasked = order.isDoubtful() && !inMail && !isVerb(bytes, from, end);
        // each line of those is answered before the next
        boolean logsIn = order.latest() == AskedOrder.NOTHING
                || order.latest() == AUTHENTICATES && order.next() == AskedOrder.NOTHING;
        if (unasked && logsIn && isBase64(bytes, from, end)) {
            order.asks(AUTHENTICATES); // also where nothing is known of what was asked
            piece.flags = SightingCodec.FLAG_SETUP;
            return 0;
        }
        if (unasked && order.latest() != DATA && order.latest() != AskedOrder.NOTHING) {
            return NO_LINE;
        }
        inMail |= unasked; // the server asked for it
        if (inMail) {
            boolean last = end == from + 1 && bytes.get(from) == '.';
            if (!mailBegun) {
                order.asks(COMMAND);
            }
            mailBegun = !last;
            inMail = !last;
            piece.ends = last;
            return 0;
        }
        byte kind = kind(bytes, from, end);
        order.asks(kind);
        piece.flags = kind == COMMAND ? 0 : SightingCodec.FLAG_SETUP;
        boolean chunk = end - from > LETTERS && verb(bytes, from) == verb("BDAT");
        return chunk ? number(bytes, from, end, 1) : 0;
    }

    private static byte kind(ByteBuffer bytes, int from, int end) {
        int verb = end - from < LETTERS ? 0 : verb(bytes, from);
        if (verb == verb("MAIL") || verb == verb("RCPT") || verb == verb("BDAT") || verb == verb("VRFY")) {
            return COMMAND;
        }
        if (verb == verb("DATA")) {
            return DATA;
        }
        if (verb == verb("AUTH")) {
            return AUTHENTICATES;
        }
        return verb == verb("STAR") ? START_TLS : SET_UP;
    }

    private static int verb(ByteBuffer bytes, int from) {
        return bytes.getInt(from) & 0xdfdfdfdf;
    }

    private static int verb(String word) {
        return word.charAt(0) << 24 | word.charAt(1) << 16 | word.charAt(2) << 8 | word.charAt(3);
    }

    private long reply(ByteBuffer bytes, int from, int end, Piece piece) {
        boolean digits = end - from >= CODE
                && Ascii.isDigit(bytes.get(from))
                && Ascii.isDigit(bytes.get(from + 1))
                && Ascii.isDigit(bytes.get(from + 2));
        if (!digits) {
            return NO_LINE;
        }
        piece.ends = end == from + CODE || bytes.get(from + CODE) != '-';
        piece.outcome = Outcome.of(Outcome.Kind.SMTP, (int) Ascii.decimal(bytes, from, from + CODE));
        byte kind = order.next();
        if (kind == AskedOrder.NOTHING && order.isDoubtful()) {
            kind = unseen(Outcome.code(piece.outcome), piece.ends);
        }
        boolean first = kind == AskedOrder.NOTHING && order.latest() == AskedOrder.NOTHING;
        boolean ready = first && order.isDoubtful() && Outcome.code(piece.outcome) == READY;
        boolean secures = ready && hasStatus(bytes, from + CODE + 1, end);
        kind = secures ? START_TLS : kind;
        // the greeting answers nothing
        boolean unasked = first && (ready ? !secures : !order.isDoubtful());
        piece.role = unasked ? Role.ONE_WAY : Role.RESPONSE;
        piece.flags = kind == COMMAND ? 0 : SightingCodec.FLAG_SETUP;
        inMail |= kind == AskedOrder.NOTHING && Outcome.code(piece.outcome) == START_MAIL;
        if (piece.ends) {
            order.answers();
            int digit = bytes.get(from);
            inMail = kind == DATA ? digit == '3' : inMail;
            if (kind == START_TLS && digit == '2') {
                piece.handsOver = true;
                piece.followedBy = Protocol.TLS;
            }
        }
        return 0;
    }

    /** Whether an enhanced status begins here, as 2.0.0 (RFC 2034), which no greeting has. */
    private static boolean hasStatus(ByteBuffer bytes, int at, int end) {
        return end - at > 4
                && Ascii.isDigit(bytes.get(at))
                && bytes.get(at + 1) == '.'
                && Ascii.isDigit(bytes.get(at + 2))
                && bytes.get(at + 3) == '.';
    }

    /** Kind of what a reply answers that was not seen: only what introduces is granted in several lines. */
    private static byte unseen(int code, boolean ends) {
        return code >= FIRST_REFUSAL || code == DONE && ends ? COMMAND : AskedOrder.NOTHING;
    }

    @Override
    public boolean answersInOrder() {
        return true;
    }

    @Override
    protected void onLose(int direction) {
        order.lose();
        if (asks(direction)) {
            inMail = false;
            mailBegun = false;
        }
    }

    @Override
    public void onTurn() {
        order.turn();
    }

    @Override
    protected boolean mayResume(int direction, ByteBuffer bytes, int from, int end, boolean first, boolean fresh) {
        if (!asks(direction)) {
            return fresh && Ascii.isDigit(bytes.get(from));
        }
        if (!fresh) {
            return first && isCommandAlone(bytes, from, end);
        }
        boolean unknown = order.latest() == AskedOrder.NOTHING;
        return inMail || isVerb(bytes, from, end) || unknown && isText(bytes, from, Math.min(end, from + TEXT));
    }

    /** Whether a packet is one command, as the line of a mail hardly is. */
    private static boolean isCommandAlone(ByteBuffer bytes, int from, int end) {
        boolean isWord = isVerb(bytes, from, end)
                && from + LETTERS < end
                && ((bytes.get(from + LETTERS) & 0xff) <= ' ' || verb(bytes, from) == verb("STAR"));
        return isWord && Ascii.indexOf(bytes, (byte) '\n', from, end) == end - 1;
    }

    private static boolean isBase64(ByteBuffer bytes, int from, int end) {
        int at = from;
        while (at < end && isBase64(bytes.get(at))) {
            at++;
        }
        return at == end && end > from && (end - from) % 4 == 0;
    }

    private static boolean isBase64(int own) {
        return own >= 'a' && own <= 'z'
                || own >= 'A' && own <= 'Z'
                || Ascii.isDigit(own)
                || own == '+'
                || own == '/'
                || own == '=';
    }

    private static boolean isText(ByteBuffer bytes, int from, int end) {
        for (int at = from; at < end; at++) {
            int own = bytes.get(at);
            if (own >= 0 && own < ' ' && own != '\r' && own != '\n' && own != '\t' || own == 0x7f) {
                return false;
            }
        }
        return true;
    }

    private static boolean isVerb(ByteBuffer bytes, int from, int end) {
        int verb = end - from < LETTERS ? 0 : verb(bytes, from);
        for (String word : VERBS) {
            if (verb == verb(word)) {
                return true;
            }
        }
        return false;
    }

    /** A greeting that names SMTP, or what only a client of it says. */
    static final class Beginning implements Signature {

        private static final LineSignature COMMANDS =
                LineSignature.ofAnyCase("EHLO· HELO· HELO⏎ LHLO· MAIL·FROM: RCPT·TO:");
        private static final LineSignature GREETING = LineSignature.of("", "220· 421·");
        private static final byte[] NAME = "smtp".getBytes(US_ASCII);
        private static final byte[] LINES = "250-".getBytes(US_ASCII);
        private static final byte[][] ABILITIES = {"8bitmime".getBytes(US_ASCII), "pipelining".getBytes(US_ASCII)};

        @Override
        public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
            if (direction == context.requester()) {
                return COMMANDS.judge(context, direction, bytes, offset, length);
            }
            if (!context.fromStart() && introduces(bytes, offset, length)) {
                return Verdict.YES;
            }
            Verdict greets = GREETING.judge(context, direction, bytes, offset, length);
            if (context.usual() == Protocol.FTP) {
                return Verdict.NO;
            }
            if (greets != Verdict.YES || context.usual() == Protocol.SMTP) {
                return greets;
            }
            return LineSignature.naming(NAME, bytes, offset, length);
        }

        /** Whether a reply in several lines tells what the server can do (RFC 5321 §4.1.1.1). */
        private static boolean introduces(ByteBuffer bytes, int offset, int length) {
            boolean lines = Ascii.agreement(bytes, offset, length, LINES) == LINES.length;
            for (int i = 0; lines && i < ABILITIES.length; i++) {
                if (Ascii.containsIgnoringCase(bytes, offset, offset + length, ABILITIES[i])) {
                    return true;
                }
            }
            return false;
        }
    }
}
