package io.wirepath.analyze.whatif;

import io.wirepath.analyze.delay.NodeSummary;
import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.finding.TurnClaims.Held;
import io.wirepath.analyze.whatif.Prediction.Figure;
import io.wirepath.analyze.whatif.Prediction.Place;
import io.wirepath.analyze.whatif.Prediction.Row;
import io.wirepath.analyze.whatif.Prediction.Standing;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.SeededRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.agrona.collections.Long2LongHashMap;

/**
 * Predicts how long requests would take if a node were faster, a pool larger, or the load another (what causal
 * profiling asks of one program: Curtsinger and Berger, SOSP 2015), by replaying each recorded request with all that
 * it caused. What packets show that requests wait for is waited for in the replay; what nobody waited for yet has no
 * limit there. Where fewer calls of one role to another were sent while as many were open as ever than chance would
 * have it, so many places are possible: the upper bounds of intervals are of replays that have no more. Requests come
 * when they came, also where their clients would wait for answers first.
 *
 * <p>Intervals: blocks of requests are drawn with replacement (Künsch 1989) and replayed, 200 times or as often as 20
 * million calls allow. A new recording varies as much as this one, and half as long a one as much as both together: so
 * half as many requests are drawn. Blocks of 1/256 of the requests make jams that this recording happens not to have;
 * those of 1/32 keep what comes in waves: the wider interval counts. By what a replay of the recording errs, it is
 * wider.
 */
public final class WhatIf {

    private static final int MAX_REPLAYS = 200;
    private static final int FEWEST_REPLAYS = 40;
    private static final long MAX_CALLS = 20_000_000;
    private static final int[] BLOCKS = {32, 256};
    private static final int MAX_ENTRIES = 12;
    private static final double TAIL = 0.025;
    private static final double[] QUANTILES = {0.5, 0.9, 0.99};
    private static final int FIGURES = QUANTILES.length + 1;

    private final Analysis analysis;
    private final String[] roles;
    private final WorkPlan plan;
    private final int[] roots;
    private final long[] startNanos;
    private final long[] recordedNanos;

    /** Places of the roots of each entry in {@link #roots}; all of them first. */
    private final Map<String, int[]> entries = new TreeMap<>();

    private final Work work;
    private final int[] atOnceThen;

    /** The same with all limits that are possible. */
    private final int[] atOnceAtLeast;

    /** So many of what the plan holds, the first, are waited for; a limit on the others is asked for, or possible. */
    private final int waitedFor;

    private final double load;
    private final List<Limit> asked;
    private final List<Limit> doubtful;

    private WhatIf(Analysis analysis, Altered altered) {
        this.analysis = analysis;
        roles = new String[analysis.messages().nodes().size()];
        boolean[] client = new boolean[roles.length];
        for (NodeSummary node : analysis.nodes()) {
            roles[node.node()] = node.role();
            client[node.node()] = node.client();
        }
        MessageTable messages = analysis.messages();
        asked = limits(altered);
        ServedCalls served = new ServedCalls(messages, analysis.calls());
        ReplayedClaims claims = ReplayedClaims.of(messages, analysis.calls(), served, roles);
        doubtful = claims.others().stream().map(Limit::of).toList();
        refuseDoubtful();
        List<Limit> unproved = new ArrayList<>(asked);
        unproved.addAll(claims.possible());
        plan = WorkPlan.of(messages, analysis.calls(), served, claims.borneOut(), unproved);
        waitedFor = claims.borneOut().size();
        roots = plan.roots();
        startNanos = plan.startNanos(roots);
        recordedNanos = plan.recordedNanos(roots);
        fillEntries(client);
        work = work(altered);
        atOnceAtLeast = plan.limits.stream()
                .mapToInt(limit -> asked.stream()
                        .filter(limit::isSamePlace)
                        .mapToInt(Limit::atOnce)
                        .findFirst()
                        .orElse(limit.atOnce()))
                .toArray();
        atOnceThen = IntStream.range(0, atOnceAtLeast.length)
                .map(i -> i < waitedFor || isAsked(i) ? atOnceAtLeast[i] : Integer.MAX_VALUE)
                .toArray();
        load = altered.load();
    }

    /**
     * Predicts.
     *
     * @throws IllegalArgumentException if a name is none of a node or a role, if it is not sure enough who waits for
     *     what at a place that is to be larger or smaller, if requests would wait for each other for ever, or no
     *     request was answered
     */
    public static Prediction of(Analysis analysis, Altered altered) {
        return new WhatIf(analysis, altered).predict();
    }

    private boolean isAsked(int limit) {
        return asked.stream().anyMatch(plan.limits.get(limit)::isSamePlace);
    }

    private List<Limit> limits(Altered altered) {
        List<Limit> limits = new ArrayList<>();
        altered.atOnce().forEach((name, k) -> {
            String[] ends = name.split(">", 2);
            for (int node : nodes(ends[0])) {
                int[] callees = ends.length == 1 ? new int[] {MessageTable.NONE} : nodes(ends[1]);
                for (int callee : callees) {
                    limits.add(new Limit(new Held(node, callee, MessageTable.NONE, ""), k));
                }
            }
        });
        return limits;
    }

    private void refuseDoubtful() {
        for (Limit place : doubtful) {
            if (asked.stream().anyMatch(place::isSamePlace)) {
                throw new IllegalArgumentException("requests seem to wait for " + name(place.held()) + ", at most "
                        + place.atOnce()
                        + " at once; but who waits for whom is not sure enough to say what another"
                        + " number would do: with that queue a replay does not take as long as was recorded");
            }
        }
    }

    private Work work(Altered altered) {
        long[] sooner = new long[roles.length];
        double[] faster = new double[roles.length];
        Arrays.fill(faster, 1);
        Long2LongHashMap before = new Long2LongHashMap(0);
        altered.sooner().forEach((name, nanos) -> {
            String[] ends = name.split(">", 2);
            for (int node : nodes(ends[0])) {
                if (ends.length == 1) {
                    sooner[node] = nanos;
                } else {
                    long less = nanos;
                    IntStream.of(nodes(ends[1])).forEach(callee -> before.put(KeyNumbers.pair(node, callee), less));
                }
            }
        });
        altered.faster().forEach((name, times) -> IntStream.of(nodes(name)).forEach(node -> faster[node] = times));
        return Work.of(plan, sooner, faster).beforeCalls(plan, before);
    }

    /** The nodes of this name or role; of all names that begin so where it ends in a star. */
    private int[] nodes(String name) {
        boolean begins = name.endsWith("*");
        String start = begins ? name.substring(0, name.length() - 1) : name;
        int[] of = IntStream.range(0, roles.length)
                .filter(node -> {
                    String own = analysis.messages().nodes().get(node).name();
                    return begins ? own.startsWith(start) : own.equals(name) || name.equals(roles[node]);
                })
                .toArray();
        if (of.length == 0) {
            throw new IllegalArgumentException("no node or role is called '" + name + "'; analyze lists them");
        }
        return of;
    }

    /** Requests of clients; calls without a cause where no node is one. */
    private void fillEntries(boolean[] client) {
        MessageTable messages = analysis.messages();
        Map<String, List<Integer>> found = new TreeMap<>();
        boolean hasClients = IntStream.of(roots)
                .anyMatch(root ->
                        plan.answered[root] && client[messages.source(plan.calls.request()[root])]);
        for (int i = 0; i < roots.length; i++) {
            int request = plan.calls.request()[roots[i]];
            if (plan.answered[roots[i]] && (!hasClients || client[messages.source(request)])) {
                String operation = messages.operation(request);
                String name = roles[messages.destination(request)] + (operation.isEmpty() ? "" : " " + operation);
                found.computeIfAbsent("", all -> new ArrayList<>()).add(i);
                found.computeIfAbsent(name, unseen -> new ArrayList<>()).add(i);
            }
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException("no request was answered");
        }
        found.forEach((name, of) ->
                entries.put(name, of.stream().mapToInt(Integer::intValue).toArray()));
    }

    private Replay replay(Work how, int[] atOnce) {
        return new Replay(plan, how, new Replay.Resources(atOnce));
    }

    /** How long requests take; refuses a system in which some never end. */
    private long[] run(Replay changed, int[] rootsOf, long[] sentNanos) {
        long[] took = changed.run(rootsOf, sentNanos);
        for (int i = 0; i < took.length; i++) {
            if (took[i] == MessageTable.NIL && plan.answered[rootsOf[i]]) {
                throw new IllegalArgumentException("with so few places at once requests wait for each other for ever:"
                        + " each holds what another needs, as of a node that is called again for its own request");
            }
        }
        return took;
    }

    private Prediction predict() {
        int[] now = IntStream.range(0, plan.limits.size())
                .map(i -> i < waitedFor ? plan.limits.get(i).atOnce() : Integer.MAX_VALUE)
                .toArray();
        long[] replayed = replay(Work.asRecorded(plan), now).run(roots, startNanos);
        Replay changed = replay(work, atOnceThen);
        long[] sent = times(IntStream.range(0, roots.length).toArray());
        long[] then = run(changed, roots, sent);
        Replay.Resources atLeast = new Replay.Resources(atOnceAtLeast);
        Replay crowded = new Replay(plan, work, atLeast);
        crowded.run(roots, sent);
        List<Place> places = places(now, atLeast);
        boolean isOne = Arrays.equals(atOnceThen, atOnceAtLeast);
        List<String> names = order();
        double[][][][] drawn = drawn(isOne ? List.of(changed) : List.of(changed, crowded), names);
        List<Row> rows = new ArrayList<>();
        for (int name = 0; name < names.size(); name++) {
            int[] of = entries.getOrDefault(names.get(name), new int[0]);
            rows.add(new Row(names.get(name), of.length, figures(of, replayed, then, drawn[name])));
        }
        return new Prediction(rows, places, drawn[0][0].length * drawn[0][0][0].length);
    }

    /** Figures of blocks that are drawn, the same for each system: by name, figure, system and length, and draw. */
    private double[][][][] drawn(List<Replay> systems, List<String> names) {
        int times = (int) Math.max(FEWEST_REPLAYS, Math.min(MAX_REPLAYS, MAX_CALLS / Math.max(1, plan.size())));
        double[][][][] drawn = new double[names.size()][FIGURES][systems.size() * BLOCKS.length][times];
        SeededRandom random = new SeededRandom(1);
        for (int blocks = 0; blocks < BLOCKS.length; blocks++) {
            for (int i = 0; i < times; i++) {
                int[] places = draw(random, BLOCKS[blocks]);
                int[] rootsOf = IntStream.of(places).map(place -> roots[place]).toArray();
                long[] sent = times(places);
                for (int system = 0; system < systems.size(); system++) {
                    Replay own = systems.get(system);
                    long[] took = system == 0 ? run(own, rootsOf, sent) : own.run(rootsOf, sent);
                    note(places, took, names, drawn, system * BLOCKS.length + blocks, i);
                }
            }
        }
        return drawn;
    }

    /** All requests, and the entries with the most of them. */
    private List<String> order() {
        return entries.entrySet().stream()
                .sorted((a, b) ->
                        Boolean.compare(!a.getKey().isEmpty(), !b.getKey().isEmpty()) != 0
                                ? Boolean.compare(
                                        !a.getKey().isEmpty(), !b.getKey().isEmpty())
                                : Integer.compare(b.getValue().length, a.getValue().length))
                .map(Map.Entry::getKey)
                .limit(entries.size() == 2 ? 1 : MAX_ENTRIES)
                .toList();
    }

    /** When requests are sent that follow each other as those at these places did. */
    private long[] times(int[] places) {
        long[] at = new long[places.length];
        long usual = roots.length < 2 ? 0 : (startNanos[roots.length - 1] - startNanos[0]) / (roots.length - 1);
        double now = 0;
        for (int i = 0; i < places.length; i++) {
            int place = places[i];
            boolean follows = i > 0 && place > 0 && place == places[i - 1] + 1;
            long gap = follows ? startNanos[place] - startNanos[place - 1] : usual;
            now += i == 0 ? 0 : gap / load;
            at[i] = Math.round(now);
        }
        return at;
    }

    /** Half as many places in {@link #roots} as there are, in blocks of which a recording has so many. */
    private int[] draw(SeededRandom random, int blocks) {
        int length = Math.max(1, roots.length / blocks);
        int[] places = new int[(roots.length + 1) / 2];
        for (int i = 0; i < places.length; i++) {
            boolean begins = i % length == 0 || places[i - 1] + 1 == roots.length;
            places[i] = begins ? random.nextInt(Math.max(1, roots.length - length + 1)) : places[i - 1] + 1;
        }
        return places;
    }

    private void note(int[] places, long[] took, List<String> names, double[][][][] into, int kind, int number) {
        for (int name = 0; name < names.size(); name++) {
            int[] of = entries.getOrDefault(names.get(name), new int[0]);
            long[] own = IntStream.range(0, places.length)
                    .filter(i -> took[i] != MessageTable.NIL && Arrays.binarySearch(of, places[i]) >= 0)
                    .mapToLong(i -> took[i])
                    .sorted()
                    .toArray();
            for (int figure = 0; figure < FIGURES; figure++) {
                into[name][figure][kind][number] = figure(own, figure);
            }
        }
    }

    private List<Figure> figures(int[] of, long[] replayed, long[] then, double[][][] drawn) {
        long[] recorded = sorted(of, recordedNanos);
        long[] again = sorted(of, replayed);
        long[] after = sorted(of, then);
        List<Figure> figures = new ArrayList<>();
        for (int i = 0; i < FIGURES; i++) {
            double now = figure(recorded, i);
            double erring = now - figure(again, i);
            double middle = figure(after, i);
            double low = middle;
            double high = middle;
            for (double[] ofKind : drawn[i]) {
                double[] order = Arrays.stream(ofKind)
                        .filter(n -> !Double.isNaN(n))
                        .sorted()
                        .toArray();
                int tail = (int) (TAIL * order.length);
                low = order.length == 0 ? low : Math.min(low, order[tail]);
                high = order.length == 0 ? high : Math.max(high, order[order.length - 1 - tail]);
            }
            double best = Math.max(0, middle + erring);
            double wider = Math.abs(erring);
            figures.add(new Figure(
                    now,
                    figure(again, i),
                    best,
                    Math.max(0, best - (middle - low) - wider),
                    best + (high - middle) + wider));
        }
        return Collections.unmodifiableList(figures);
    }

    private static long[] sorted(int[] of, long[] nanos) {
        return IntStream.of(of).mapToLong(i -> nanos[i]).sorted().toArray();
    }

    /** The mean, or a quantile; not a number where there is nothing. */
    private static double figure(long[] sorted, int which) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        if (which == 0) {
            return Arrays.stream(sorted).average().orElse(Double.NaN);
        }
        return sorted[(int) Math.min(sorted.length - 1L, Math.round(QUANTILES[which - 1] * (sorted.length - 1)))];
    }

    /** What is waited for, or asked, or doubtful, and limits that are possible if somebody met them in a replay. */
    private List<Place> places(int[] now, Replay.Resources atLeast) {
        List<Place> places = new ArrayList<>();
        for (int i = 0; i < plan.limits.size(); i++) {
            Limit limit = plan.limits.get(i);
            String name = name(limit.held());
            String kind = limit.held().kind();
            if (now[i] != Integer.MAX_VALUE) {
                places.add(new Place(name, kind, Standing.WAITED_FOR, now[i], atOnceThen[i]));
            } else if (isAsked(i)) {
                places.add(new Place(name, kind, Standing.ASKED, 0, atOnceThen[i]));
            } else if (atLeast.isMet(i) && doubtful.stream().noneMatch(limit::isSamePlace)) {
                places.add(new Place(name, kind, Standing.POSSIBLE, limit.atOnce(), limit.atOnce()));
            }
        }
        doubtful.forEach(limit -> places.add(
                new Place(name(limit.held()), limit.held().kind(), Standing.DOUBTFUL, limit.atOnce(), limit.atOnce())));
        return places;
    }

    private String name(Held held) {
        String node = analysis.messages().nodes().get(held.node()).name();
        return held.isPool()
                ? node + ">" + analysis.messages().nodes().get(held.callee()).name()
                : node;
    }
}
