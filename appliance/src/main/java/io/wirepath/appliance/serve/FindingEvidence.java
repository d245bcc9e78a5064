package io.wirepath.appliance.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.compare.Comparison;
import io.wirepath.analyze.compare.Contrast;
import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.Measure.Form;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.causes.TimeSpan;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What time tells of a finding: whether it goes on, was seen last, and is over, by the sums of the time before it, of
 * the time in which it was told and of the time since.
 *
 * <pre>
 *  before │ during: told, or still so │ since it was told │ the window at hand
 *         onset                       toldToNanos
 * </pre>
 *
 * Not thread-safe.
 */
final class FindingEvidence {

    private static final String TOLD_TO = "toldToNanos";
    private static final String PASSED = "passed";
    private static final String TOLD = "told";
    private static final String SILENT = "silent";

    private final LoggedFinding of;

    private @Nullable Sums before;

    /** Its own time, up to when it was told; null where nobody asked. */
    private @Nullable Sums during;

    /** The time since it was told; null where the one before a restart is to be added. */
    private @Nullable Sums since = Sums.NOTHING;

    /** What its delays are known by; null where nobody asked, or nothing tells. */
    private @Nullable DelayedUntil level;

    private long toldToNanos;

    /** Where the window ends that it was held against last. */
    private long heldToNanos = Long.MIN_VALUE;

    /** Windows from its beginning to the last that told it; those of them that did; those since. */
    private int passed;

    private int told;
    private int silent;

    FindingEvidence(LoggedFinding of) {
        this.of = of;
    }

    /** Writes what {@link #restore} reads, after a restart. */
    void keep(ObjectNode kept) {
        kept.put(TOLD_TO, toldToNanos).put(PASSED, passed).put(TOLD, told).put(SILENT, silent);
    }

    /** As it was kept; the sums of time are added again. */
    void restore(JsonNode kept) {
        toldToNanos = kept.path(TOLD_TO).asLong();
        passed = kept.path(PASSED).asInt();
        told = kept.path(TOLD).asInt();
        silent = kept.path(SILENT).asInt();
        since = null;
    }

    /** Was told as often, and up to the same time, as another. */
    void follow(FindingEvidence other) {
        toldToNanos = other.toldToNanos;
        heldToNanos = other.heldToNanos;
        passed = other.passed;
        told = other.told;
        silent = other.silent;
    }

    /** Keeps no sums of any time, which are added again where it goes on. */
    void forget() {
        before = null;
        during = null;
        since = Sums.NOTHING;
    }

    /** Whether this traffic is much more than what there was before it, as far as that is known. */
    boolean isOutgrown(ObjectNode load, Function<TimeSpan, Sums> sums) {
        return timeBefore(sums).shares().stream()
                .anyMatch(own -> own.measure() == Measure.LOAD
                        && own.place().equals(ComparedPlace.SYSTEM)
                        && own.allTrials() > 0
                        && LoggedFinding.isMuchMore(load, own.allEvents() / own.allTrials()));
    }

    /** Whether it was not held against this window before, which is taken again as one before it came late. */
    boolean takes(WindowId window) {
        boolean takes = window.toNanos() > heldToNanos;
        heldToNanos = Math.max(heldToNanos, window.toNanos());
        return takes;
    }

    /** A window tells it, or shows that it is still so. */
    void goesOn(long toNanos) {
        passed += silent + 1;
        told++;
        silent = 0;
        toldToNanos = toNanos;
        during = null;
        since = Sums.NOTHING;
    }

    /**
     * Whether the present differs from the time before it as it says.
     *
     * @param sums what a stretch of time is compared by
     */
    boolean isStillSo(Sums now, Function<TimeSpan, Sums> sums) {
        return comparison(before(sums), now).stream()
                .flatMap(this::contrasts)
                .anyMatch(own -> own.differs() && isWorse(own));
    }

    /**
     * How it is over, where it is. A window that does not tell it proves nothing by itself, for what is near its
     * threshold is told now and then. It is {@linkplain FindingLog#ENDED over} where the time since it was told is
     * better than its own time beyond chance, by what it is measured by. There is {@linkplain
     * FindingLog#NO_EVIDENCE_SINCE no evidence since} where its nodes do nothing that could show it, and where it is
     * not seen to happen and has not been told for longer than chance explains of what is told as often as it was (by
     * Laplace's rule of succession). What is measured by nothing but its being told is over then.
     *
     * @param now the window, which does not tell it
     */
    Optional<String> over(Sums now, Function<TimeSpan, Sums> sums) {
        silent++;
        Sums later = Sums.merged(List.of(sinceTold(now, sums), now), Sums.BLOCKS);
        since = later;
        Sums own = during(sums);
        if (!of.key.isSeen(now) || of.key.isMeasured(own) && !of.key.isMeasured(now)) {
            return Optional.of(FindingLog.NO_EVIDENCE_SINCE);
        }
        Optional<Comparison> comparison = comparison(own, later);
        if (comparison.stream().anyMatch(this::isSurelyBetter)) {
            return Optional.of(FindingLog.ENDED);
        }
        boolean happens = comparison.stream()
                .flatMap(this::contrasts)
                .anyMatch(each -> each.measure().form() == Form.SHARE && each.after() > 0);
        double untold = (passed - told + 1) / (passed + 2.0);
        return happens || Math.pow(untold, silent) > Comparison.FALSE_ALARMS
                ? Optional.empty()
                : Optional.of(of.key.isMeasured(own) ? FindingLog.NO_EVIDENCE_SINCE : FindingLog.ENDED);
    }

    private boolean isSurelyBetter(Comparison later) {
        return contrasts(later).anyMatch(each -> later.isSure(each) && !isWorse(each));
    }

    /**
     * When it was seen last within a window, where what comes after that in the window shows that it is over: what is
     * counted does not happen any more, beyond chance, or delays are shorter than in its own time, and no longer than
     * before it.
     *
     * @param better when the window tells that its nodes became faster, or that the load is another, if it does
     */
    OptionalLong overWithin(WindowId window, Sums now, OptionalLong better, Function<TimeSpan, Sums> sums) {
        OptionalLong last = of.key.isCounted() || better.isEmpty() ? lastSeenNanos(now, sums) : better;
        long end = last.orElse(Long.MIN_VALUE);
        if (end <= Math.max(of.onsetNanos(), window.fromNanos()) || end >= window.toNanos()) {
            return OptionalLong.empty();
        }
        Sums own = sums.apply(new TimeSpan(Math.max(of.onsetNanos(), end - FindingLog.BEFORE_NANOS), end));
        Sums later = sums.apply(new TimeSpan(end, window.toNanos()));
        boolean isOver = of.key.isCounted()
                ? isOutside(own, later)
                : better.isPresent() || comparison(own, later).stream().anyMatch(this::isSurelyBetter);
        return isOver && !isStillSo(later, sums) ? last : OptionalLong.empty();
    }

    /** Whether chance does not explain that it happens in no block of this time, as it did in so many of its own. */
    private boolean isOutside(Sums own, Sums later) {
        double share =
                (of.key.blocksSeen(own) + DelayedUntil.HALF) / (own.blocks().size() + 1);
        return of.key.blocksSeen(later) == 0
                && Math.pow(1 - share, later.blocks().size()) <= Comparison.FALSE_ALARMS / Sums.BLOCKS;
    }

    /** Up to when a window shows it, where that is known. */
    private OptionalLong lastSeenNanos(Sums now, Function<TimeSpan, Sums> sums) {
        return of.key.isOfLoad()
                ? OptionalLong.empty()
                : of.key.isCounted() ? of.key.lastSeenNanos(now) : delayedUntilNanos(now, sums);
    }

    /** The time since it was told, up to now. */
    private Sums sinceTold(Sums now, Function<TimeSpan, Sums> sums) {
        Sums known = since;
        if (known != null || now.isEmpty()) {
            return known == null ? Sums.NOTHING : known;
        }
        long from = now.blocks().get(0).fromNanos();
        return sums.apply(new TimeSpan(Math.min(toldToNanos, from), from));
    }

    /** Up to when a window shows it, where that is known and later than who told it saw. */
    OptionalLong seenFurtherIn(Sums now, Function<TimeSpan, Sums> sums) {
        OptionalLong last = lastSeenNanos(now, sums);
        if (last.isEmpty() || last.getAsLong() <= of.lookedToNanos()) {
            return OptionalLong.empty();
        }
        toldToNanos = Math.min(toldToNanos, last.getAsLong());
        during = null;
        since = null;
        return last;
    }

    /** Up to when it was told, ns since the epoch. */
    long toldToNanos() {
        return toldToNanos;
    }

    /**
     * When it was seen last: of what is counted when something was counted last; of what is delayed when delays were as
     * they became last, in the window that told it or since.
     *
     * @param lengthNanos how long a window is
     */
    long lastNanos(long lengthNanos, Function<TimeSpan, Sums> sums) {
        OptionalLong counted = of.key.lastSeenNanos(during(sums));
        if (counted.isPresent()) {
            return counted.getAsLong();
        }
        long from = Math.max(of.onsetNanos(), toldToNanos - lengthNanos);
        Sums told = sums.apply(new TimeSpan(Math.min(from, toldToNanos), toldToNanos));
        Sums later = since;
        level = null;
        return delayedUntilNanos(later == null ? told : told.merge(later), sums).orElse(toldToNanos);
    }

    private OptionalLong delayedUntilNanos(Sums time, Function<TimeSpan, Sums> sums) {
        if (level == null) {
            level = DelayedUntil.of(of.key.delays(before(sums)), of.key.delays(during(sums)))
                    .orElse(null);
        }
        return level == null ? OptionalLong.empty() : level.in(time.blocks(), of.key.delays(time));
    }

    private Sums before(Function<TimeSpan, Sums> sums) {
        Sums earlier = before;
        if (earlier == null) {
            earlier = timeBefore(sums);
            before = earlier;
        }
        return earlier;
    }

    private Sums timeBefore(Function<TimeSpan, Sums> sums) {
        return sums.apply(new TimeSpan(of.onsetNanos() - FindingLog.BEFORE_NANOS, of.onsetNanos()));
    }

    private Sums during(Function<TimeSpan, Sums> sums) {
        Sums own = during;
        if (own == null) {
            long from = Math.max(of.onsetNanos(), toldToNanos - FindingLog.BEFORE_NANOS);
            own = sums.apply(new TimeSpan(Math.min(from, toldToNanos), toldToNanos));
            during = own;
        }
        return own;
    }

    private static Optional<Comparison> comparison(Sums earlier, Sums later) {
        try {
            return Optional.of(Comparison.of(earlier, later));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Of what its trouble is measured by. */
    private Stream<Contrast> contrasts(Comparison all) {
        return all.contrasts().stream().filter(each -> of.keys().anyMatch(own -> own.isComparedBy(each)));
    }

    /** Whether what is later lies where it says that it went. */
    private boolean isWorse(Contrast own) {
        JsonNode incident = of.finding.path("incident");
        boolean falls = of.key.isOfLoad()
                && incident.path("after").asDouble() < incident.path("before").asDouble();
        return falls ? own.effect() < 0 : own.effect() > 0;
    }
}
