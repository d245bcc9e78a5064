package io.wirepath.flows.message.framer;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL's protocol 3: a request is all up to Query or Sync, a response all up to ReadyForQuery; start and log-in
 * are calls marked as set-up; notices that nobody asked for, and COPY data from the client, want no answer.
 *
 * <pre>
 *   before log-in   │ length 4 │ code 4 │ …                 code 3.x, SSLRequest, GSSENCRequest, CancelRequest
 *   then            │ type 1   │ length 4 (itself included) │ …
 *   answer to SSLRequest: one byte, S or N
 * </pre>
 *
 * Source: PostgreSQL documentation, chapter "Frontend/Backend Protocol".
 */
final class PostgresFramer extends LengthFramer {

    private static final int SSL_REQUEST = 80877103;
    private static final int GSS_REQUEST = 80877104;
    private static final int CANCEL_REQUEST = 80877102;
    private static final int MAX_FRAME = 1 << 30;
    private static final int HEADER = 5;
    private static final int START_HEADER = 8;

    /** First bytes of an error that are looked at: severity, twice, comes before the SQLSTATE. */
    private static final int ERROR_SEEN = 64;

    private static final int DONE = Outcome.of(Outcome.Kind.SQL, 0);
    private static final int GENERAL_ERROR = Outcome.ofSqlState('X', 'X');

    /** Longer messages are not looked for where bytes are missing. */
    private static final int MAX_USUAL = 1 << 24;

    /** Types of messages that have no content. */
    private static final String EMPTY_ASKED = "SHXc";

    private static final String EMPTY_ANSWERED = "123nsIc";
    private static final String STATEMENT_TYPES = "QPBS";
    private static final String CLIENT_TYPES = "QPBDECSHFXdcfp";
    private static final String SERVER_TYPES = "RSKZTDCENA123ntIsGHWdcVv";

    private boolean starting;
    private boolean loggingIn;
    private boolean encryptionAsked;
    private boolean replicating;
    private boolean answering;

    /** Whether the client is lost, or read nothing since: a Sync there ends what was begun before. */
    private boolean behindLoss;

    private int unanswered;
    private final Statements statements = new Statements();

    PostgresFramer() {
        super(Protocol.POSTGRESQL, HEADER);
    }

    @Override
    protected void onReset() {
        starting = true;
        statements.forget();
        loggingIn = false;
        encryptionAsked = false;
        replicating = false;
        answering = false;
        behindLoss = false;
        unanswered = 0;
    }

    @Override
    protected int headerLength(int direction) {
        if (asks(direction)) {
            return starting ? START_HEADER : HEADER;
        }
        return encryptionAsked ? 1 : HEADER;
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        if (asks(direction)) {
            return starting || bytes.get(offset) == 0
                    ? start(direction, bytes, offset, length, piece)
                    : ask(direction, bytes, offset, length, piece);
        }
        return encryptionAsked
                ? answerEncryption(direction, bytes, offset, piece)
                : answer(direction, bytes, offset, length, piece);
    }

    private long start(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        if (length < START_HEADER) {
            return piece.need(START_HEADER);
        }
        int code = bytes.getInt(offset + 4);
        int total = bytes.getInt(offset);
        boolean encryption = code == SSL_REQUEST || code == GSS_REQUEST;
        if (!isStart(total, code)) {
            starting = false;
            return ask(direction, bytes, offset, length, piece);
        }
        if (code == CANCEL_REQUEST) {
            piece.role = Role.ONE_WAY;
            return message(direction, total);
        }
        encryptionAsked = encryption;
        starting = encryption;
        loggingIn = !encryption;
        piece.role = Role.REQUEST;
        piece.flags = SightingCodec.FLAG_SETUP;
        return message(direction, total);
    }

    /** Whether a message of the phase before log-in can have this length and code. */
    static boolean isStart(int total, int code) {
        return switch (code) {
            case SSL_REQUEST, GSS_REQUEST -> total == 8;
            case CANCEL_REQUEST -> total >= 16 && total <= 272;
            default -> code >>> 16 == 3 && total >= 9 && total <= 10_000;
        };
    }

    private long ask(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        int type = bytes.get(offset);
        int total = 1 + bytes.getInt(offset + 1);
        if (CLIENT_TYPES.indexOf(type) < 0 || total < HEADER || total > MAX_FRAME) {
            return piece.giveUp();
        }
        if (context().wantsOperations() && STATEMENT_TYPES.indexOf(type) >= 0) {
            int seen = Math.min(total, HEADER + OperationName.STATEMENT_BYTES);
            if (length < seen) {
                return piece.need(seen);
            }
            piece.operation = statements.operation(type, bytes, offset + HEADER, offset + seen);
        }
        piece.goesOn = behindLoss && type == 'S';
        behindLoss = false;
        switch (type) {
            case 'X' -> piece.role = Role.ONE_WAY;
            case 'd', 'c', 'f' -> {
                piece.role = Role.ONE_WAY;
                return type == 'd' && !replicating ? part(direction, total) : message(direction, total);
            }
            case 'p' -> {
                piece.role = Role.REQUEST;
                piece.flags = SightingCodec.FLAG_SETUP;
            }
            case 'Q', 'F', 'S' -> {
                piece.role = Role.REQUEST;
                loggingIn = false; // where its end was not captured, it is over all the same
                unanswered++;
            }
            default -> {
                piece.role = Role.REQUEST;
                loggingIn = false;
                return part(direction, total);
            }
        }
        return message(direction, total);
    }

    private long answerEncryption(int direction, ByteBuffer bytes, int offset, Piece piece) {
        int answer = bytes.get(offset);
        if (answer == 'E') {
            encryptionAsked = false; // a server from before this request existed: an ordinary error follows
            return piece.need(HEADER);
        }
        if (answer != 'S' && answer != 'N' && answer != 'G') {
            return piece.giveUp();
        }
        encryptionAsked = false;
        piece.role = Role.RESPONSE;
        piece.flags = SightingCodec.FLAG_SETUP;
        piece.handsOver = answer != 'N';
        piece.followedBy = answer == 'S' ? Protocol.TLS : null;
        return message(direction, 1);
    }

    private long answer(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        int type = bytes.get(offset);
        int total = 1 + bytes.getInt(offset + 1);
        if (SERVER_TYPES.indexOf(type) < 0 || total < HEADER || total > MAX_FRAME) {
            return piece.giveUp();
        }
        loggingIn |= type == 'R'; // also where the client's part of the log-in is missing
        if (loggingIn) {
            return logIn(direction, type, total, bytes, offset, length, piece);
        }
        boolean unasked = !answering && unanswered == 0 && (type == 'A' || type == 'N' || type == 'S');
        if (unasked || replicating && type == 'd') {
            piece.role = Role.ONE_WAY;
            return message(direction, total);
        }
        if (type == 'E') {
            int seen = Math.min(total, HEADER + ERROR_SEEN);
            if (length < seen) {
                return piece.need(seen);
            }
            piece.outcome = ofError(bytes, offset + HEADER, offset + seen);
        } else if (type == 'C' || type == 'Z') {
            piece.outcome = DONE;
        }
        piece.role = Role.RESPONSE;
        answering = type != 'Z' && type != 'W';
        replicating |= type == 'W';
        if (answering) {
            return part(direction, total);
        }
        unanswered = Math.max(0, unanswered - 1);
        return message(direction, total);
    }

    /** The only byte that is missing behind the question for encryption is the answer to it. */
    @Override
    public long skip(int direction, long length, Piece piece) {
        if (length != 1 || !encryptionAsked || asks(direction)) {
            return super.skip(direction, length, piece);
        }
        encryptionAsked = false;
        piece.role = Role.RESPONSE;
        piece.flags = SightingCodec.FLAG_SETUP;
        return skipMessage(direction, 1, length, piece);
    }

    /** Of the fields of an ErrorResponse: type 1, text, 0; the one of type C is the SQLSTATE. */
    private static int ofError(ByteBuffer bytes, int from, int end) {
        for (int at = from; at + 2 < end && bytes.get(at) != 0; at++) {
            if (bytes.get(at) == 'C') {
                return Outcome.ofSqlState(bytes.get(at + 1), bytes.get(at + 2));
            }
            at = Ascii.indexOf(bytes, (byte) 0, at, end);
            if (at < 0) {
                break;
            }
        }
        return GENERAL_ERROR;
    }

    /** The server's part of the log-in: ends where it waits for the client, or is ready. */
    private long logIn(int direction, int type, int total, ByteBuffer bytes, int offset, int length, Piece piece) {
        if (type == 'R' && length < HEADER + 4) {
            return piece.need(HEADER + 4);
        }
        piece.role = Role.RESPONSE;
        piece.flags = SightingCodec.FLAG_SETUP;
        if (type == 'R') {
            int wanted = bytes.getInt(offset + HEADER);
            boolean goesOn = wanted == 0 || wanted == 12; // AuthenticationOk, AuthenticationSASLFinal
            return goesOn ? part(direction, total) : message(direction, total);
        }
        if (type == 'E' || type == 'Z') {
            int seen = type == 'E' ? Math.min(total, HEADER + ERROR_SEEN) : HEADER;
            if (length < seen) {
                return piece.need(seen);
            }
            piece.outcome = type == 'Z' ? DONE : ofError(bytes, offset + HEADER, offset + seen);
        }
        loggingIn = type != 'Z';
        return loggingIn ? part(direction, total) : message(direction, total);
    }

    /** What statements do that have names, and are asked for by these. */
    private static final class Statements {

        /** A client that prepares more than so many makes new names all the time. */
        private static final int MAX_NAMED = 256;

        private final Map<String, String> named = new HashMap<>();

        /** Whether the message has told of a table: others follow, or the same again. */
        private boolean told;

        void forget() {
            named.clear();
            told = false;
        }

        /** What a part of a message asks for, if that is still to be told; a message ends with a Query or a Sync. */
        @Nullable
        String operation(int type, ByteBuffer bytes, int from, int end) {
            String operation = type == 'S' ? null : of(type, bytes, from, end);
            boolean tells = operation != null && !told;
            told = type != 'S' && type != 'Q' && (told || operation != null && operation.indexOf('/') > 0);
            return tells ? operation : null;
        }

        private @Nullable String of(int type, ByteBuffer bytes, int from, int end) {
            if (type == 'Q') {
                return OperationName.ofStatement(OperationName.POSTGRESQL, bytes, from, end);
            }
            // a Bind names its portal, then the statement
            int name = type == 'B' ? after(bytes, from, end) : from;
            int rest = after(bytes, name, end);
            StringBuilder text = new StringBuilder();
            for (int at = name; at < rest - 1; at++) {
                text.append((char) bytes.get(at));
            }
            String key = text.toString();
            if (type == 'B') {
                return named.get(key);
            }
            String operation = OperationName.ofStatement(OperationName.POSTGRESQL, bytes, rest, end);
            if (named.size() == MAX_NAMED) {
                named.clear();
            }
            if (operation != null) {
                named.put(key, operation);
            }
            return operation;
        }

        private static int after(ByteBuffer bytes, int from, int end) {
            int zero = Ascii.indexOf(bytes, (byte) 0, from, end);
            return zero < 0 ? end : zero + 1;
        }
    }

    @Override
    public boolean answersInOrder() {
        return true;
    }

    @Override
    protected void onLose(int direction) {
        starting = false;
        if (asks(direction)) {
            behindLoss = true;
        } else {
            answering = false;
            encryptionAsked = false;
            unanswered = 0;
        }
    }

    @Override
    protected long measure(int direction, ByteBuffer bytes, int offset, int length) {
        if (length < HEADER) {
            return MORE;
        }
        int type = bytes.get(offset);
        int rest = bytes.getInt(offset + 1);
        boolean asks = asks(direction);
        if (asks && type == 0) {
            boolean starts = length >= START_HEADER && isStart(bytes.getInt(offset), bytes.getInt(offset + 4));
            return starts ? bytes.getInt(offset) : NO_FRAME;
        }
        boolean known = (asks ? CLIENT_TYPES : SERVER_TYPES).indexOf(type) >= 0;
        boolean fits = (asks ? EMPTY_ASKED : EMPTY_ANSWERED).indexOf(type) >= 0
                ? rest == 4
                : rest > 4 && rest < MAX_USUAL && (asks || type != 'Z' || rest == 5);
        return known && fits ? 1L + rest : NO_FRAME;
    }

    @Override
    protected boolean beginsMessage(int direction, ByteBuffer bytes, int offset) {
        int type = bytes.get(offset);
        return asks(direction) && (type == 'Q' || type == 'P' || type == 'F' || type == 0);
    }

    /** PostgreSQL: a start message, or in the middle of a connection a Query, Parse or Bind. */
    static final class Beginning implements Signature {

        private static final int LOOKS_AT = 8;
        private static final String ANSWERS = "CERT123";
        private static final int MAX_TAG = 128;

        @Override
        public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
            int first = bytes.get(offset);
            if (direction != context.requester()) {
                return context.fromStart() ? Verdict.NO : judgeAnswer(bytes, offset, length);
            }
            if (first != 0 && first != 'Q' && first != 'P' && first != 'B') {
                return Verdict.NO;
            }
            if (length < LOOKS_AT) {
                return Verdict.MORE;
            }
            if (first == 0) {
                return judgeStart(bytes, offset, length);
            }
            int total = bytes.getInt(offset + 1);
            int text = bytes.get(offset + 5);
            boolean named = text == 0 && first != 'Q' || text >= ' ' && text < 0x7f;
            return total >= 6 && total < 1 << 24 && named ? Verdict.YES : Verdict.NO;
        }

        /** What completes, describes, fails or authenticates, where what it answers was not seen. */
        private static Verdict judgeAnswer(ByteBuffer bytes, int offset, int length) {
            int first = bytes.get(offset);
            if (ANSWERS.indexOf(first) < 0 || length > 1 && bytes.get(offset + 1) != 0) {
                return Verdict.NO;
            }
            if (length < HEADER + 3) {
                return Verdict.MORE;
            }
            int rest = bytes.getInt(offset + 1);
            int at = offset + HEADER;
            boolean fits = switch (first) {
                case 'C' -> rest > 6 && rest < MAX_TAG && isCapital(bytes.get(at)) && isCapital(bytes.get(at + 1));
                case 'E' -> rest > 6 && bytes.get(at) == 'S' && isCapital(bytes.get(at + 1));
                case 'R' -> rest >= 8 && rest < MAX_TAG && bytes.getShort(at) == 0;
                case 'T' -> rest > 6 && bytes.getShort(at) > 0 && bytes.get(at + 2) >= ' ';
                default -> rest == 4 && SERVER_TYPES.indexOf(bytes.get(at)) >= 0 && bytes.getShort(at + 1) == 0;
            };
            return fits ? Verdict.YES : Verdict.NO;
        }

        private static boolean isCapital(int own) {
            return own >= 'A' && own <= 'Z';
        }

        private static Verdict judgeStart(ByteBuffer bytes, int offset, int length) {
            int code = bytes.getInt(offset + 4);
            if (!isStart(bytes.getInt(offset), code)) {
                return Verdict.NO;
            }
            if (code >>> 16 != 3) {
                return Verdict.YES;
            }
            if (length == LOOKS_AT) {
                return Verdict.MORE;
            }
            // the name of a parameter follows; without it this may be a request to Kafka
            int letter = bytes.get(offset + LOOKS_AT);
            return letter >= 'a' && letter <= 'z' ? Verdict.YES : Verdict.NO;
        }
    }
}
