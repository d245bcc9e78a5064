package io.wirepath.flows.message;

import io.wirepath.flows.CloseReason;
import io.wirepath.flows.Connection;
import io.wirepath.flows.ConnectionListener;
import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.OuterLayers;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.StreamBytes;
import io.wirepath.flows.names.NameFilter;
import io.wirepath.flows.names.PendingNames;
import io.wirepath.sniffer.CounterSet;
import java.util.ArrayDeque;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the streams and datagrams of one shard into messages and writes a sighting for each.
 *
 * <p>A TCP stream goes through its framer, if the bytes chose one, else through turns: a message is closed by bytes
 * going the other way, by an idle gap (see {@link MessageSettings}) or by the end of the stream. No byte is ever
 * dropped: each belongs to exactly one message. Not thread-safe; one per shard.
 */
public final class MessageAssembler implements ConnectionListener {

    private final CounterSet<MessageCounter> counters = new CounterSet<>(MessageCounter.class);
    private final MessageEmitter emitter;
    private final StreamMessages streams;
    private final SecuringMessages securing;
    private final DatagramMessages datagrams;
    private final SiteEvidence site;
    private final NameFilter names;
    private final PendingNames pending;
    private final MessageSettings settings;
    private final ArrayDeque<Conversation> free = new ArrayDeque<>();

    /** Makes an assembler that writes into this batch until told otherwise, and knows nothing of the site. */
    public MessageAssembler(MessageSettings settings, SightingBatch batch) {
        this(settings, batch, new SiteEvidence());
    }

    /** Makes an assembler that writes into this batch until told otherwise. */
    public MessageAssembler(MessageSettings settings, SightingBatch batch, SiteEvidence site) {
        this.site = site;
        emitter = new MessageEmitter(settings, batch, counters);
        names = new NameFilter(emitter);
        pending = new PendingNames(names);
        this.settings = settings;
        TurnLearning learning = new TurnLearning();
        streams = new StreamMessages(settings, emitter, learning, counters);
        securing = new SecuringMessages(emitter);
        datagrams = new DatagramMessages(settings, emitter, learning, counters, streams::watch);
    }

    /** Sightings and names go into this batch from now on. */
    public void emitTo(SightingBatch batch) {
        emitter.emitTo(batch);
    }

    /**
     * Changes what is looked for from now on; messages that are under way end as they began.
     *
     * @param content whether content signatures are computed, where the settings have them at all
     * @param framers protocols that connections are looked at for
     */
    public void tune(boolean content, Set<Protocol> framers) {
        emitter.computeContent(content);
        streams.lookFor(framers);
        datagrams.lookFor(framers);
    }

    /** The counters of this shard. */
    public CounterSet<MessageCounter> counters() {
        return counters;
    }

    @Override
    public void onOpen(Connection connection, long timeNanos) {
        Conversation conversation = free.isEmpty() ? new Conversation(site, names, pending, settings) : free.pop();
        conversation.reset(connection, StreamMessages.CHOICES);
        conversation.openedNanos = timeNanos;
        names.onTime(timeNanos);
        connection.attachment = conversation;
    }

    @Override
    public void onFailedAttempt(Connection connection, boolean refused, long timeNanos) {
        counters.increment(refused ? MessageCounter.ATTEMPTS_REFUSED : MessageCounter.ATTEMPTS_UNANSWERED);
        emitter.writeAttempt(of(connection), refused ? Outcome.REFUSED : Outcome.NO_ANSWER, timeNanos);
    }

    @Override
    public void onOuterLayers(Connection connection, int direction, OuterLayers layers) {
        emitter.onOuterLayers(connection, direction, layers);
    }

    @Override
    public void onBytes(Connection connection, int direction, StreamBytes bytes) {
        streams.onBytes(of(connection), direction, bytes);
    }

    @Override
    public boolean takesBack(Connection connection, int direction, long streamOffset) {
        Conversation conversation = of(connection);
        if (conversation.secured) {
            return false;
        }
        streams.takeBack(conversation, direction, streamOffset);
        return true;
    }

    @Override
    public boolean isInside(Connection connection, int direction) {
        return of(connection).isInside(direction);
    }

    @Override
    public void onSecuring(Connection connection, int direction, StreamBytes record, SegmentContext last, int outcome) {
        Conversation conversation = of(connection);
        if (!conversation.secured) {
            // what was said in the clear is over
            streams.onEnd(conversation, 0, 0);
            streams.onEnd(conversation, 1, 0);
            streams.close(conversation);
            conversation.calls.forget();
            conversation.choicesLeft = StreamMessages.CHOICES;
            conversation.secured = true;
        }
        securing.onRecord(conversation, direction, record, last, outcome);
    }

    @Override
    public void onMissing(
            Connection connection,
            int direction,
            long streamOffset,
            long length,
            @Nullable SegmentContext cut,
            long timeNanos) {
        streams.onMissing(of(connection), direction, streamOffset, length, cut, timeNanos);
    }

    @Override
    public void onRetransmission(Connection connection, int direction, int length, long timeNanos) {
        emitter.addRepeats(of(connection).side(direction), length, 0);
    }

    @Override
    public void onResent(Connection connection, int direction, long timeNanos) {
        emitter.fates().onResent(of(connection).side(direction), timeNanos);
    }

    @Override
    public void onHoleFilled(Connection connection, int direction, long waitNanos) {
        emitter.fates().onHoleFilled(of(connection).side(direction), waitNanos);
    }

    @Override
    public void onZeroWindow(Connection connection, int direction, long nanos) {
        emitter.fates().onZeroWindow(of(connection).side(direction), nanos);
    }

    @Override
    public void onDelayedAcknowledgment(Connection connection, int direction, long nanos) {
        emitter.fates().onDelayedAcknowledgment(of(connection).side(direction), nanos);
    }

    @Override
    public void onPause(Connection connection, int direction, long nanos) {
        emitter.fates().onPause(of(connection).side(direction), nanos);
    }

    @Override
    public void onMirrorCopy(Connection connection, int direction, long timeNanos) {
        emitter.addRepeats(of(connection).side(direction), 0, 1);
    }

    @Override
    public void onFin(Connection connection, int direction, long timeNanos) {
        Conversation conversation = of(connection);
        streams.onEnd(conversation, direction, SightingCodec.FLAG_FIN);
        emitter.writeLeft(conversation, direction, Outcome.CLOSED, timeNanos);
    }

    /** A request that a reset leaves without an answer says so now: the end comes when it is written long since. */
    @Override
    public void onReset(Connection connection, int direction, long timeNanos) {
        Conversation conversation = of(connection);
        emitter.flagLast(conversation.side(0), SightingCodec.FLAG_RST);
        emitter.flagLast(conversation.side(1), SightingCodec.FLAG_RST);
        emitter.writeLeft(conversation, direction, Outcome.RESET, timeNanos);
    }

    @Override
    public void onClose(Connection connection, CloseReason reason, long timeNanos) {
        Conversation conversation = of(connection);
        if (connection.transport == IpProtocol.TCP) {
            int flags = reason == CloseReason.RESET ? SightingCodec.FLAG_RST : 0;
            streams.onEnd(conversation, 0, flags);
            streams.onEnd(conversation, 1, flags);
        } else {
            streams.onEnd(conversation, 0, 0);
            streams.onEnd(conversation, 1, 0);
        }
        streams.close(conversation);
        emitter.writeEnd(conversation, reason);
        conversation.clear();
        free.push(conversation);
    }

    @Override
    public void onDatagram(Connection connection, int direction, StreamBytes bytes, int cut) {
        datagrams.onDatagram(of(connection), direction, bytes, cut);
    }

    @Override
    public void onTime(long nowNanos) {
        streams.onTime(nowNanos);
    }

    private static Conversation of(Connection connection) {
        if (connection.attachment instanceof Conversation conversation) {
            return conversation;
        }
        throw new IllegalStateException("a connection that was not opened");
    }
}
