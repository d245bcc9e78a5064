package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * FTP, the connection of its commands: each is answered in order, and an answer ends with its last line that is not
 * preliminary. The greeting, the log-in, and what prepares a transfer or ends the connection, is set-up.
 *
 * <pre>
 *   USER … ⏎   PASS … ⏎   RETR … ⏎
 *   150 … ⏎ 226 … ⏎        1yz: more follows once it is done;  230-… ⏎ … 230 … ⏎: several lines
 * </pre>
 *
 * Source: RFC 959 §4.1, §4.2, §5.4.
 */
final class FtpFramer extends LineFramer {

    private static final byte WORK = 1;
    private static final byte SET_UP = 2;
    private static final byte SECURES = 3;
    private static final int CODE = 3;
    private static final int AGREED = 234;

    private static final int SIZE = 213;
    private static final int SENT = 226;
    private static final int ABORTED = 426;

    /** A directory was made, or, what is more usual, which one is the present. */
    private static final int MADE = 257;

    /** Commands that move or change files. */
    private static final LineSignature OF_FILES = LineSignature.ofAnyCase(
            "RETR STOR STOU APPE LIST NLST MLSD MLST DELE RNFR RNTO MKD RMD SIZE MDTM CWD CDUP SITE STAT");

    private static final LineSignature SECURING = LineSignature.ofAnyCase("AUTH·");

    private final AskedOrder order = new AskedOrder();
    private boolean inReply;

    FtpFramer() {
        super(Protocol.FTP);
    }

    @Override
    protected void onReset() {
        order.reset();
        inReply = false;
    }

    @Override
    protected long line(int direction, ByteBuffer bytes, int from, int end, boolean whole, Piece piece) {
        if (!asks(direction)) {
            return reply(bytes, from, end, piece);
        }
        if (!isLetter(bytes.get(from))) {
            return NO_LINE;
        }
        byte kind = OF_FILES.begins(true, bytes, from, end)
                ? WORK
                : SECURING.begins(true, bytes, from, end) ? SECURES : SET_UP;
        order.asks(kind);
        piece.role = Role.REQUEST;
        piece.flags = kind == WORK ? 0 : SightingCodec.FLAG_SETUP;
        return 0;
    }

    private long reply(ByteBuffer bytes, int from, int end, Piece piece) {
        int code = end - from < CODE ? -1 : (int) Ascii.decimal(bytes, from, from + CODE);
        boolean coded = code >= 100 && code < 600;
        boolean last = coded && (end == from + CODE || bytes.get(from + CODE) == ' ');
        if (!coded && !inReply) {
            return NO_LINE;
        }
        byte kind = order.next();
        boolean greets = kind == AskedOrder.NOTHING && !order.isDoubtful();
        boolean unseen = kind == AskedOrder.NOTHING && order.isDoubtful();
        kind = unseen && coded && isOfFiles(code) ? WORK : kind;
        piece.role = greets ? Role.ONE_WAY : Role.RESPONSE;
        piece.flags = kind == WORK || unseen && !coded ? 0 : SightingCodec.FLAG_SETUP;
        piece.ends = last && code >= 200;
        inReply = !piece.ends;
        if (piece.ends) {
            boolean farewell = greets && order.latest() != AskedOrder.NOTHING;
            piece.outcome = farewell ? Outcome.UNKNOWN : Outcome.of(Outcome.Kind.FTP, code);
            order.answers();
            piece.handsOver = kind == SECURES && code == AGREED;
            piece.followedBy = piece.handsOver ? Protocol.TLS : null;
        }
        return 0;
    }

    /** Whether a reply to what was not seen is about files or the transfer of one (RFC 959 §4.2.1). */
    private static boolean isOfFiles(int code) {
        boolean ofFileSystem = code / 10 % 10 == 5 && code != MADE;
        return ofFileSystem || code < 200 || code == SIZE || code == SENT || code == ABORTED;
    }

    private static boolean isLetter(int own) {
        return own >= 'A' && own <= 'Z' || own >= 'a' && own <= 'z';
    }

    @Override
    public boolean answersInOrder() {
        return true;
    }

    @Override
    protected void onLose(int direction) {
        order.lose();
        inReply &= asks(direction);
    }

    @Override
    public void onTurn() {
        order.turn();
    }

    @Override
    protected boolean mayResume(int direction, ByteBuffer bytes, int from, int end, boolean first, boolean fresh) {
        return fresh && (asks(direction) ? isLetter(bytes.get(from)) : Ascii.isDigit(bytes.get(from)));
    }

    /**
     * A greeting that names FTP, or whose port does; one that turns away, which means the same to SMTP; a log-in;
     * replies.
     */
    static final class Beginning implements Signature {

        private static final LineSignature COMMANDS = LineSignature.ofAnyCase("USER·");

        /** What only FTP says in the middle. */
        private static final LineSignature LATER = LineSignature.ofAnyCase(
                "FEAT⏎ PWD⏎ TYPE·I⏎ TYPE·A⏎ PASV⏎ EPSV⏎ PORT· CWD· CDUP⏎ SIZE· MDTM· NLST MLSD STOR· APPE·");

        private static final LineSignature REPLIES = LineSignature.of("", "331· 227· 229· 150· 226·");
        private static final LineSignature GREETING = LineSignature.of("", "220· 220- 421·");
        private static final byte[] NAME = "ftp".getBytes(US_ASCII);

        @Override
        public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
            if (direction == context.requester()) {
                Verdict begins = COMMANDS.judge(context, direction, bytes, offset, length);
                boolean later = begins == Verdict.NO && !context.fromStart();
                return later ? LATER.judge(context, direction, bytes, offset, length) : begins;
            }
            Verdict greets = GREETING.judge(context, direction, bytes, offset, length);
            boolean turnsAway = greets == Verdict.YES && bytes.get(offset) == '4' && context.fromStart();
            if (greets == Verdict.NO && !context.fromStart()) {
                return REPLIES.judge(context, direction, bytes, offset, length);
            }
            if (greets != Verdict.YES || turnsAway || context.usual() == Protocol.FTP) {
                return greets;
            }
            return LineSignature.naming(NAME, bytes, offset, length);
        }
    }
}
