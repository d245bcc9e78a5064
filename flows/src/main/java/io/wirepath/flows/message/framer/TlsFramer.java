package io.wirepath.flows.message.framer;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.message.framer.Signature.Verdict;
import java.nio.ByteBuffer;

/**
 * TLS 1.0 to 1.3: the handshake is told apart, application data is cut by turns at record boundaries.
 *
 * <pre>
 *   record │ type 1 │ version 2 │ length 2 │ …      20 change cipher spec, 21 alert, 22 handshake, 23 application data
 * </pre>
 *
 * In TLS 1.3 the encrypted part of the set-up looks like application data; {@link TlsSetUp} tells it apart. Where the
 * client offered HTTP/2, records with the size of its frames that keep the connection in order are set-up too, and end
 * nothing by turn. Once it is certain that HTTP/2 is spoken ({@link TlsHttp2}), streams overlap and turns say nothing:
 * each record is a message of its own, flagged {@link SightingCodec#FLAG_MULTIPLEXED}. Sources: RFC 8446 §5, §4; RFC
 * 6066 §3.
 */
final class TlsFramer extends LengthFramer {

    static final int HEADER = 5;
    static final int MAX_RECORD = (1 << 14) + 2048;

    private static final int CHANGE_CIPHER_SPEC = 20;
    private static final int ALERT = 21;

    /** Level 1, description 1; an encrypted alert is longer. */
    private static final int ALERT_LENGTH = 2;

    private static final int HANDSHAKE = 22;
    private static final int APPLICATION_DATA = 23;
    private static final int HEARTBEAT = 24;
    private static final int CLIENT_HELLO = 1;
    private static final int SERVER_HELLO = 2;

    private static final int SETUP_SLOT = 0;
    private static final int DATA_SLOT = 1;

    private final TlsHello hello = new TlsHello();
    private final TlsSetUp setUp = new TlsSetUp();
    private final TlsHttp2 http2 = new TlsHttp2(setUp);

    /** Whether the latest record of a direction changed the cipher. */
    private final boolean[] changed = new boolean[2];

    /** Whether a record waits to see whether anything follows it, and whether nothing does. */
    private final boolean[] waiting = new boolean[2];

    private final TlsSetUp.Follows[] follows = new TlsSetUp.Follows[2];

    /** The direction that waits with what may be a PING, or -1; and the size of the record that answers. */
    private int pings;

    private int pong;

    private boolean dataSeen;

    TlsFramer() {
        super(Protocol.TLS, HEADER);
    }

    @Override
    protected void onReset() {
        setUp.reset();
        http2.reset();
        pings = -1;
        pong = 0;
        dataSeen = false;
        for (int direction = 0; direction < 2; direction++) {
            changed[direction] = false;
            waiting[direction] = false;
            follows[direction] = TlsSetUp.Follows.MORE;
        }
    }

    @Override
    public boolean endsByTurn(int direction) {
        return isBetweenFrames(direction);
    }

    /**
     * Whether a record met in the middle waits for an answer in its own size, which only a PING of HTTP/2 has; or goes
     * on as what it is.
     */
    private boolean waitsForPong(int direction, int record, boolean last) {
        if (!TlsHttp2.mayBePing(record)) {
            return false;
        }
        if (last && follows[direction] == TlsSetUp.Follows.MORE) {
            pings = direction;
            pong = 0;
            waiting[direction] = true;
            return true;
        }
        if (pong == record && follows[direction] == TlsSetUp.Follows.OTHER_SIDE) {
            http2.onPong(record);
        }
        return false;
    }

    @Override
    public void onUnseenTurn(int direction) {
        http2.turn();
        if (!asks(direction)) {
            setUp.onAnswer();
        } else if (setUp.isVersion13()) {
            setUp.onQuestion();
        }
    }

    /** In what is missing the other side may have taken its turn. */
    @Override
    protected void onLose(int direction) {
        http2.turn();
    }

    @Override
    public long skip(int direction, long length, Piece piece) {
        long count = super.skip(direction, length, piece);
        if (count > 0) {
            return count;
        }
        boolean alert = setUp.isVersion13() && length < MAX_RECORD && setUp.isAsAlert((int) length - HEADER);
        if (alert && dataSeen) {
            fill(TlsSetUp.Kind.SET_UP, piece);
            return length;
        }
        if (asks(direction)) {
            dataSeen |= setUp.onClientLost(length);
        } else if (!http2.isCertain() && setUp.mayBeTicket(length - HEADER)) {
            fill(setUp.take(false, (int) length - HEADER, TlsSetUp.Follows.MORE), piece);
            return length;
        }
        return 0;
    }

    /** What a record of data on the server's side is, if it is not the last of its message. */
    private void fill(TlsSetUp.Kind kind, Piece piece) {
        dataSeen |= kind != TlsSetUp.Kind.SET_UP;
        piece.slot = kind == TlsSetUp.Kind.SET_UP ? SETUP_SLOT : DATA_SLOT;
        piece.turns = kind != TlsSetUp.Kind.SET_UP;
        piece.wasSetUp = kind == TlsSetUp.Kind.SECOND_TICKET || kind == TlsSetUp.Kind.DATA_BEHIND_TICKET;
        piece.ends = kind == TlsSetUp.Kind.SECOND_TICKET;
        if (kind == TlsSetUp.Kind.SET_UP || piece.ends) {
            setUp(piece);
        }
    }

    /** What a flight of records says stands in each of them. */
    @Override
    public boolean knowsLength(int direction, int seen) {
        return false;
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        int type = bytes.get(offset);
        int record = bytes.getShort(offset + 3) & 0xffff;
        if (!isRecord(type, bytes.getShort(offset + 1), record)) {
            return piece.giveUp();
        }
        int total = HEADER + record;
        if (isRead(type, record)) {
            if (length < total) {
                return piece.need(total);
            }
            read(direction, bytes, offset + HEADER, type, record, piece);
        }
        boolean isData = type == APPLICATION_DATA;
        boolean asks = isData && asks(direction);
        if (isData) {
            http2.onRecord(record);
            if (!http2.isCertain() && !setUp.isHandshakeSeen()) {
                if (pings == 1 - direction) {
                    pong = record;
                    piece.settlesOther = true;
                    return 0;
                }
                if (waitsForPong(direction, record, length <= total)) {
                    return piece.need(total + 1);
                }
                http2.joinLate(direction, asks, record);
            }
        }
        boolean perhapsAlert = isData && setUp.isVersion13() && setUp.mayBeAlert(asks, record);
        boolean perhapsPreface = asks && !changed[direction] && http2.mayBePreface(direction, record);
        boolean told = follows[direction] != TlsSetUp.Follows.MORE;
        if (!told && perhapsAlert && mayBeLast(bytes, offset, length, total)) {
            waiting[direction] = true;
            return piece.need(2 * total + 1);
        }
        if (!told && perhapsPreface && length <= total) {
            waiting[direction] = true;
            return piece.need(total + 1);
        }
        if (waiting[1 - direction] && !perhapsAlert) {
            piece.settlesOther = true;
            return 0;
        }
        waiting[direction] = false;
        pings = pings == direction ? -1 : pings;
        boolean goesOn = !told || follows[direction] == TlsSetUp.Follows.SAME_SIDE;
        http2.onSettled(asks, perhapsPreface, perhapsPreface && goesOn);
        return record(direction, isData, kind(direction, type, record), total, piece);
    }

    /** Whether what a record says is read: all of the handshake that is not encrypted, and alerts. */
    private boolean isRead(int type, int record) {
        return type == HANDSHAKE && !dataSeen && HEADER + record <= Piece.MAX_NEEDED
                || type == ALERT && record == ALERT_LENGTH;
    }

    private void read(int direction, ByteBuffer bytes, int from, int type, int record, Piece piece) {
        if (type == HANDSHAKE) {
            readHandshake(direction, bytes, from, from + record);
        } else {
            piece.outcome = Outcome.of(Outcome.Kind.TLS, bytes.get(from + 1) & 0xff);
        }
    }

    /** Says of a record whether it sets up, and where it ends. */
    private long record(int direction, boolean isData, TlsSetUp.Kind read, int total, Piece piece) {
        int record = total - HEADER;
        boolean asks = asks(direction);
        TlsSetUp.Kind kind = http2.isTicket(read, record) ? TlsSetUp.Kind.SET_UP : read;
        if (follows[direction] != TlsSetUp.Follows.NOTHING) {
            follows[direction] = TlsSetUp.Follows.MORE;
        }
        if (kind != TlsSetUp.Kind.SET_UP) {
            http2.onData(direction, asks, record);
        }
        boolean control = isData && http2.setsUp(direction, asks, record);
        boolean apart = control || kind == TlsSetUp.Kind.SET_UP;
        piece.turns = !control && (!apart || !dataSeen);
        if (apart) {
            piece.slot = SETUP_SLOT;
            setUp(piece);
            return control && http2.isCertain() ? message(direction, total) : part(direction, total);
        }
        dataSeen = true;
        piece.slot = DATA_SLOT;
        if (http2.isCertain()) {
            piece.turns = true;
            piece.role = Role.ONE_WAY;
            piece.flags = SightingCodec.FLAG_MULTIPLEXED;
            return message(direction, total);
        }
        piece.wasSetUp = kind == TlsSetUp.Kind.SECOND_TICKET || kind == TlsSetUp.Kind.DATA_BEHIND_TICKET;
        if (kind == TlsSetUp.Kind.SECOND_TICKET) {
            setUp(piece);
            return message(direction, total);
        }
        return part(direction, total);
    }

    private TlsSetUp.Kind kind(int direction, int type, int record) {
        boolean behindChange = changed[direction];
        changed[direction] = type == CHANGE_CIPHER_SPEC;
        if (type != APPLICATION_DATA) {
            return TlsSetUp.Kind.SET_UP;
        }
        if (behindChange && !setUp.isVersion13() && !dataSeen) {
            setUp.assumeVersion13(); // before it, the end of the handshake is told apart
        }
        boolean fromClient = asks(direction);
        return setUp.isVersion13() ? setUp.take(fromClient, record, follows[direction]) : TlsSetUp.Kind.DATA;
    }

    /**
     * Whether nothing follows yet, or nothing but a further record of this size: some send two alerts when they end.
     */
    private static boolean mayBeLast(ByteBuffer bytes, int offset, int length, int total) {
        if (length < total + HEADER) {
            return true;
        }
        boolean same = bytes.getShort(offset + 3) == bytes.getShort(offset + total + 3);
        return same && length <= 2 * total;
    }

    @Override
    public boolean nothingFollows(int direction, boolean ends) {
        boolean waited = waiting[direction];
        waiting[direction] = false;
        pings = pings == direction ? -1 : pings;
        if (waited) {
            follows[direction] = ends ? TlsSetUp.Follows.NOTHING : TlsSetUp.Follows.OTHER_SIDE;
        }
        return waited;
    }

    @Override
    public boolean somethingFollows(int direction) {
        boolean waited = waiting[direction] && http2.awaitsData(direction);
        if (waited) {
            waiting[direction] = false;
            follows[direction] = TlsSetUp.Follows.SAME_SIDE;
        }
        return waited;
    }

    private static void setUp(Piece piece) {
        piece.role = Role.ONE_WAY;
        piece.flags = SightingCodec.FLAG_SETUP;
    }

    private void readHandshake(int direction, ByteBuffer bytes, int from, int end) {
        int type = from < end ? bytes.get(from) : 0;
        if (type == CLIENT_HELLO) {
            context().learnRequester(direction);
            setUp.onHandshake();
            hello.readClient(bytes, from, end, 1 - direction, context());
            http2.onClientHello(hello.offersHttp2(bytes, from, end), hello.offersOnlyHttp2(bytes, from, end));
            setUp.onClientHello(hello.offersToResume(bytes, from, end));
        } else if (type == SERVER_HELLO) {
            readServerHello(bytes, from, end);
        }
    }

    private void readServerHello(ByteBuffer bytes, int from, int end) {
        int suite = hello.suite(bytes, from, end);
        boolean version13 = hello.isVersion13(bytes, from, end);
        setUp.onHandshake();
        http2.onServerHello(hello.choosesHttp2(bytes, from, end), version13, suite);
        if (version13) {
            setUp.onServerHello(suite);
        }
    }

    /** Whether a record that begins here holds a hello of either side. */
    static boolean isHello(ByteBuffer bytes, int offset, int length) {
        int type = length > HEADER ? bytes.get(offset + HEADER) : 0;
        return (type == CLIENT_HELLO || type == SERVER_HELLO)
                && bytes.get(offset) == HANDSHAKE
                && isRecord(HANDSHAKE, bytes.getShort(offset + 1), bytes.getShort(offset + 3) & 0xffff);
    }

    /** Whether this can be a record's header. */
    static boolean isRecord(int type, int version, int length) {
        return type >= 20
                && type <= HEARTBEAT
                && version >= 0x0300
                && version <= 0x0304
                && length > 0
                && length <= MAX_RECORD;
    }

    @Override
    public boolean answersInOrder() {
        return !http2.isCertain();
    }

    @Override
    public boolean isSettingUp() {
        return setUp.isHandshakeSeen() && !dataSeen;
    }

    @Override
    public int lostSlot() {
        return isSettingUp() ? SETUP_SLOT : DATA_SLOT;
    }

    @Override
    public boolean beginsCut(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        boolean apart = length >= HEADER && bytes.get(offset) >= CHANGE_CIPHER_SPEC && bytes.get(offset) <= HANDSHAKE;
        if (!apart || !isRecord(bytes.get(offset), bytes.getShort(offset + 1), bytes.getShort(offset + 3) & 0xffff)) {
            return false;
        }
        if (bytes.get(offset) == HANDSHAKE) {
            setUp.onHandshake();
        }
        boolean hello = setUp.isHandshakeSeen() && length > HEADER && bytes.get(offset + HEADER) == CLIENT_HELLO;
        if (hello && !dataSeen) {
            context().learnRequester(direction);
            http2.onCutHello();
        }
        piece.slot = SETUP_SLOT;
        piece.turns = !dataSeen;
        setUp(piece);
        return true;
    }

    @Override
    protected long measure(int direction, ByteBuffer bytes, int offset, int length) {
        if (length < HEADER) {
            return MORE;
        }
        int record = bytes.getShort(offset + 3) & 0xffff;
        return isRecord(bytes.get(offset), bytes.getShort(offset + 1), record) ? HEADER + record : NO_FRAME;
    }

    @Override
    protected boolean beginsMessage(int direction, ByteBuffer bytes, int offset) {
        return http2.isCertain();
    }

    /** TLS: a record header, at the start of a connection or in its middle. */
    static Verdict begins(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        int type = bytes.get(offset);
        if (type < 20 || type > 24 || length > 1 && bytes.get(offset + 1) != 3) {
            return Verdict.NO;
        }
        if (length < HEADER) {
            return Verdict.MORE;
        }
        int record = bytes.getShort(offset + 3) & 0xffff;
        return isRecord(type, bytes.getShort(offset + 1), record) ? Verdict.YES : Verdict.NO;
    }
}
