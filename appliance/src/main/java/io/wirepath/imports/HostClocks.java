package io.wirepath.imports;

import io.wirepath.merge.clock.ClockModel;
import io.wirepath.merge.clock.ClockSamples;
import io.wirepath.merge.clock.PairwiseClock;
import io.wirepath.merge.clock.Passage;
import io.wirepath.merge.result.ClockLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The clocks of the hosts of all traces of a run (WAP5 §4, §5.2, §5.3): each time of a message is by its own host's
 * clock, and hosts may be hours apart.
 *
 * <p>A message from A to B shows how far B's clock may be ahead at most: it took no time at least. The least of those
 * from A to B and of those from B to A enclose the offset, as packets that two sniffers saw enclose theirs; so the
 * merge's estimate is used, with a host in the place of a sniffer. Where every pair's clocks may be equal, all are
 * taken as they are. Not thread-safe.
 */
public final class HostClocks {

    /** Least squares take the third power of the hosts in time; so many are solved at once. */
    private static final int MAX_SOLVED = 500;

    private static final int MAX_NAMED = 8;

    /** Share of the messages of one way that may be told wrongly. */
    private static final double MAX_WRONG = 0.1;

    /** No network takes as long at least. */
    private static final long MAX_LEAST_DELAY = 1_000_000_000;

    /** Nobody sets a clock finer by hand, and what is nearer changes no order that matters. */
    private static final double MIN_SAID_NANOS = 1_000_000;

    private static final String TOLD_TWICE =
            " What a clock that was put back showed twice is told apart by the other end of a message; where no host"
                    + " that was not put back tells of it, it counts as of after.";

    private record Host(long high, long low) {}

    private record Way(int first, int second) {

        @SuppressWarnings("ArgumentSelectionDefectChecker")
        Way turned() {
            return new Way(second, first);
        }
    }

    /** What messages show of two clocks; the bounds are of the second less the first. */
    private static final class Pair {
        private final ClockSamples samples = new ClockSamples();
        private long upper = Long.MAX_VALUE;
        private long lower = Long.MIN_VALUE;
        private long atNanos;
        private long forward;
        private long backward;
        private long forwardTooSoon;
        private long backwardTooSoon;

        private void add(long firstNanos, long secondNanos, boolean isForward) {
            samples.add(firstNanos, secondNanos, isForward ? Passage.FORWARD : Passage.BACKWARD);
            atNanos = firstNanos;
            if (isForward) {
                upper = Math.min(upper, secondNanos - firstNanos);
                forward++;
                forwardTooSoon += secondNanos < firstNanos ? 1 : 0;
            } else {
                lower = Math.max(lower, secondNanos - firstNanos);
                backward++;
                backwardTooSoon += firstNanos < secondNanos ? 1 : 0;
            }
        }

        /** Whether the clocks differ: messages come before they leave, and not a few that were told wrongly. */
        private boolean isApart() {
            boolean tooSoon = forwardTooSoon > MAX_WRONG * forward || backwardTooSoon > MAX_WRONG * backward;
            boolean tooLate = backward == 0 && upper > MAX_LEAST_DELAY || forward == 0 && lower < -MAX_LEAST_DELAY;
            return tooSoon || tooLate;
        }

        /** The clocks may be equal, and are. */
        private PairwiseClock equal() {
            PairwiseClock clock = clock();
            ClockLine first = clock.pieces().get(0);
            ClockLine line = new ClockLine(
                    samples.firstNanos(), samples.lastNanos(), atNanos, 0, first.offsetUncertaintyNanos(), 0, 0);
            return new PairwiseClock(List.of(line), clock.matched(), clock.bothWays(), 0);
        }

        /** The merge's estimate by the time of the second, of which there is one by that of the first. */
        private PairwiseClock turnedClock() {
            return Objects.requireNonNull(PairwiseClock.estimate(samples.turned()));
        }

        /** The merge's estimate; of few messages the middle of their bounds. */
        private PairwiseClock clock() {
            PairwiseClock estimate = PairwiseClock.estimate(samples);
            if (estimate != null) {
                return estimate;
            }
            boolean both = upper < Long.MAX_VALUE && lower > Long.MIN_VALUE;
            double offset = both ? (upper + (double) lower) / 2 : upper < Long.MAX_VALUE ? upper : lower;
            double half = both ? Math.abs(upper - (double) lower) / 2 : 0;
            ClockLine line = new ClockLine(samples.firstNanos(), samples.lastNanos(), atNanos, offset, half + 1, 0, 0);
            return new PairwiseClock(List.of(line), samples.matched(), both, 0);
        }
    }

    private final Map<Host, Integer> numbers = new LinkedHashMap<>();
    private final List<String> names = new ArrayList<>();
    private final Map<Way, Pair> pairs = new HashMap<>();
    private @Nullable ClockModel model;
    private int[] modelled = {};

    /** Of those that are modelled, whose clock was put back. */
    private boolean[] putBack = {};

    /** Notes a message between two hosts of which both times are told. */
    void add(ImportedEnd source, long sentNanos, ImportedEnd destination, long receivedNanos) {
        int from = number(source);
        int to = number(destination);
        if (from < to) {
            pairs.computeIfAbsent(new Way(from, to), unseen -> new Pair()).add(sentNanos, receivedNanos, true);
        } else if (to < from) {
            pairs.computeIfAbsent(new Way(to, from), unseen -> new Pair()).add(receivedNanos, sentNanos, false);
        }
    }

    /** Notes a message, if both its times are told. */
    void add(ImportedMessage message) {
        if (message.sentNanos() != ImportedMessage.UNKNOWN && message.receivedNanos() != ImportedMessage.UNKNOWN) {
            add(message.source(), message.sentNanos(), message.destination(), message.receivedNanos());
        }
    }

    private int number(ImportedEnd end) {
        Integer known = numbers.putIfAbsent(new Host(end.high(), end.low()), names.size());
        if (known == null) {
            names.add(end.name().isEmpty() ? end.address() : end.name());
            return names.size() - 1;
        }
        return known;
    }

    /** Estimates all clocks together. */
    void solve() {
        Map<Way, PairwiseClock> clocks =
                new TreeMap<>(Comparator.comparingInt(Way::first).thenComparingInt(Way::second));
        List<Way> apart = new ArrayList<>();
        pairs.forEach((way, pair) -> {
            if (pair.isApart()) {
                apart.add(way);
            }
            PairwiseClock clock = pair.isApart() ? pair.clock() : pair.equal();
            // by the time of one that was put back, each step is many
            PairwiseClock turned = clock.pieces().size() > 1 ? pair.turnedClock() : clock;
            boolean isTurned = turned.pieces().size() < clock.pieces().size();
            clocks.put(isTurned ? way.turned() : way, isTurned ? turned : clock);
        });
        List<ClockModel.Pair> all = new ArrayList<>();
        clocks.forEach((way, clock) -> all.add(new ClockModel.Pair(way.first(), way.second(), clock)));
        int[] steps = ClockModel.steps(names.size(), all);
        int[] steadyFirst = ClockModel.steadyFirst(names.size(), all, -1);
        for (ClockModel.Pair each : all) {
            if (ClockModel.isFirstSet(each, steadyFirst)) {
                Way way = new Way(each.first(), each.second());
                Pair pair = pairs.get(way);
                clocks.remove(way);
                clocks.put(
                        way.turned(),
                        pair != null
                                ? pair.turnedClock()
                                : Objects.requireNonNull(pairs.get(way.turned()))
                                        .clock());
            }
        }
        pairs.clear();
        if (apart.isEmpty()) {
            return;
        }
        List<ClockModel.Pair> used = chosen(clocks, apart);
        ClockModel solved = ClockModel.solve(modelledCount(), used, -1);
        ClockModel known = ClockModel.solve(modelledCount(), used, middle(solved, steps));
        putBack = new boolean[modelledCount()];
        for (int host = 0; host < putBack.length; host++) {
            putBack[host] = known.putBackNanos(host) > 0;
        }
        model = known;
    }

    /** All pairs, where the hosts are few; else those of hosts that are off, and of whom they talk to. */
    private List<ClockModel.Pair> chosen(Map<Way, PairwiseClock> clocks, List<Way> apart) {
        boolean[] counted = new boolean[names.size()];
        if (names.size() <= MAX_SOLVED) {
            Arrays.fill(counted, true);
        } else {
            apart.stream()
                    .sorted(Comparator.comparingInt(Way::first).thenComparingInt(Way::second))
                    .limit(MAX_SOLVED / 2)
                    .forEach(way -> {
                        counted[way.first()] = true;
                        counted[way.second()] = true;
                    });
        }
        modelled = new int[names.size()];
        int next = 0;
        for (int host = 0; host < modelled.length; host++) {
            modelled[host] = counted[host] ? next++ : -1;
        }
        List<ClockModel.Pair> used = new ArrayList<>();
        clocks.forEach((way, clock) -> {
            if (counted[way.first()] && counted[way.second()]) {
                used.add(new ClockModel.Pair(modelled[way.first()], modelled[way.second()], clock));
            }
        });
        return used;
    }

    private int modelledCount() {
        return Arrays.stream(modelled).max().orElse(-1) + 1;
    }

    /** The host whose clock is in the middle: most clocks agree, whoever talks most. One that was set is none. */
    private int middle(ClockModel solved, int[] steps) {
        List<@Nullable ClockLine> lines = solved.lines();
        List<Integer> known = new ArrayList<>();
        for (int host = 0; host < modelled.length; host++) {
            if (modelled[host] >= 0 && lines.get(modelled[host]) != null) {
                known.add(host);
            }
        }
        int least = known.stream().mapToInt(host -> steps[host]).min().orElse(0);
        known.removeIf(host -> steps[host] > Math.max(0, least));
        known.sort(Comparator.comparingDouble(host -> offset(lines.get(modelled[host]))));
        return modelled[known.get(known.size() / 2)];
    }

    private static double offset(@Nullable ClockLine line) {
        return line == null ? 0 : line.offsetNanos();
    }

    /** A time of a host's clock by the common one. */
    long correct(ImportedEnd host, long nanos) {
        int own = modelled(host);
        return model == null || own < 0 || nanos == ImportedMessage.UNKNOWN ? nanos : model.correct(own, nanos);
    }

    /** The same of a message of which another host tells its own time: of what was shown twice, that which fits. */
    long correct(ImportedEnd host, long nanos, ImportedEnd other, long otherNanos) {
        int own = modelled(host);
        int others = modelled(other);
        boolean isTold = nanos != ImportedMessage.UNKNOWN && otherNanos != ImportedMessage.UNKNOWN;
        return model != null && own >= 0 && others >= 0 && isTold && !putBack[others]
                ? model.correct(own, nanos, model.correct(others, otherNanos))
                : correct(host, nanos);
    }

    private int modelled(ImportedEnd host) {
        Integer number = model == null ? null : numbers.get(new Host(host.high(), host.low()));
        return number == null ? -1 : modelled[number];
    }

    /** A time of one host's clock as another's shows it. */
    long move(ImportedEnd from, long nanos, ImportedEnd to) {
        long base = correct(from, nanos);
        long there = base;
        for (int i = 0; model != null && i < 3; i++) {
            // the correction is told by the time there, which is looked for
            there = base + there - correct(to, there);
        }
        return there;
    }

    /** What a reader must know: whose clock was off, by how much, and how well that is known. */
    public List<String> notes() {
        ClockModel known = model;
        if (known == null) {
            return List.of();
        }
        List<@Nullable ClockLine> lines = known.lines();
        List<String> off = new ArrayList<>();
        for (int host = 0; host < modelled.length; host++) {
            ClockLine line = modelled[host] < 0 ? null : lines.get(modelled[host]);
            if (line != null
                    && Math.abs(line.offsetNanos()) >= Math.max(MIN_SAID_NANOS, line.offsetUncertaintyNanos())) {
                off.add("%s %s%.6f s (± %.6f s)"
                        .formatted(
                                names.get(host),
                                line.offsetNanos() > 0 ? "+" : "−",
                                Math.abs(line.offsetNanos()) / 1e9,
                                line.offsetUncertaintyNanos() / 1e9));
            }
        }
        List<String> notes = new ArrayList<>();
        if (!off.isEmpty()) {
            notes.add("The hosts of the traces have clocks of their own, by messages that would have come before they"
                    + " left; their times were brought to one clock: " + named(off));
        }
        List<String> set = IntStream.range(0, modelled.length)
                .filter(host -> modelled[host] >= 0 && known.stretches(modelled[host]) > 1)
                .mapToObj(host -> wasSet(known, host))
                .toList();
        if (!set.isEmpty()) {
            boolean isTwice = IntStream.range(0, putBack.length).anyMatch(host -> putBack[host]);
            notes.add("Clocks were set while the traces run, and are told as they are at the end: " + named(set)
                    + (isTwice ? TOLD_TWICE : ""));
        }
        return notes;
    }

    private String wasSet(ClockModel known, int host) {
        double back = known.putBackNanos(modelled[host]) / 1e9;
        return names.get(host) + (back > 0 ? String.format(Locale.ROOT, " (put back by %.3f s)", back) : "");
    }

    private static String named(List<String> hosts) {
        int more = hosts.size() - MAX_NAMED;
        return String.join(", ", hosts.subList(0, Math.min(hosts.size(), MAX_NAMED)))
                + (more > 0 ? " and " + more + " more." : ".");
    }
}
