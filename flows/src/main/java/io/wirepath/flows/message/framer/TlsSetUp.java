package io.wirepath.flows.message.framer;

import org.jspecify.annotations.Nullable;

/**
 * Tells the set-up of a TLS 1.3 connection from its data by place and size: all of its records look like application
 * data once they are encrypted.
 *
 * <pre>
 *   client                                    server
 *     hello ──────────────────────────────►
 *           ◄────────────────────────────── hello, encrypted: extensions, certificate, Finished
 *     (certificate, its proof,) Finished ──►
 *     request ────────────────────────────►
 *           ◄────────────────────────────── tickets: once the Finished arrived, in their own time
 *           ◄────────────────────────────── answer
 * </pre>
 *
 * <p>A ticket is known for certain where it comes before the client asked anything, and where it is the second of its
 * size. Otherwise the first record behind the Finished is one if something else follows it before the client goes on;
 * if nothing does, it was the answer. Later tickets have the size of a known one. Only a client that offers to resume
 * gets any.
 *
 * <p>Two bytes of content are an alert, or a short word of the application: an alert that ends a direction is followed
 * by nothing, so {@link #mayBeAlert} says where that has to be waited for. Where answers ended in so few bytes before,
 * the last one does too. Source: RFC 8446 §4.4, §4.6, §5, §6.1. Not thread-safe.
 */
final class TlsSetUp {

    /** What a record is. */
    enum Kind {
        SET_UP,
        DATA,

        /** A ticket if more data follows it, else the answer. */
        PERHAPS_TICKET,

        /** A ticket, and so was the one before, of which that was in doubt. */
        SECOND_TICKET,

        /** The first data behind what are now known to be tickets. */
        DATA_BEHIND_TICKET
    }

    /** What follows a record. */
    enum Follows {
        /** More of its direction, or it is not known. */
        MORE,
        /** More of its direction. */
        SAME_SIDE,
        /** Nothing of its direction for now. */
        OTHER_SIDE,
        /** Nothing of its direction, which is over. */
        NOTHING
    }

    private static final int ALERT = 2;

    /** Header of a handshake message, which is a type and a length. */
    private static final int MESSAGE = 4;

    /**
     * The signatures in use are from 64 bytes (Ed25519) to 512 (RSA with 4096 bits) long, behind 4 bytes that describe
     * them.
     */
    private static final int SMALLEST_PROOF = MESSAGE + 4 + 64;

    private static final int LARGEST_PROOF = MESSAGE + 4 + 512;

    /** What a client says that was asked for a certificate and has none: an empty context, an empty list. */
    private static final int NO_CERTIFICATE = MESSAGE + 1 + 3;

    /** What fits into a packet on every way (RFC 8200 §5): what is longer is mostly the beginning of an answer. */
    private static final int SHORT_PACKET = 1280;

    private static final int RECORD_HEADER = 5;

    /** The record that changes the cipher, which often stands before a Finished. */
    private static final int CHANGE_CIPHER_SPEC = RECORD_HEADER + 1;

    /** A record that is filled to the brim has more to say than a ticket. */
    private static final int FULL = 1 << 14;

    /** Zeros that the JDK adds to each record, as RFC 8446 §5.4 allows. */
    static final int PADDING = 16;

    private static final int USUAL_SUITE = 0x1301;
    private static final int SHA_384_SUITE = 0x1302;
    private static final int SHORT_TAG_SUITE = 0x1305;

    private boolean handshakeSeen;
    private boolean clientSeen;
    private boolean resumes;
    private int overhead;
    private int finishedSize;

    /** What it is with the other hash, where the suite is not known; else the same. */
    private int otherFinishedSize;

    /** How much of the client's part of the handshake was seen: nothing, a certificate, all. */
    private int clientPart;

    /** Whether bytes of the client's part are missing, so that it may have been over before. */
    private boolean clientLost;

    private boolean asked;
    private boolean answered;
    private boolean settled;
    private boolean inDoubt;
    private boolean sure;
    private int ticketSize;
    private @Nullable Boolean clientPadded;

    /** Whether an answer before this one ended as short as an alert is, and whether this one has. */
    private boolean wereShort;

    private boolean isShort;

    /** Starts on a new connection. */
    void reset() {
        handshakeSeen = false;
        clientSeen = false;
        resumes = true; // as most do, where the hello is missing
        overhead = 0;
        finishedSize = 0;
        clientPart = 0;
        clientLost = false;
        asked = false;
        answered = false;
        settled = false;
        inDoubt = false;
        sure = false;
        ticketSize = 0;
        clientPadded = null;
        wereShort = false;
        isShort = false;
    }

    /** A hello passed, or another part of the handshake that is not encrypted. */
    void onHandshake() {
        handshakeSeen = true;
    }

    /** Whether any passed. */
    boolean isHandshakeSeen() {
        return handshakeSeen;
    }

    /** Whether the server's part of the handshake was seen, and the client's hello was not. */
    boolean isServerSeenAlone() {
        return handshakeSeen && !clientSeen;
    }

    /** The client's hello was read. */
    void onClientHello(boolean offersToResume) {
        clientSeen = true;
        resumes = offersToResume;
    }

    /** The server chose TLS 1.3 with this cipher suite. */
    void onServerHello(int suite) {
        overhead = 1 + (suite == SHORT_TAG_SUITE ? 8 : 16);
        finishedSize = overhead + MESSAGE + (suite == SHA_384_SUITE ? 48 : 32);
        otherFinishedSize = finishedSize;
    }

    /** The server's hello is missing, and what follows it is of TLS 1.3: its cipher suite is one of the usual ones. */
    void assumeVersion13() {
        onServerHello(SHA_384_SUITE);
        int longer = finishedSize;
        onServerHello(USUAL_SUITE);
        otherFinishedSize = longer;
    }

    /** What is read is the middle of a connection of TLS 1.3. */
    void joinLate() {
        assumeVersion13();
        clientPart = 2;
        asked = true;
        settled = true;
    }

    /**
     * So many bytes of the client are missing, of which no record tells: a change of the cipher, its Finished, if they
     * are as many or it had nothing else to say yet, or more than that, with which it asks.
     *
     * @return whether it asks
     */
    boolean onClientLost(long length) {
        long record = length - RECORD_HEADER;
        if (!isVersion13() || clientPart < 2 && length == CHANGE_CIPHER_SPEC) {
            return false;
        }
        if (clientPart == 0 && (isNoCertificate(record) || isNoCertificate(record - CHANGE_CIPHER_SPEC))) {
            clientPart = 1;
            return false;
        }
        boolean finished = clientPart < 2
                && record < LARGEST_PROOF
                && (clientPart == 0 && record < finishedSize
                        || isFinished((int) record)
                        || isFinished((int) record - CHANGE_CIPHER_SPEC));
        clientLost |= clientPart < 2;
        clientPart = 2;
        asked |= !finished;
        return !finished;
    }

    /**
     * Whether a record of the server that is missing is a ticket, as far as size and place tell: of the size of a known
     * one, or the first behind the question, and no more than fits into a packet.
     */
    boolean mayBeTicket(long size) {
        return isVersion13()
                && clientPart == 2
                && asked
                && !settled
                && resumes
                && size > overhead
                && size < SHORT_PACKET
                && (!sure || size == ticketSize);
    }

    /** Whether the connection speaks TLS 1.3. */
    boolean isVersion13() {
        return overhead > 0;
    }

    /** Bytes that encryption adds to a record, without padding. */
    int overhead() {
        return overhead;
    }

    /** Whether an encrypted record of this size is an alert or as short as one. */
    boolean isAsAlert(int size) {
        return size == overhead + ALERT || size == overhead + ALERT + PADDING;
    }

    /**
     * Whether a record of this size is an alert if nothing of its direction follows, and data if something does: where
     * data is due. Before, only an alert is so short.
     */
    boolean mayBeAlert(boolean fromClient, int size) {
        return isAsAlert(size) && (fromClient ? clientPart == 2 : asked);
    }

    /**
     * Takes the next encrypted record.
     *
     * @param follows what follows it, where it may be an alert
     */
    Kind take(boolean fromClient, int size, Follows follows) {
        if (isAsAlert(size)) {
            boolean data =
                    mayBeAlert(fromClient, size) && (fromClient ? isShortQuestion(follows) : isShortAnswer(follows));
            return data ? takeShort(fromClient) : Kind.SET_UP;
        }
        return fromClient ? takeFromClient(size) : takeFromServer(size);
    }

    /** Who closes says so while the server still speaks: two bytes that the server follows end a question, or none. */
    private boolean isShortQuestion(Follows follows) {
        return follows == Follows.MORE || follows == Follows.OTHER_SIDE && !answered && !inDoubt;
    }

    private boolean isShortAnswer(Follows follows) {
        return follows != Follows.NOTHING || wereShort && !isShort;
    }

    /** Data that is too short to be a ticket, and ends an answer more likely than it is one. */
    private Kind takeShort(boolean fromClient) {
        if (fromClient) {
            return takeFromClient(0);
        }
        boolean behind = inDoubt && sure;
        inDoubt = false;
        settled = true;
        answered = true;
        isShort = true;
        return behind ? Kind.DATA_BEHIND_TICKET : Kind.DATA;
    }

    private Kind takeFromClient(int size) {
        if (clientLost && isFinished(size)) {
            clientLost = false;
            asked = false;
            return Kind.SET_UP;
        }
        if (clientPart < 2 && isHandshake(size)) {
            return Kind.SET_UP;
        }
        onQuestion();
        return Kind.DATA;
    }

    /** Whether a record of this size from the client asks, as what is no part of the handshake does. */
    boolean mayAsk(int size) {
        return clientPart == 2 || clientPart == 1 && !isProof(size) && !isFinished(size);
    }

    private boolean isFinished(int size) {
        int plain = size > otherFinishedSize ? size - PADDING : size;
        return plain == finishedSize || plain == otherFinishedSize;
    }

    /** Whether the client adds zeros to its records, as its Finished tells; null where that is not known. */
    @Nullable
    Boolean isClientPadded() {
        return clientPadded;
    }

    /** Whether a record of this size says that the client has no certificate. */
    private boolean isNoCertificate(long size) {
        return size == overhead + NO_CERTIFICATE || size == overhead + NO_CERTIFICATE + PADDING;
    }

    private boolean isProof(int size) {
        return size >= SMALLEST_PROOF + overhead && size <= LARGEST_PROOF + overhead;
    }

    /** The server answers. */
    void onAnswer() {
        answered = true;
    }

    /** The client asks, perhaps behind its part of the handshake. */
    void onQuestion() {
        clientPart = 2;
        clientLost = false;
        settled |= inDoubt;
        inDoubt = false;
        asked = true;
        answered = false;
        wereShort |= isShort;
        isShort = false;
    }

    /**
     * A Finished has a known size; a larger record before it holds a certificate, or a much smaller one none, one that
     * may follow that its proof.
     */
    private boolean isHandshake(int size) {
        boolean finished = isFinished(size) || clientPart == 0 && size < finishedSize && !isNoCertificate(size);
        if (isFinished(size) && finishedSize == otherFinishedSize) {
            clientPadded = size != finishedSize;
        }
        boolean handshake = finished || clientPart == 0 || isProof(size);
        clientPart = finished ? 2 : clientPart == 0 ? 1 : clientPart;
        return handshake;
    }

    private Kind takeFromServer(int size) {
        if (clientPart == 0) {
            return Kind.SET_UP;
        }
        if (!asked) {
            sure = true;
            ticketSize = size;
            return Kind.SET_UP;
        }
        if (inDoubt) {
            return resolve(size);
        }
        boolean known = sure && size == ticketSize;
        boolean first = !sure && !settled && resumes && size < FULL;
        if (known && answered) {
            return Kind.SET_UP;
        }
        if (known || first) {
            inDoubt = true;
            ticketSize = size;
            return Kind.PERHAPS_TICKET;
        }
        settled = true;
        answered = true;
        return Kind.DATA;
    }

    private Kind resolve(int size) {
        inDoubt = false;
        if (size == ticketSize) {
            sure = true;
            return Kind.SECOND_TICKET;
        }
        settled = true;
        answered = true;
        return Kind.DATA_BEHIND_TICKET;
    }
}
