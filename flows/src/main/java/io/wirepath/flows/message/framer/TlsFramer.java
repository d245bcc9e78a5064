package io.wirepath.flows.message.framer;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * TLS 1.0 to 1.3: the handshake is told apart, application data is cut by turns at record boundaries.
 *
 * <pre>
 *   record │ type 1 │ version 2 │ length 2 │ …      20 change cipher spec, 21 alert, 22 handshake, 23 application data
 * </pre>
 *
 * In TLS 1.3 the encrypted part of the set-up looks like application data; {@link TlsSetUp} tells it apart. Where the
 * client offered HTTP/2, records with the size of its WINDOW_UPDATE, PING and SETTINGS acknowledgment are set-up too,
 * and end nothing by turn. Once it is certain that HTTP/2 is spoken (nothing else was offered, or a SETTINGS
 * acknowledgment was seen), streams overlap and turns say nothing: each record is a message of its own, flagged
 * {@link SightingCodec#FLAG_MULTIPLEXED}. Sources: RFC 8446 §5, §4; RFC 6066 §3; RFC 7301 §3.1; RFC 9113 §3.4, §6.5.
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

    /** What AES-GCM and AES-CCM add to a record in TLS 1.2: nonce 8, tag 16. */
    private static final int OVERHEAD_12 = 24;

    /** What ChaCha20-Poly1305 adds there: its nonce is not sent (RFC 7905 §2). */
    private static final int OVERHEAD_CHACHA = 16;

    private static final int FIRST_CHACHA_SUITE = 0xcca8;
    private static final int LAST_CHACHA_SUITE = 0xccae;

    /** What every suite that is usual adds to a record in TLS 1.3: type 1, tag 16. */
    private static final int OVERHEAD_13 = 17;

    /** Size of a SETTINGS acknowledgment: one of the first records of each side, and nothing else is so short. */
    private static final int SETTINGS_ACK = 9;

    /** What the client says before its settings, and more than both are as a rule. */
    private static final int PREFACE = 24;

    private static final int MAX_PREFACE = 96;
    private static final int WINDOW_UPDATE = 13;
    private static final int PING = 17;

    /** An alert of TLS 1.3 without padding; what TLS 1.2 encrypts is longer in the suites that are usual there. */
    private static final int MIN_ALERT_13 = 19;

    /** A setting: identifier 2, value 4. */
    private static final int SETTING = 6;

    private static final int FIRST_RECORDS = 8;

    private static final int SETUP_SLOT = 0;
    private static final int DATA_SLOT = 1;

    private final TlsHello hello = new TlsHello();
    private final TlsSetUp setUp = new TlsSetUp();
    private final int[] dataRecords = new int[2];

    /** Whether a direction adds zeros to its records; null where that is not known. */
    private final @Nullable Boolean[] padded = new Boolean[2];

    private int overhead12 = OVERHEAD_12;

    private final TlsJoin join = new TlsJoin();

    /** Whether the latest record of a direction changed the cipher. */
    private final boolean[] changed = new boolean[2];

    /** Whether a record waits to see whether anything follows it, and whether nothing does. */
    private final boolean[] waiting = new boolean[2];

    private final TlsSetUp.Follows[] follows = new TlsSetUp.Follows[2];
    private boolean http2;

    /** Whether the client's hello was cut, so that it may have offered HTTP/2. */
    private boolean mayOffer;

    private boolean multiplexed;

    /** The direction that waits with what may be a PING, or -1; and the size of the record that answers. */
    private int pings;

    private int pong;

    /** Whether the latest record was a preface if another follows it, which was not waited for: it was cut. */
    private boolean prefaceMayBe;

    private boolean handshakeSeen;
    private boolean clientSeen;
    private boolean settingsSeen;
    private boolean dataSeen;

    TlsFramer() {
        super(Protocol.TLS);
    }

    @Override
    protected void onReset() {
        setUp.reset();
        http2 = false;
        mayOffer = false;
        prefaceMayBe = false;
        multiplexed = false;
        pings = -1;
        pong = 0;
        handshakeSeen = false;
        clientSeen = false;
        join.reset();
        settingsSeen = false;
        dataSeen = false;
        overhead12 = OVERHEAD_12;
        for (int direction = 0; direction < 2; direction++) {
            dataRecords[direction] = 0;
            padded[direction] = null;
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
     * Whether an encrypted record has the size of HTTP/2 frames of the connection: of 9, 13 or 17 bytes, or two of
     * them; it may be padded.
     */
    private boolean isHttp2Control(int direction, int record) {
        return http2
                && (mayBePadded(direction, false) && isControlFrame(frame(record))
                        || mayBePadded(direction, true) && isControlFrame(frame(record) - TlsSetUp.PADDING));
    }

    /** Whether the records of a direction may be padded, or not padded; TLS 1.2 cannot (RFC 8446 §5.4). */
    private boolean mayBePadded(int direction, boolean zeros) {
        if (handshakeSeen && !setUp.isVersion13()) {
            return !zeros;
        }
        Boolean known = padded[direction] == null && asks(direction) ? setUp.isClientPadded() : padded[direction];
        return known == null || known == zeros;
    }

    private int frame(int record) {
        return record - (setUp.isVersion13() ? setUp.overhead() : overhead12);
    }

    private static boolean isControlFrame(int frame) {
        return isShortFrame(frame) || frame == 2 * WINDOW_UPDATE || frame == WINDOW_UPDATE + PING;
    }

    /**
     * Counts the records of data, of which the first ones tell whether HTTP/2 is spoken: one of the settings and their
     * acknowledgment, or that alone where it was offered.
     */
    private void onData(int direction, int record) {
        boolean offered = http2 || handshakeSeen && !clientSeen && settingsSeen;
        boolean acknowledges = dataRecords[direction] < FIRST_RECORDS && isAcknowledgment(direction, record);
        if (offered && !multiplexed) {
            multiplexed = acknowledges;
            http2 |= multiplexed;
        }
        if (padded[direction] == null && multiplexed && acknowledges) {
            padded[direction] = frame(record) != SETTINGS_ACK;
        }
        dataRecords[direction]++;
    }

    private boolean isAcknowledgment(int direction, int record) {
        int frame = frame(record);
        return mayBePadded(direction, false) && frame == SETTINGS_ACK
                || mayBePadded(direction, true) && frame == SETTINGS_ACK + TlsSetUp.PADDING;
    }

    /** Tells from the middle what is spoken; a record as short as an alert of TLS 1.3 tells the version, too. */
    private void joinLate(int direction, int record) {
        boolean of12 = !setUp.isVersion13() && isShortFrame(record - OVERHEAD_12);
        join.take(direction, asks(direction), record, of12, isShortFrame(record - OVERHEAD_13));
        multiplexed |= join.isHttp2();
        http2 |= multiplexed;
        if (!setUp.isVersion13() && (multiplexed ? join.isVersion13() : record == MIN_ALERT_13)) {
            setUp.joinLate();
        }
    }

    /**
     * Whether a record met in the middle waits for an answer in its own size, which only a PING of HTTP/2 has; or goes
     * on as what it is.
     */
    private boolean waitsForPong(int direction, int record, boolean last) {
        if (record != OVERHEAD_12 + PING && record != OVERHEAD_13 + PING) {
            return false;
        }
        if (last && follows[direction] == TlsSetUp.Follows.MORE) {
            pings = direction;
            pong = 0;
            waiting[direction] = true;
            return true;
        }
        if (pong == record && follows[direction] == TlsSetUp.Follows.OTHER_SIDE) {
            multiplexed = true;
            http2 = true;
            if (record == OVERHEAD_13 + PING) {
                setUp.joinLate();
            }
        }
        return false;
    }

    private static boolean isShortFrame(int frame) {
        return frame == SETTINGS_ACK || frame == WINDOW_UPDATE || frame == PING;
    }

    /** Whether a frame of HTTP/2 of this size may hold some settings, perhaps with a WINDOW_UPDATE behind it. */
    private static boolean maySettle(int frame) {
        int settings = frame - SETTINGS_ACK;
        return settings > 0 && (settings % SETTING == 0 || (settings - WINDOW_UPDATE) % SETTING == 0);
    }

    @Override
    public void onUnseenTurn(int direction) {
        prefaceMayBe = false;
        join.turn();
        if (!asks(direction)) {
            setUp.onAnswer();
        } else if (setUp.isVersion13()) {
            setUp.onQuestion();
        }
    }

    /**
     * Whether the first record of who asks may say that HTTP/2 begins: it does if more follows before anybody answers,
     * which nothing so short does otherwise.
     */
    private boolean mayBePreface(int direction, int type, int record) {
        return type == APPLICATION_DATA
                && (http2 || mayOffer)
                && !multiplexed
                && asks(direction)
                && dataRecords[direction] == 0
                && !changed[direction]
                && (!setUp.isVersion13() || setUp.mayAsk(record))
                && isSmallPreface(frame(record));
    }

    /**
     * Whether this record holds the settings of its side, with which HTTP/2 begins, and nothing else: some clients ask
     * in the same record, which the size of it tells in four of six cases.
     */
    private boolean isPreface(int direction, int record) {
        return multiplexed
                && dataRecords[direction] == 1
                && (!asks(direction)
                        || !handshakeSeen
                        || mayBePadded(direction, false) && isSmallPreface(frame(record))
                        || mayBePadded(direction, true) && isSmallPreface(frame(record) - TlsSetUp.PADDING));
    }

    private static boolean isSmallPreface(int frame) {
        return frame == PREFACE || frame < MAX_PREFACE && maySettle(frame - PREFACE);
    }

    /** Whether a record of a server that speaks HTTP/2 is a ticket: settings are shorter, and come before answers. */
    private boolean isTicket(TlsSetUp.Kind kind, int record) {
        return multiplexed
                && (kind == TlsSetUp.Kind.PERHAPS_TICKET || kind == TlsSetUp.Kind.SECOND_TICKET)
                && frame(record) > MAX_PREFACE;
    }

    @Override
    protected int headerLength(int direction) {
        return HEADER;
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
        } else if (!multiplexed && setUp.mayBeTicket(length - HEADER)) {
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
        if (type == HANDSHAKE && !dataSeen && total <= Piece.MAX_NEEDED) {
            if (length < total) {
                return piece.need(total);
            }
            readHandshake(direction, bytes, offset + HEADER, offset + total);
        }
        if (type == ALERT && record == ALERT_LENGTH) {
            if (length < total) {
                return piece.need(total);
            }
            piece.outcome = Outcome.of(Outcome.Kind.TLS, bytes.get(offset + HEADER + 1) & 0xff);
        }
        if (type == APPLICATION_DATA) {
            settingsSeen |= handshakeSeen && !clientSeen && maySettle(frame(record));
            if (!multiplexed && !handshakeSeen) {
                if (pings == 1 - direction) {
                    pong = record;
                    piece.settlesOther = true;
                    return 0;
                }
                if (waitsForPong(direction, record, length <= total)) {
                    return piece.need(total + 1);
                }
                joinLate(direction, record);
            }
        }
        boolean perhapsAlert = mayBeAlert(direction, type, record);
        boolean perhapsPreface = mayBePreface(direction, type, record);
        boolean told = follows[direction] != TlsSetUp.Follows.MORE;
        if (perhapsAlert && !told && mayBeLast(bytes, offset, length, total)) {
            waiting[direction] = true;
            return piece.need(2 * total + 1);
        }
        if (perhapsPreface && !told && length <= total) {
            waiting[direction] = true;
            return piece.need(total + 1);
        }
        if (waiting[1 - direction] && !perhapsAlert) {
            piece.settlesOther = true;
            return 0;
        }
        waiting[direction] = false;
        pings = pings == direction ? -1 : pings;
        boolean asks = asks(direction);
        if (prefaceMayBe && asks && type == APPLICATION_DATA
                || perhapsPreface && (!told || follows[direction] == TlsSetUp.Follows.SAME_SIDE)) {
            multiplexed = true;
            http2 = true;
        }
        prefaceMayBe = asks && perhapsPreface && !multiplexed;
        TlsSetUp.Kind told13 = kind(direction, type, record);
        TlsSetUp.Kind kind = isTicket(told13, record) ? TlsSetUp.Kind.SET_UP : told13;
        if (follows[direction] != TlsSetUp.Follows.NOTHING) {
            follows[direction] = TlsSetUp.Follows.MORE;
        }
        if (type == APPLICATION_DATA && kind != TlsSetUp.Kind.SET_UP) {
            onData(direction, record);
        }
        boolean control =
                type == APPLICATION_DATA && (isHttp2Control(direction, record) || isPreface(direction, record));
        boolean apart = control || kind == TlsSetUp.Kind.SET_UP;
        piece.turns = !control && (!apart || !dataSeen);
        if (apart) {
            piece.slot = SETUP_SLOT;
            setUp(piece);
            return control && multiplexed ? message(direction, total) : part(direction, total);
        }
        dataSeen = true;
        piece.slot = DATA_SLOT;
        if (multiplexed) {
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

    private boolean mayBeAlert(int direction, int type, int record) {
        return type == APPLICATION_DATA && setUp.isVersion13() && setUp.mayBeAlert(asks(direction), record);
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
        boolean waited = waiting[direction] && !multiplexed && dataRecords[direction] == 0;
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
        handshakeSeen |= type == CLIENT_HELLO || type == SERVER_HELLO;
        if (type == CLIENT_HELLO) {
            context().learnRequester(direction);
            clientSeen = true;
            hello.readClient(bytes, from, end, 1 - direction, context());
            http2 = hello.offersHttp2(bytes, from, end);
            multiplexed = hello.offersOnlyHttp2(bytes, from, end);
            setUp.onClientHello(hello.offersToResume(bytes, from, end));
        } else if (type == SERVER_HELLO) {
            readServerHello(bytes, from, end);
        }
    }

    private void readServerHello(ByteBuffer bytes, int from, int end) {
        int suite = hello.suite(bytes, from, end);
        boolean version13 = hello.isVersion13(bytes, from, end);
        boolean chosen = hello.choosesHttp2(bytes, from, end);
        multiplexed |= chosen;
        http2 = chosen || http2 && (version13 || suite == 0);
        if (version13) {
            setUp.onServerHello(suite);
        } else if (suite >= FIRST_CHACHA_SUITE && suite <= LAST_CHACHA_SUITE) {
            overhead12 = OVERHEAD_CHACHA;
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
        return !multiplexed;
    }

    @Override
    public boolean isSettingUp() {
        return handshakeSeen && !dataSeen;
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
        handshakeSeen |= bytes.get(offset) == HANDSHAKE;
        if (handshakeSeen && length > HEADER && bytes.get(offset + HEADER) == CLIENT_HELLO && !dataSeen) {
            context().learnRequester(direction);
            mayOffer = true;
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
        return multiplexed;
    }

    /** TLS: a record header, at the start of a connection or in its middle. */
    static final class Beginning implements Signature {

        @Override
        public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
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
}
