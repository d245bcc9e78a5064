package io.wirepath.merge.live;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.Consumed;
import io.wirepath.merge.MergeCounter;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.match.CompleteWait;
import io.wirepath.merge.match.MatchedSink;
import io.wirepath.merge.match.MergeLimits;
import io.wirepath.merge.match.MergeRun;
import io.wirepath.merge.match.PastMessages;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.sniffer.CounterSet;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Merges the sightings of N sniffers while they come. Fed by one thread; asks no clock.
 *
 * <pre>
 *  LiveMerge merge = LiveMerge.resume(checkpoint, settings, sink);       // Checkpoint.empty() at the first start
 *  for each spool:   s = merge.source(name, incarnation);                // at any time: sniffers may join later
 *                    read it from number merge.replayFrom(s) on
 *  for each document, in the order of its spool, while merge.takes(s):
 *                    start | offer | progress | name | end  (s, its number, …)
 *  often:            merge.advance(now);
 *  now and then:     keep(merge.checkpoint());
 * </pre>
 *
 * A new source must be in a kept checkpoint before messages of it are kept. Documents of other kinds need not be told
 * of. How fast sources come, and how they interleave, changes no message, as long as none is silent or late. A message
 * that is kept together with what it consumed, and marked at the next start, comes exactly once, whenever the program
 * is killed.
 */
public final class LiveMerge {

    private final LiveMergeSettings settings;
    private final MergedSink to;
    private final List<LiveSniffer> sniffers = new ArrayList<>();
    private final List<LiveSource> sources = new ArrayList<>();

    /** By number of the lane. */
    private final List<LiveSource> lanes = new ArrayList<>();

    private final Consumed consumed = new Consumed();
    private final CounterSet<MergeCounter> counters;
    private final MergeRun run;
    private final RollingClocks clocks;
    private final Watermark watermark;
    private final ResumeDepth resumeDepth;
    private final TurnTaking turns;
    private final LearningTimes learning;
    private final PastMessages past;
    private final long resumedNanos;

    private LiveMerge(Checkpoint from, LiveMergeSettings settings, PastMessages past, MergedSink to) {
        this.settings = settings;
        this.to = to;
        this.past = past;
        resumedNanos = from.watermarkNanos();
        past.advance(resumedNanos);
        LiveMergeSettings.Bounds bounds = settings.bounds();
        MergeLimits limits = new MergeLimits(
                bounds.maxOpen(),
                bounds.maxConnections(),
                Integer.highestOneBit(bounds.maxOpen()),
                CompleteWait.LONGEST_NANOS);
        run = new MergeRun(settings.site().rules(), limits, past, resumedNanos, new Messages());
        counters = run.counters();
        clocks = new RollingClocks(settings, counters);
        watermark = new Watermark(settings.patience(), clocks);
        resumeDepth = new ResumeDepth(settings.memory().contextNanos(), clocks, watermark);
        turns = new TurnTaking(bounds.maxHeld(), run, clocks);
        learning = new LearningTimes(settings.memory().solveNanos());
        from.sniffers().forEach(this::sniffer);
        clocks.restore(from.clocks(), sniffers);
        from.sources().forEach(source -> addSource(sniffers.get(source.sniffer()), source.incarnation(), source));
    }

    /**
     * Goes on from a checkpoint, or begins with {@link Checkpoint#empty}.
     *
     * @param from what was consumed; what messages kept after it consumed must be {@link Checkpoint#mark}ed
     */
    public static LiveMerge resume(Checkpoint from, LiveMergeSettings settings, MergedSink to) {
        return resume(from, settings, PastMessages.NONE, to);
    }

    /**
     * Goes on from a checkpoint, and brings no message twice however late a sniffer is, as far as the past is
     * remembered.
     *
     * @param past what was given out; must be on the disk when a checkpoint is kept
     */
    public static LiveMerge resume(Checkpoint from, LiveMergeSettings settings, PastMessages past, MergedSink to) {
        return new LiveMerge(from, settings, past, to);
    }

    /** Puts what a message consumed together with it. */
    private final class Messages implements MatchedSink {

        @Override
        public void onSighting(int lane, long number) {
            consumed.add(lanes.get(lane).number, number);
        }

        @Override
        public void onMessage(MessageRecord message) {
            to.onMessage(message, consumed);
            consumed.clear();
        }

        @Override
        public void onCopies() {
            to.onCopies(consumed);
            consumed.clear();
        }
    }

    /**
     * The number of a source, which may be new.
     *
     * @param sniffer configured name of the sniffer
     * @param incarnation of its spool: a spool that was made again is another source of the same sniffer
     */
    public int source(String sniffer, UUID incarnation) {
        for (LiveSource source : sources) {
            if (source.incarnation.equals(incarnation) && source.sniffer.name.equals(sniffer)) {
                return source.number;
            }
        }
        return addSource(sniffer(sniffer), incarnation, null);
    }

    private int addSource(LiveSniffer sniffer, UUID incarnation, Checkpoint.@Nullable Source known) {
        LiveSource source = new LiveSource(sources.size(), sniffer, incarnation, known, lanes.size());
        sources.add(source);
        lanes.add(source);
        sniffer.latestSource = source.number;
        return source.number;
    }

    private LiveSniffer sniffer(String name) {
        for (LiveSniffer sniffer : sniffers) {
            if (sniffer.name.equals(name)) {
                return sniffer;
            }
        }
        LiveSniffer sniffer =
                turns.join(sniffers.size(), name, settings.memory().spanNanos());
        sniffers.add(sniffer);
        clocks.join(sniffers.size(), sniffers.get(0).hasProgress());
        tellRun();
        learning.isDueAtOnce();
        return sniffer;
    }

    /** The number from which a source is to be read: 1 for a new one. */
    public long replayFrom(int source) {
        return sources.get(source).position() + 1;
    }

    /**
     * Whether a source should be read on now: no while what it brings would only fill the memory, because it is ahead
     * of others or its clock is not known yet, and where the next advance makes room. Optional; a caller that does not
     * gets {@link MergeCounter#RELEASED_EARLY}.
     */
    public boolean takes(int source) {
        LiveSniffer sniffer = sources.get(source).sniffer;
        if (!sniffer.hasProgress()) {
            return true;
        }
        if (!clocks.isPlaced(sniffer.number)) {
            return !turns.isNearlyFull() && (watermark.isWarming() || !turns.holdsMany(sniffer));
        }
        if (!turns.isNearlyFull()) {
            return true;
        }
        boolean ahead = clocks.model().correct(sniffer.number, sniffer.progressNanos)
                        - settings.patience().holdNanos()
                > watermark.nanos();
        return !ahead && !turns.isFullOfPast(watermark.nanos());
    }

    /** A run of the sniffer began: connections are numbered again. */
    public void start(int source, long number) {
        start(reach(source, number), number);
    }

    /**
     * A run of the sniffer began with documents that are missing.
     *
     * @param number of its first document that is there, and comes next
     */
    public void startUnseen(int source, long number) {
        start(sources.get(source), number);
    }

    private void start(LiveSource from, long number) {
        from.start(number, lanes.size());
        lanes.add(from);
        if (from.sniffer.apartByEnd) {
            learning.isDueAtOnce();
        }
        from.sniffer.restart();
    }

    private LiveSource reach(int source, long number) {
        LiveSource from = sources.get(source);
        from.reach(number);
        from.sniffer.heard = true;
        return from;
    }

    /**
     * Takes a sighting or the end of a connection. Where memory is full, messages are given out in this call.
     *
     * @param number its number in the source, above that of the document before
     * @param records holds at {@code at} a record of {@link io.wirepath.merge.order.TimedRecord#LENGTH} bytes,
     *     little-endian
     */
    public void offer(int source, long number, ByteBuffer records, int at) {
        LiveSource from = reach(source, number);
        LiveSniffer sniffer = from.sniffer;
        boolean consumed = from.isConsumed(number);
        if (!ConnectionEnd.isAt(records, at)) {
            sniffer.sightings += consumed ? 0 : 1;
            long lastByte = HeldSightings.completeNanos(records, at);
            if (sniffer.isByOldClock(lastByte)) {
                run.takeByOldClock(from.lane(), number, consumed, records, at, sniffer.oldCorrectionNanos);
                return;
            }
            comeTo(from, lastByte, ClockWatch.isStepOfSighting(sniffer, lastByte, sniffers.size() == 1));
            sniffer.sample.offer(records, at);
        }
        turns.take(sniffer, from.lane(), number, consumed, records, at);
    }

    /** The capture is complete up to this time of the sniffer's clock. */
    public void progress(int source, long number, long captureNanos) {
        LiveSource from = reach(source, number);
        LiveSniffer sniffer = from.sniffer;
        sniffer.ended = false;
        comeTo(from, captureNanos, ClockWatch.isStep(sniffer, captureNanos));
        from.notePlace(captureNanos);
        learning.progress(captureNanos, sniffer);
    }

    private void comeTo(LiveSource from, long nanos, boolean step) {
        LiveSniffer sniffer = from.sniffer;
        if (step) {
            if (!clocks.isPlaced(sniffer.number)) {
                // whatever can be known of the old clock is in what was held
                learn();
            }
            sniffer.oldClockNanos = sniffer.progressNanos;
            sniffer.oldCorrectionNanos =
                    clocks.model().correct(sniffer.number, sniffer.progressNanos) - sniffer.progressNanos;
            turns.releaseBeforeStep(from, nanos);
            clocks.forget(sniffer.number);
            sniffer.restartClock();
            tellRun();
        }
        sniffer.interrupted = false;
        sniffer.progressTo(nanos);
    }

    /** An address was seen to have a name; passed on at once. */
    public void name(int source, long number, long addressHigh, long addressLow, String name, NameOrigin origin) {
        reach(source, number);
        to.onName(addressHigh, addressLow, name, origin);
    }

    /** The run of the sniffer ended in order: nobody waits for it any more. */
    public void end(int source, long number) {
        reach(source, number).sniffer.ended = true;
    }

    /**
     * Documents were deleted before they could be read.
     *
     * @param last number of the last of them
     * @param count how many they are, as far as it is known
     */
    public void gap(int source, long last, long count) {
        LiveSource from = sources.get(source);
        from.skip(last);
        from.sniffer.missing += count;
        from.sniffer.interrupted = true;
    }

    /**
     * Gives out what has become complete.
     *
     * @param nowNanos the present moment, by one clock for the whole life of this object; tells silence only
     */
    public void advance(long nowNanos) {
        if (learning.isDue(watermark.isWarming())) {
            learn();
        }
        if (watermark.update(sniffers, nowNanos, turns.isNearlyFull())) {
            learning.isDueAtOnce();
        }
        if (!watermark.isWarming()) {
            turns.release(watermark.nanos());
            if (turns.isNearlyFull()) {
                watermark.reach(turns.makeRoom(watermark.comeNanos()));
            }
            past.advance(watermark.nanos());
        }
    }

    private void learn() {
        learning.done(sniffers);
        clocks.learn(sniffers);
        tellRun();
        to.onLearnt(learnt());
    }

    private void tellRun() {
        run.learn(clocks.model(), clocks.homes(), active());
        turns.learnt();
    }

    private long[][] active() {
        return sniffers.stream()
                .map(sniffer -> sniffer.hasProgress()
                        ? new long[] {
                            clocks.model().correct(sniffer.number, sniffer.runStartNanos),
                            clocks.model().correct(sniffer.number, sniffer.progressNanos)
                        }
                        : new long[2])
                .toArray(long[][]::new);
    }

    /** Gives out everything, as if all sources had ended; nothing is offered after this. */
    public void flush() {
        learn();
        watermark.endWarmUp();
        turns.release(Long.MAX_VALUE);
        run.flush();
    }

    /** What was learnt so far besides the messages. */
    public MergeResult learnt() {
        return new MergeResult(
                clocks.reference(),
                clocks.lines(sniffers),
                clocks.homes().all(),
                run.translations(),
                run.losses(),
                counters.values());
    }

    /** What was consumed by all messages handed out so far. */
    public Checkpoint checkpoint() {
        turns.forEachHeld((lane, number) -> lanes.get(lane).open.addLong(number));
        run.forEachOpen((lane, number) -> lanes.get(lane).open.addLong(number));
        return new Checkpoint(
                sniffers.stream().map(sniffer -> sniffer.name).toList(),
                resumeDepth.checkpoint(sources),
                Math.max(resumedNanos, watermark.nanos()),
                clocks.kept());
    }

    /** How the merge stands. */
    public MergeStatus status() {
        return new MergeStatus(
                watermark.isWarming(),
                watermark.nanos(),
                turns.held(),
                run.open(),
                run.connections(),
                sniffers.stream()
                        .map(sniffer -> sniffer.status(clocks.line(sniffer)))
                        .toList(),
                counters.values());
    }
}
