package io.wirepath.merge.match;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.SightingCodec;
import io.wirepath.merge.MergeCounter;
import io.wirepath.merge.MessageSink;
import io.wirepath.merge.clock.ClockModel;
import io.wirepath.merge.order.SortedSightings;
import io.wirepath.merge.sample.HomeSniffers;
import io.wirepath.nat.FlowTuple;
import io.wirepath.nat.NatRules;
import io.wirepath.nat.Translation;
import io.wirepath.nat.TranslationDetector;
import io.wirepath.sniffer.CounterSet;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The merge proper: the sightings of all sniffers, by corrected time, through the {@link MergeWindow} to messages.
 *
 * <pre>
 *  SortedSightings 0 ─┐   least corrected time      ContentMatch   StreamCluster
 *  SortedSightings 1 ─┼─► of the first byte ──────► MergeWindow ──────────────────► MessageComposer ─► MessageSink
 *  SortedSightings N ─┘                             ClassRegister ─► TranslationDetector, LossLedger
 * </pre>
 *
 * Not thread-safe.
 */
public final class MergeRun {

    /** Sightings that wait for others at most: 50 MB. */
    private static final int MAX_OPEN = 1 << 18;

    /** Connections at hand at most, about 300 bytes each. */
    private static final int MAX_CONNECTIONS = 1 << 20;

    private final ClockModel clocks;
    private final CounterSet<MergeCounter> counters = new CounterSet<>(MergeCounter.class);
    private final TranslationDetector translations = new TranslationDetector();
    private final LossLedger losses;
    private final ClassRegister classes;
    private final MergeWindow window;
    private final ConnectionEnd end = new ConnectionEnd();

    /**
     * Prepares a run.
     *
     * @param active first and last time of each sniffer, corrected
     * @param to takes the messages
     */
    public MergeRun(ClockModel clocks, HomeSniffers homes, long[][] active, NatRules rules, MessageSink to) {
        this.clocks = clocks;
        losses = new LossLedger(active);
        classes = new ClassRegister(MAX_CONNECTIONS, this::retire);
        MessageComposer composer = new MessageComposer(clocks, homes, new EndpointTeacher(rules), to, counters);
        window = new MergeWindow(MAX_OPEN, classes, new ContentMatch(rules), composer, counters);
    }

    /** Merges everything; messages come out as they are complete. */
    public void run(List<SortedSightings> sniffers) {
        long[] next = new long[sniffers.size()];
        for (int i = 0; i < next.length; i++) {
            next[i] = timeOf(sniffers.get(i), i);
        }
        for (int least = least(next); least >= 0 && next[least] != Long.MAX_VALUE; least = least(next)) {
            SortedSightings sightings = sniffers.get(least);
            take(least, sightings.records(), sightings.offset(), next[least]);
            sightings.next();
            next[least] = timeOf(sightings, least);
        }
        window.flush();
    }

    private long timeOf(SortedSightings sightings, int sniffer) {
        return sightings.hasRecord() ? clocks.correct(sniffer, sightings.timeNanos()) : Long.MAX_VALUE;
    }

    private static int least(long[] next) {
        int least = next.length - 1;
        for (int i = next.length - 2; i >= 0; i--) {
            least = next[i] <= next[least] ? i : least;
        }
        return least;
    }

    private void take(int sniffer, ByteBuffer records, int at, long firstNanos) {
        if (!ConnectionEnd.isAt(records, at)) {
            long last = clocks.correct(sniffer, records.getLong(at + SightingCodec.LAST_BYTE_AT));
            window.add(sniffer, records, at, firstNanos, last);
            return;
        }
        window.advance(firstNanos);
        end.wrap(records, at);
        SightedConnection view = classes.find(sniffer, end.connection());
        if (view != null && view.totals == null) {
            long opened = clocks.correct(sniffer, end.firstPacketNanos());
            view.totals = FlowTotals.of(end, opened, firstNanos, !view.isFromEnd0(records, at));
            classes.noteEnd(view.of);
            classes.touch(view.of, firstNanos);
        }
    }

    private void retire(ConnectionClass c) {
        losses.account(c);
        int opener = c.openerOrGuess();
        for (ConnectionClass.NatLink link : c.links) {
            SightedConnection from = opener == 0 ? link.near0 : link.near1;
            SightedConnection to = opener == 0 ? link.near1 : link.near0;
            translations.add(
                    new FlowTuple(from.end(opener), from.end(1 - opener)),
                    new FlowTuple(to.end(opener), to.end(1 - opener)),
                    from.transport,
                    link.evidence,
                    link.firstNanos,
                    link.lastNanos);
        }
    }

    /** The translations found, when the run is over. */
    public List<Translation> translations() {
        return translations.translations();
    }

    /** What was lost between sniffers, when the run is over. */
    public List<LinkLoss> losses() {
        return losses.losses();
    }

    /** What was counted. */
    public CounterSet<MergeCounter> counters() {
        return counters;
    }
}
