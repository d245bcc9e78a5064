package io.wirepath.flows.message;

import io.wirepath.flows.Acknowledged;
import io.wirepath.flows.Connection;
import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.flows.SiteId;
import io.wirepath.flows.message.framer.FramerContext;
import io.wirepath.flows.message.framer.LearntShape;
import io.wirepath.flows.message.framer.MessageFramer;
import io.wirepath.flows.message.framer.ShapeLearner;
import io.wirepath.flows.message.framer.StreamTable;
import io.wirepath.flows.names.NameFilter;
import io.wirepath.flows.names.PendingNames;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What the message layer knows of a connection. Pooled; hangs at {@link Connection#attachment}. */
final class Conversation implements FramerContext {

    private static final int UNDECIDED = -1;

    /** After so many runs that idled without an answer, a side is taken to talk without being asked. */
    private static final int MONOLOGUE = 2;

    final Side forward = new Side(0);
    final Side backward = new Side(1);
    final CallMatcher calls = new CallMatcher();

    /** What the side that asks said, by its length. */
    final SaidBefore asked = new SaidBefore();

    /**
     * Calls that may be heard of again: of long-lived streams ({@link FramedDrafts}), of answered transactions of SIP.
     */
    final StreamTable streams = new StreamTable();

    private final NameFilter names;
    private final PendingNames pending;
    private final MessageSettings settings;

    /** The latest name that the client called its server by, which did not answer yet. */
    private long pendingName = PendingNames.NONE;

    private int pendingServer;
    private @Nullable Connection connection;

    /** The framer that the bytes chose; null while turns cut the stream. */
    @Nullable
    MessageFramer framer;

    /** Whether the framer has read nothing yet. */
    boolean unread;

    /** The protocol that went over to TLS; it goes on inside. UNKNOWN where TLS was there from the start. */
    Protocol wentSecure = Protocol.UNKNOWN;

    /** Whether what is told of the connection is the inside of TLS. */
    boolean secured;

    /** Whether the server hands on what it is told: who is named by that is another. */
    boolean tunnelled;

    /** How many more message starts are looked at for a protocol. */
    int choicesLeft;

    /** Messages that the framer has found, less what it costs to give up: how sure it is that it is the right one. */
    int trust;

    /**
     * Whether bytes are missing, perhaps only the first ones: then what a framer cannot read is no proof against it.
     */
    boolean incomplete;

    /** The direction that is speaking. */
    int speaker;

    /** Whether the next message starts with bytes that a framer has just given up. */
    boolean mistrusted;

    /** Looks for a shape while no protocol is known; null before and after. */
    @Nullable
    ShapeLearner learner;

    /** Messages of unknown protocol so far, as long as nobody learns from them. */
    int unknownMessages;

    /** Whether there is nothing more to learn. */
    boolean unlearnable;

    /** The echoed field of datagrams, once it was learnt. */
    final LearntShape shape = new LearntShape();

    /** Whether a response came since the last request; for datagrams. */
    boolean answered;

    /** Whether the first datagrams wait for the first answer. */
    boolean waits;

    /** The direction that spoke last. */
    int lastSpeaker;

    /** How many runs in a row ended by idling and went on in the same direction. */
    int idleRuns;

    /** What is known of runs of datagrams. */
    final DatagramRuns.Run run = new DatagramRuns.Run();

    /** When the first packet passed. */
    long openedNanos;

    private final SiteEvidence site;
    private int requester;

    /** Whether a framer said who asks. */
    private boolean requesterTold;

    /** What was known of the site when the requester was guessed. */
    private int guessedAt;

    /** What peers said last; null while no peers used this. */
    private @Nullable PeerTalk talk;

    /** Links of the {@link IdleWatch}. */
    @Nullable
    Conversation later;

    boolean watched;
    long watchedSinceNanos;

    Conversation(SiteEvidence site, NameFilter names, PendingNames pending, MessageSettings settings) {
        this.site = site;
        this.names = names;
        this.pending = pending;
        this.settings = settings;
    }

    /** Starts on a connection. */
    void reset(Connection connection, int choices) {
        this.connection = connection;
        forward.reset();
        backward.reset();
        calls.reset();
        asked.reset();
        streams.reset();
        framer = null;
        unread = false;
        wentSecure = Protocol.UNKNOWN;
        secured = false;
        tunnelled = false;
        choicesLeft = choices;
        trust = 0;
        incomplete = connection.midstream;
        speaker = UNDECIDED;
        mistrusted = false;
        unknownMessages = 0;
        unlearnable = false;
        shape.clear();
        run.reset();
        if (talk != null) {
            talk.reset();
        }
        answered = false;
        waits = false;
        lastSpeaker = 0;
        idleRuns = 0;
        requester = UNDECIDED;
        requesterTold = false;
    }

    /** Forgets the connection, which is over. */
    void clear() {
        if (connection != null) {
            tellPendingName(false);
        }
        connection = null;
        framer = null;
    }

    /** Whether the connection is over. */
    boolean isOver() {
        return connection == null;
    }

    Connection connection() {
        Connection present = connection;
        if (present == null) {
            throw new IllegalStateException("the connection is over");
        }
        return present;
    }

    Side side(int direction) {
        return direction == 0 ? forward : backward;
    }

    /** Whether both sides have sent something. */
    boolean isTalk() {
        return forward.spoke && backward.spoke;
    }

    /** Whether a side goes on talking without an answer. */
    boolean isMonologue() {
        return idleRuns >= MONOLOGUE;
    }

    /** A side has said much without an answer. */
    void onMonologue() {
        idleRuns = MONOLOGUE;
    }

    /** Whether what is open in this side ends when the other side speaks, or by idling. */
    boolean endsByTurn(Side side) {
        MessageFramer present = framer;
        return present == null || side.lost || present.endsByTurn(side.direction);
    }

    /** Whether what this direction said last goes on, as its framer knows. */
    boolean isInside(int direction) {
        MessageFramer present = framer;
        Side side = side(direction);
        boolean open = present != null
                && present.answersInOrder()
                && !side.lost
                && side.open != null
                && !present.endsByTurn(direction);
        return open || present != null && side.held != null;
    }

    /**
     * What bytes of this side that are missing say of what it had received, as in {@link Acknowledged}: who asks
     * several things at once asks on in the same turn if the next packet says the same. UNKNOWN where it asks one by
     * one, and where they may be answered in what was told of the other side before.
     */
    int heardBeforeGap(Side side) {
        Side other = side(1 - side.direction);
        boolean tells = calls.isPipelined()
                && !other.endsMissing
                && !connection().isSilent(other.direction)
                && other.acknowledged != told(side);
        return tells ? told(other) : Acknowledged.UNKNOWN;
    }

    /** What a receiver says that has all that is told of this side so far. */
    private int told(Side side) {
        return Acknowledged.of(connection().firstSequence(side.direction) + (int) side.streamLength);
    }

    /**
     * A packet of this side acknowledges this; whether the other side, of which not one packet is captured, spoke since
     * the one before: that acknowledged something else.
     */
    boolean tellsOfUnseenAnswer(Side side, int acknowledged) {
        int before = side.acknowledged;
        return before > Acknowledged.NOTHING
                && before != acknowledged
                && connection().isSilent(1 - side.direction);
    }

    /** What may be spoken here, as the site tells; null if nothing else than what was told before. */
    @Nullable
    Protocol expected(@Nullable Protocol before) {
        return site.spoken(connection(), requester(), before);
    }

    /** Whether this may be spoken here, as the site tells. */
    boolean isExpected(Protocol protocol) {
        return site.maySpeak(connection(), requester(), protocol);
    }

    /** What the peers said last. */
    PeerTalk talk() {
        PeerTalk present = talk;
        if (present == null) {
            present = new PeerTalk();
            talk = present;
        }
        return present;
    }

    /** Whether this is UDP between equal ports, where nothing tells who asks: either may, or nobody. */
    boolean isOfPeers() {
        Connection c = connection();
        return c.transport == IpProtocol.UDP && c.sourcePort == c.destinationPort;
    }

    /** As a framer said, else who opened, else as the site's other connections say, else who spoke first. */
    @Override
    public int requester() {
        if (!requesterTold && (requester == UNDECIDED || guessedAt != site.version())) {
            guess();
        }
        return requester;
    }

    private void guess() {
        Connection c = connection();
        guessedAt = site.version();
        int guess = c.openerKnown ? 0 : site.requester(c);
        if (requester != UNDECIDED && requester != guess) {
            calls.forget();
        }
        requester = guess;
    }

    /**
     * Whether a datagram of this direction goes to where nobody has answered yet, to one alone: that may only be late.
     */
    boolean mayBeAnswered(int direction) {
        Connection c = connection();
        boolean forward = direction == 0;
        boolean group = GroupAddress.isGroup(
                forward ? c.destinationHigh : c.sourceHigh, forward ? c.destinationLow : c.sourceLow);
        return !group && !side(1 - direction).spoke && !isMonologue() && !site.answers(c, direction);
    }

    /**
     * Whether a datagram of this direction goes to where nobody ever answers: to all, or, if nothing says that it asks,
     * to who only listens.
     */
    boolean wantsNoAnswer(int direction, boolean isQuestion) {
        Connection c = connection();
        boolean forward = direction == 0;
        long high = forward ? c.destinationHigh : c.sourceHigh;
        long low = forward ? c.destinationLow : c.sourceLow;
        if (side(1 - direction).spoke) {
            return false;
        }
        return GroupAddress.isGroup(high, low)
                || (!isQuestion || GroupAddress.mayBeBroadcast(high, low)) && !site.answers(c, direction);
    }

    @Override
    public boolean isRequesterKnown() {
        return requesterTold || connection().openerKnown || usual() != Protocol.UNKNOWN;
    }

    @Override
    public boolean fromStart() {
        return !incomplete;
    }

    @Override
    public Protocol usual() {
        Connection c = connection();
        return Protocol.usualAt(requester() == 0 ? c.destinationPort : c.sourcePort);
    }

    @Override
    public boolean wantsOperations() {
        return settings.operations();
    }

    @Override
    public boolean wantsIdentifiers() {
        return settings.ids() != SiteId.Keeping.NONE;
    }

    @Override
    public void learnRequester(int direction) {
        requester = direction;
        requesterTold = true;
    }

    @Override
    public void onServerName(int serverDirection, ByteBuffer bytes, int offset, int length, NameOrigin origin) {
        if (tunnelled) {
            return;
        }
        pendingName = pending.hold(bytes, offset, length, origin);
        pendingServer = serverDirection;
        if (side(serverDirection).spoke) {
            tellPendingName(true);
        }
    }

    /** A side sends something. */
    void onSpoken(Side side) {
        incomplete |= !side.spoke && connection().isPickedUp(side.direction);
        side.spoke = true;
        if (pendingName != PendingNames.NONE && side.direction == pendingServer) {
            tellPendingName(true);
        }
    }

    private void tellPendingName(boolean answered) {
        if (pendingName != PendingNames.NONE) {
            Connection c = connection();
            boolean source = pendingServer == 0;
            long high = source ? c.sourceHigh : c.destinationHigh;
            pending.tell(pendingName, high, source ? c.sourceLow : c.destinationLow, answered);
            pendingName = PendingNames.NONE;
        }
    }

    @Override
    public void onName(long addressHigh, long addressLow, ByteBuffer bytes, int offset, int length, NameOrigin origin) {
        names.onName(addressHigh, addressLow, bytes, offset, length, origin);
    }
}
