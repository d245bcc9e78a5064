package io.wirepath.flows.message.framer;

import org.jspecify.annotations.Nullable;

/**
 * Whether HTTP/2 is spoken inside TLS, and which of its records set up, by the hellos and by the sizes of records.
 *
 * <pre>
 *   who asks      24 preface + 9 + 6 n settings (+ 13 window)   (request)   9 acknowledgment
 *   who answers   (tickets)   9 + 6 n settings   9 acknowledgment   answer
 *   later, either 9 acknowledgment, 13 WINDOW_UPDATE, 17 PING, or two of them
 * </pre>
 *
 * <p>It is certain where nothing else was offered, where the server chose it in TLS 1.2, where more follows a preface
 * before anybody answers, where one of the first records is an acknowledgment of settings, and, from the middle, by
 * {@link TlsJoin} or a PING that is answered in its own size. Sizes are those of records without their header, less
 * what encryption adds. Sources: RFC 7301 §3.1; RFC 9113 §3.4, §6.5, §6.7, §6.9; RFC 8446 §5.4. Not thread-safe.
 */
final class TlsHttp2 {

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

    private final TlsSetUp setUp;
    private final TlsJoin join = new TlsJoin();
    private final int[] dataRecords = new int[2];

    /** Whether a direction adds zeros to its records; null where that is not known. */
    private final @Nullable Boolean[] padded = new Boolean[2];

    private int overhead12;
    private boolean offered;

    /** Whether the client's hello was cut, so that it may have offered HTTP/2. */
    private boolean mayOffer;

    private boolean certain;
    private boolean settingsSeen;

    /** Whether the latest record was a preface if another follows it, which was not waited for: it was cut. */
    private boolean prefaceMayBe;

    TlsHttp2(TlsSetUp setUp) {
        this.setUp = setUp;
    }

    /** Starts on a new connection. */
    void reset() {
        join.reset();
        overhead12 = OVERHEAD_12;
        offered = false;
        mayOffer = false;
        certain = false;
        settingsSeen = false;
        prefaceMayBe = false;
        for (int direction = 0; direction < 2; direction++) {
            dataRecords[direction] = 0;
            padded[direction] = null;
        }
    }

    /** Whether it is spoken for certain. */
    boolean isCertain() {
        return certain;
    }

    private void settle() {
        certain = true;
        offered = true;
    }

    /** The client's hello was read. */
    void onClientHello(boolean offers, boolean offersNothingElse) {
        offered = offers;
        certain = offersNothingElse;
    }

    /** The client's hello was cut before what it offers. */
    void onCutHello() {
        mayOffer = true;
    }

    /** The server's hello was read; its choice can be seen in TLS 1.2 alone. */
    void onServerHello(boolean chooses, boolean version13, int suite) {
        certain |= chooses;
        offered = chooses || offered && (version13 || suite == 0);
        if (!version13 && suite >= FIRST_CHACHA_SUITE && suite <= LAST_CHACHA_SUITE) {
            overhead12 = OVERHEAD_CHACHA;
        }
    }

    /** The other side spoke, and nobody saw what. */
    void turn() {
        prefaceMayBe = false;
        join.turn();
    }

    /** An encrypted record passed, whatever it is. */
    void onRecord(int record) {
        settingsSeen |= setUp.isServerSeenAlone() && maySettle(frame(record));
    }

    /** From the middle, until it is certain; a record as short as an alert of TLS 1.3 tells the version, too. */
    void joinLate(int direction, boolean asks, int record) {
        boolean of12 = !setUp.isVersion13() && isShortFrame(record - OVERHEAD_12);
        join.take(direction, asks, record, of12, isShortFrame(record - OVERHEAD_13));
        if (join.isHttp2()) {
            settle();
        }
        if (!setUp.isVersion13() && (certain ? join.isVersion13() : record == MIN_ALERT_13)) {
            setUp.joinLate();
        }
    }

    /** Whether a record met in the middle has the size of a PING. */
    static boolean mayBePing(int record) {
        return record == OVERHEAD_12 + PING || record == OVERHEAD_13 + PING;
    }

    /** A record of the size of a PING was answered in its own size, met in the middle. */
    void onPong(int record) {
        settle();
        if (record == OVERHEAD_13 + PING) {
            setUp.joinLate();
        }
    }

    /**
     * Whether the first record of who asks may say that HTTP/2 begins: it does if more follows before anybody answers,
     * which nothing so short does otherwise.
     */
    boolean mayBePreface(int direction, int record) {
        return (offered || mayOffer)
                && awaitsData(direction)
                && (!setUp.isVersion13() || setUp.mayAsk(record))
                && isSmallPreface(frame(record));
    }

    /** Whether no data of a direction was seen before it was certain what is spoken. */
    boolean awaitsData(int direction) {
        return !certain && dataRecords[direction] == 0;
    }

    /**
     * A record is read.
     *
     * @param asks whether it is data of who asks
     * @param perhapsPreface whether it is a preface if more follows it
     * @param follows whether more follows, as far as that was waited for
     */
    void onSettled(boolean asks, boolean perhapsPreface, boolean follows) {
        if (prefaceMayBe && asks || follows) {
            settle();
        }
        prefaceMayBe = perhapsPreface && !certain;
    }

    /**
     * Counts the records of data, of which the first ones tell whether HTTP/2 is spoken: one of the settings and their
     * acknowledgment, or that alone where it was offered.
     */
    void onData(int direction, boolean asks, int record) {
        boolean acknowledges = dataRecords[direction] < FIRST_RECORDS && isAcknowledgment(direction, asks, record);
        if (acknowledges && !certain && (offered || settingsSeen && setUp.isServerSeenAlone())) {
            settle();
        }
        if (padded[direction] == null && certain && acknowledges) {
            padded[direction] = frame(record) != SETTINGS_ACK;
        }
        dataRecords[direction]++;
    }

    /** Whether a record of data, which was counted, sets up. */
    boolean setsUp(int direction, boolean asks, int record) {
        return isControl(direction, asks, record) || isPreface(direction, asks, record);
    }

    /** Whether a record of a server that speaks HTTP/2 is a ticket: settings are shorter, and come before answers. */
    boolean isTicket(TlsSetUp.Kind kind, int record) {
        return certain
                && (kind == TlsSetUp.Kind.PERHAPS_TICKET || kind == TlsSetUp.Kind.SECOND_TICKET)
                && frame(record) > MAX_PREFACE;
    }

    /**
     * Whether a record has the size of frames that keep the connection in order: of 9, 13 or 17 bytes, or two of them;
     * it may be padded.
     */
    private boolean isControl(int direction, boolean asks, int record) {
        return offered
                && (mayBePadded(direction, asks, false) && isControlFrame(frame(record))
                        || mayBePadded(direction, asks, true) && isControlFrame(frame(record) - TlsSetUp.PADDING));
    }

    /**
     * Whether this record holds the settings of its side, with which HTTP/2 begins, and nothing else: some clients ask
     * in the same record, which the size of it tells in four of six cases.
     */
    private boolean isPreface(int direction, boolean asks, int record) {
        return certain
                && dataRecords[direction] == 1
                && (!asks
                        || !setUp.isHandshakeSeen()
                        || mayBePadded(direction, asks, false) && isSmallPreface(frame(record))
                        || mayBePadded(direction, asks, true) && isSmallPreface(frame(record) - TlsSetUp.PADDING));
    }

    private boolean isAcknowledgment(int direction, boolean asks, int record) {
        int frame = frame(record);
        return mayBePadded(direction, asks, false) && frame == SETTINGS_ACK
                || mayBePadded(direction, asks, true) && frame == SETTINGS_ACK + TlsSetUp.PADDING;
    }

    /** Whether the records of a direction may be padded, or not padded; TLS 1.2 cannot. */
    private boolean mayBePadded(int direction, boolean asks, boolean zeros) {
        if (setUp.isHandshakeSeen() && !setUp.isVersion13()) {
            return !zeros;
        }
        Boolean known = padded[direction] == null && asks ? setUp.isClientPadded() : padded[direction];
        return known == null || known == zeros;
    }

    private int frame(int record) {
        return record - (setUp.isVersion13() ? setUp.overhead() : overhead12);
    }

    private static boolean isControlFrame(int frame) {
        return isShortFrame(frame) || frame == 2 * WINDOW_UPDATE || frame == WINDOW_UPDATE + PING;
    }

    private static boolean isShortFrame(int frame) {
        return frame == SETTINGS_ACK || frame == WINDOW_UPDATE || frame == PING;
    }

    private static boolean isSmallPreface(int frame) {
        return frame == PREFACE || frame < MAX_PREFACE && maySettle(frame - PREFACE);
    }

    /** Whether a frame of this size may hold some settings, perhaps with a WINDOW_UPDATE behind it. */
    private static boolean maySettle(int frame) {
        int settings = frame - SETTINGS_ACK;
        return settings > 0 && (settings % SETTING == 0 || (settings - WINDOW_UPDATE) % SETTING == 0);
    }
}
