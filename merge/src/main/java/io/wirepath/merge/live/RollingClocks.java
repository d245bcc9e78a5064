package io.wirepath.merge.live;

import io.wirepath.merge.MergeCounter;
import io.wirepath.merge.clock.ClockModel;
import io.wirepath.merge.result.ClockLine;
import io.wirepath.merge.result.MergeResult.SnifferClock;
import io.wirepath.merge.sample.ConsistentSample;
import io.wirepath.merge.sample.HomeSniffers;
import io.wirepath.merge.sample.SampledClocks;
import io.wirepath.sniffer.CounterSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Clocks and homes of the sniffers as their latest messages show them, learnt again at intervals.
 *
 * <p>Time goes on as the first reference's clock told it: when another sniffer takes its place, its own difference from
 * that time is kept, so corrected times do not jump. Between two learnings the lines are extended. Not thread-safe.
 */
final class RollingClocks {

    /**
     * A clock nearer than this to the others by the arrival of its news is taken as it is; so is that of a sniffer that
     * brings old news.
     */
    private static final long NEAR_NANOS = 10_000_000_000L;

    private final LiveMergeSettings.Site site;
    private final long spanNanos;
    private final CounterSet<MergeCounter> counters;
    private ClockModel model = ClockModel.identity(0);
    private HomeSniffers homes = HomeSniffers.NONE;
    private List<ClockModel.Pair> pairs = List.of();
    private int anchor = -1;
    private @Nullable ClockLine anchorLine;
    private boolean[] tied = {};

    /** Whose lines are those of an earlier run, and count only where no traffic can be expected to show them again. */
    private boolean[] unsure = {};

    RollingClocks(LiveMergeSettings settings, CounterSet<MergeCounter> counters) {
        site = settings.site();
        spanNanos = settings.memory().spanNanos();
        this.counters = counters;
    }

    ClockModel model() {
        return model;
    }

    HomeSniffers homes() {
        return homes;
    }

    /** Number of the sniffer that the others are compared with. */
    int reference() {
        return Math.max(0, anchor);
    }

    /** Whether a sniffer's times can be put among those of the others, if only roughly. */
    boolean isPlaced(int sniffer) {
        return model.isKnown(sniffer) && !unsure[sniffer];
    }

    /** Whether traffic or the operator ties a sniffer's clock to the reference's. */
    boolean isKnown(int sniffer) {
        return hasLine(sniffer) && !unsure[sniffer];
    }

    private boolean hasLine(int sniffer) {
        return model.isKnown(sniffer) && !tied[sniffer];
    }

    /** Another sniffer came, the latest by number; {@code alone} if the first has been at work without others. */
    void join(int sniffers, boolean alone) {
        model = sniffers == 1 ? ClockModel.identity(1) : model.widened(sniffers);
        if (sniffers == 2 && alone) {
            anchor = 0;
        } else if (sniffers == 2) {
            model = model.without(0);
        }
        tied = Arrays.copyOf(tied, sniffers);
        unsure = Arrays.copyOf(unsure, sniffers);
    }

    /** Takes up what an earlier life knew of these sniffers. What the operator says goes before it. */
    void restore(KeptClocks kept, List<LiveSniffer> sniffers) {
        if (kept.anchor() < 0) {
            return;
        }
        List<@Nullable ClockLine> lines = new ArrayList<>(kept.lines());
        for (LiveSniffer sniffer : sniffers) {
            boolean said = site.ties().containsKey(sniffer.name);
            lines.set(sniffer.number, said ? null : lines.get(sniffer.number));
            unsure[sniffer.number] = lines.get(sniffer.number) != null;
        }
        model = ClockModel.of(kept.anchor(), lines);
        anchor = kept.anchor();
        anchorLine = kept.anchorHasLine() ? lines.get(anchor) : null;
    }

    /** What a later life is to know. */
    KeptClocks kept() {
        List<@Nullable ClockLine> lines = untied().lines();
        return anchor < 0 ? KeptClocks.NONE : new KeptClocks(anchor, anchorLine != null, lines);
    }

    /** Learns from the samples of all sniffers. */
    void learn(List<LiveSniffer> sniffers) {
        List<ConsistentSample> samples =
                sniffers.stream().map(sniffer -> sniffer.sample.both()).toList();
        ClockModel before = model;
        boolean[] wereKnown = new boolean[sniffers.size()];
        for (int s = 0; s < wereKnown.length; s++) {
            wereKnown[s] = isKnown(s);
        }
        if (sniffers.size() > 1) {
            pairs = SampledClocks.pairs(samples, -1);
            solve(sniffers);
        }
        for (LiveSniffer sniffer : sniffers) {
            if (wereKnown[sniffer.number] && isKnown(sniffer.number) && sniffer.hasProgress()) {
                noteCorrection(sniffer, before);
            }
        }
        long[][] active =
                sniffers.stream().map(sniffer -> sniffer.sample.active()).toArray(long[][]::new);
        homes = HomeSniffers.learn(samples, active, model).withMissingFrom(homes);
    }

    private void solve(List<LiveSniffer> sniffers) {
        ClockModel solved = untied();
        if (!pairs.isEmpty() && chooseAnchor(sniffers)) {
            ClockModel fresh = ClockModel.solve(sniffers.size(), pairs, anchor);
            boolean begins = anchor < 0;
            anchor = fresh.reference();
            fresh = anchorLine == null ? fresh : fresh.by(anchorLine);
            solved = begins ? fresh : fresh.withMissingFrom(solved);
            for (int sniffer = 0; sniffer < unsure.length; sniffer++) {
                unsure[sniffer] &= !fresh.isKnown(sniffer);
            }
        }
        believeOld(sniffers);
        Map<Integer, Long> ties = new HashMap<>();
        for (LiveSniffer sniffer : sniffers) {
            tied[sniffer.number] = false;
            Long tie = site.ties().get(sniffer.name);
            if (tie != null) {
                ties.put(sniffer.number, tie);
            } else if (!solved.isKnown(sniffer.number) && sniffer.apart) {
                tied[sniffer.number] = true;
                boolean near = Math.abs(sniffer.arrivalOffsetNanos) < NEAR_NANOS;
                ties.put(sniffer.number, near || sniffer.bringsOld ? 0 : sniffer.arrivalOffsetNanos);
            }
        }
        model = solved.tied(ties);
    }

    /**
     * Takes the old lines of sniffers whose traffic is from another time than that of the others, or has told nothing
     * for long.
     */
    private void believeOld(List<LiveSniffer> sniffers) {
        long foremost = Long.MIN_VALUE;
        for (LiveSniffer sniffer : sniffers) {
            if (sniffer.hasProgress() && isKnown(sniffer.number)) {
                foremost = Math.max(foremost, model.correct(sniffer.number, sniffer.progressNanos));
            }
        }
        for (LiveSniffer sniffer : sniffers) {
            if (unsure[sniffer.number] && sniffer.hasProgress() && foremost != Long.MIN_VALUE) {
                long behind = foremost - model.correct(sniffer.number, sniffer.progressNanos);
                unsure[sniffer.number] = behind < 2 * spanNanos && !sniffer.apart;
            }
            unsure[sniffer.number] &= !sniffer.apart;
        }
    }

    /**
     * Keeps the anchor as long as anybody has traffic in common with it. Says no as long as the operator's reference is
     * waited for.
     */
    private boolean chooseAnchor(List<LiveSniffer> sniffers) {
        if (anchor < 0) {
            boolean waited = false;
            for (LiveSniffer sniffer : sniffers) {
                waited |= sniffer.apart;
                if (sniffer.name.equals(site.reference()) && matched(sniffer.number) > 0) {
                    anchor = sniffer.number;
                }
            }
            return anchor >= 0 || site.reference() == null || waited;
        }
        if (matched(anchor) > 0 && hasLine(anchor)) {
            return true;
        }
        int best = -1;
        for (LiveSniffer sniffer : sniffers) {
            boolean known = hasLine(sniffer.number) && sniffer.hasProgress();
            if (known && matched(sniffer.number) > 0 && (best < 0 || matched(sniffer.number) > matched(best))) {
                best = sniffer.number;
            }
        }
        if (best >= 0) {
            long now = model.correct(best, sniffers.get(best).progressNanos);
            anchorLine = model.line(best, now);
            anchor = best;
        }
        return true;
    }

    /**
     * Nothing that was learnt of a sniffer's clock holds any more; that of one that is alone is right whatever it
     * shows.
     */
    void forget(int sniffer) {
        model = unsure.length == 1 ? ClockModel.identity(1) : model.without(sniffer);
        unsure[sniffer] = false;
    }

    private ClockModel untied() {
        ClockModel known = model;
        for (int sniffer = 0; sniffer < tied.length; sniffer++) {
            known = tied[sniffer] ? known.without(sniffer) : known;
        }
        return known;
    }

    private long matched(int sniffer) {
        long matched = 0;
        for (ClockModel.Pair pair : pairs) {
            matched += pair.first() == sniffer || pair.second() == sniffer
                    ? pair.clock().matched()
                    : 0;
        }
        return matched;
    }

    private void noteCorrection(LiveSniffer sniffer, ClockModel before) {
        long at = sniffer.progressNanos;
        long movedNanos = model.correct(sniffer.number, at) - before.correct(sniffer.number, at);
        long stated = before.uncertainty(sniffer.number, at) + model.uncertainty(sniffer.number, at);
        if (Math.abs(movedNanos) > stated) {
            counters.increment(MergeCounter.CLOCK_JUMPS);
        }
    }

    /** The clock of a sniffer against the reference's; null where nothing ties it. */
    @Nullable
    ClockLine line(LiveSniffer sniffer) {
        boolean known = sniffer.hasProgress() && isKnown(sniffer.number);
        return known ? model.line(sniffer.number, model.correct(sniffer.number, sniffer.progressNanos)) : null;
    }

    /** All clocks, by number of the sniffer. */
    List<SnifferClock> lines(List<LiveSniffer> sniffers) {
        List<SnifferClock> lines = new ArrayList<>();
        for (LiveSniffer sniffer : sniffers) {
            long at = sniffer.hasProgress() ? model.correct(sniffer.number, sniffer.progressNanos) : 0;
            ClockLine line = line(sniffer);
            lines.add(new SnifferClock(
                    sniffer.number,
                    at,
                    line == null ? List.of() : List.of(line),
                    model.stretches(sniffer.number) + (int) Math.min(sniffer.clockSteps, 1000),
                    matched(sniffer.number)));
        }
        return lines;
    }
}
