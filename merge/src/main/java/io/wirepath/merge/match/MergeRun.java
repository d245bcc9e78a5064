package io.wirepath.merge.match;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.SightingCodec;
import io.wirepath.merge.MergeCounter;
import io.wirepath.merge.clock.ClockModel;
import io.wirepath.merge.result.LinkLoss;
import io.wirepath.merge.sample.HomeSniffers;
import io.wirepath.nat.FlowTuple;
import io.wirepath.nat.NatRules;
import io.wirepath.nat.Translation;
import io.wirepath.nat.TranslationDetector;
import io.wirepath.sniffer.CounterSet;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The merge proper: the sightings of all sniffers, by corrected time, through the {@link MergeWindow} to messages. The
 * same for files and for what comes live; who feeds it sees to the order.
 *
 * <pre>
 *  take, by corrected time ─► MergeWindow ─ ContentMatch, StreamCluster ─► MessageComposer ─► MatchedSink
 *                                  └► ClassRegister ─► TranslationDetector, LossLedger
 * </pre>
 *
 * Not thread-safe.
 */
public final class MergeRun {

    private final CounterSet<MergeCounter> counters = new CounterSet<>(MergeCounter.class);
    private final TranslationDetector translations;
    private final LossLedger losses;
    private final ClassRegister classes;
    private final MessageComposer composer;
    private final MergeWindow window;
    private final ConnectionEnd end = new ConnectionEnd();
    private ClockModel clocks;

    /**
     * Prepares a run.
     *
     * @param active first and last time of each sniffer, corrected
     * @param to takes the messages
     */
    public MergeRun(
            ClockModel clocks,
            HomeSniffers homes,
            long[][] active,
            NatRules rules,
            MergeLimits limits,
            MatchedSink to) {
        this(clocks, homes, active, rules, limits, PastMessages.NONE, Long.MIN_VALUE, to);
    }

    private MergeRun(
            ClockModel clocks,
            HomeSniffers homes,
            long[][] active,
            NatRules rules,
            MergeLimits limits,
            PastMessages past,
            long resumedNanos,
            MatchedSink to) {
        this.clocks = clocks;
        translations = new TranslationDetector(rules);
        losses = new LossLedger(active);
        classes = new ClassRegister(limits.maxConnections(), this::retire, counters);
        CopyWatch copies = new CopyWatch(new EmittedMessages(limits.maxEmitted()), past, resumedNanos, counters);
        composer = new MessageComposer(clocks, homes, new EndpointTeacher(rules), copies, to, counters);
        window = new MergeWindow(limits, classes, new ContentMatch(rules), composer, copies, counters);
    }

    /**
     * Prepares a run that knows no clocks and homes yet: {@link #learn} brings them before the first sighting.
     *
     * @param past the messages that were given out
     * @param resumedNanos corrected time up to which they were, in an earlier life; {@link Long#MIN_VALUE} in the first
     */
    public MergeRun(NatRules rules, MergeLimits limits, PastMessages past, long resumedNanos, MatchedSink to) {
        this(ClockModel.identity(0), HomeSniffers.NONE, new long[0][], rules, limits, past, resumedNanos, to);
    }

    /** Goes on with clocks and homes that were learnt again. */
    public void learn(ClockModel newClocks, HomeSniffers homes, long[][] active) {
        clocks = newClocks;
        composer.learn(newClocks, homes);
        losses.setActive(active);
    }

    /**
     * Takes a sighting or the end of a connection.
     *
     * @param lane where it comes from
     * @param number its number there, for {@link MatchedSink#onSighting}
     * @param consumed whether it is part of a message that was given out before
     * @param firstNanos corrected time of the record, {@link io.wirepath.merge.order.TimedRecord#timeNanos}
     */
    public void take(Lane lane, long number, boolean consumed, ByteBuffer records, int at, long firstNanos) {
        if (!ConnectionEnd.isAt(records, at)) {
            long lastRaw = records.getLong(at + SightingCodec.LAST_BYTE_AT);
            boolean inOnePacket = lastRaw == records.getLong(at + SightingCodec.FIRST_BYTE_AT);
            long last = inOnePacket ? firstNanos : clocks.correct(lane.sniffer(), lastRaw);
            window.add(lane, number, consumed, records, at, firstNanos, last);
            return;
        }
        end.wrap(records, at);
        SightedConnection view = classes.find(lane.number(), end.connection());
        if (view != null && !view.ended) {
            long opened = clocks.correct(lane.sniffer(), end.firstPacketNanos());
            view.ended = true;
            view.totals = FlowTotals.of(end, opened, firstNanos, !view.isFromEnd0(records, at));
            ClassRegister.touch(view.of, firstNanos);
            classes.noteEnd(view.of);
        }
    }

    /**
     * Takes a sighting by a clock that is set since.
     *
     * @param correctionNanos what made corrected times of that clock's
     */
    public void takeByOldClock(
            Lane lane, long number, boolean consumed, ByteBuffer records, int at, long correctionNanos) {
        long first = records.getLong(at + SightingCodec.FIRST_BYTE_AT) + correctionNanos;
        long last = records.getLong(at + SightingCodec.LAST_BYTE_AT) + correctionNanos;
        window.add(lane, number, consumed, records, at, first, last);
    }

    /** Says that nothing comes any more that is not late whose last byte is before this moment. */
    public void advance(long nanos) {
        window.advance(nanos);
    }

    /** Nothing more comes by this lane, though its connections did not end. */
    public void endLane(int lane) {
        classes.endLane(lane);
    }

    /** Gives out everything. */
    public void flush() {
        window.flush();
    }

    private void retire(ConnectionClass c) {
        losses.account(c);
        addTranslations(c, translations);
    }

    private static void addTranslations(ConnectionClass c, TranslationDetector to) {
        c.addRulesTo(to);
        int opener = c.openerOrGuess();
        for (ConnectionClass.NatLink link : c.links()) {
            SightedConnection from = opener == 0 ? link.near0 : link.near1;
            SightedConnection far = opener == 0 ? link.near1 : link.near0;
            to.add(
                    new FlowTuple(from.end(opener), from.end(1 - opener)),
                    new FlowTuple(far.end(opener), far.end(1 - opener)),
                    from.transport,
                    link.evidence,
                    link.firstNanos,
                    link.lastNanos);
        }
    }

    /** Calls back with every sighting that waits and is part of no message yet. */
    public void forEachOpen(SightingPlace each) {
        window.forEachOpen(each);
    }

    /** Sightings that wait for others. */
    public int open() {
        return window.size();
    }

    /** Connections at hand. */
    public int connections() {
        return classes.size();
    }

    /** The translations found so far. */
    public List<Translation> translations() {
        TranslationDetector all = translations.copy();
        classes.forEach(c -> addTranslations(c, all));
        return all.translations();
    }

    /** What was lost between sniffers, on connections that are over. */
    public List<LinkLoss> losses() {
        return losses.losses();
    }

    /** What was counted. */
    public CounterSet<MergeCounter> counters() {
        return counters;
    }
}
