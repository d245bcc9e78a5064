package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.incident.Incident.Kind;
import io.wirepath.causes.Grouped;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.math3.special.Gamma;

/**
 * Finds times in which one server sent nothing while requests came to it, and after which it answered them at once: it
 * stood still, or all of them waited for one thing of its own. A server that waits for an answer itself does not stand
 * still, and what was sent again was late to come. How long each request took is held against what its kind takes
 * there: what is held until there is news takes as long as ever.
 */
final class SilentServers implements Changes {

    /** What holds requests for less is told by where the time goes alone: a collection of garbage, a slow disk. */
    private static final long MIN_NANOS = 250_000_000L;

    private final Surroundings at;

    /** The calls of each node, in order of time. */
    private final Grouped made;

    /** At the place of each of them: up to when its node waits for what it had asked for by then. */
    private final long[] waitsUntil;

    SilentServers(Surroundings at) {
        this.at = at;
        made = Grouped.of(at.nodes(), at.size(), at::caller);
        waitsUntil = new long[at.size()];
        for (int node = 0; node < at.nodes(); node++) {
            long last = Long.MIN_VALUE;
            for (int place = made.first(node); place < made.end(node); place++) {
                int call = made.at(place);
                if (at.isAwaited(call)) {
                    last = Math.max(last, waitedForUntil(call));
                }
                waitsUntil[place] = last;
            }
        }
    }

    /** When the answer came; of what got none, when that was answered which it was made for, and else the end. */
    private long waitedForUntil(int call) {
        int parent = at.calls().parent()[call];
        int last = at.isAnswered(call) || parent == MessageTable.NONE ? call : parent;
        return at.isAnswered(last) ? answered(last) : Long.MAX_VALUE;
    }

    @Override
    public int series() {
        return at.asked().cardinality();
    }

    /** Those of one server are one problem: one is sure, and another one is as hardly chance as a whole analysis. */
    @Override
    public List<Incident> find(double mostChance) {
        Map<Integer, List<Silence>> silences = new TreeMap<>();
        Served[] served = new Served[at.nodes()];
        MessageTable messages = at.messages();
        long[] last = new long[at.nodes()];
        Arrays.fill(last, MessageTable.NIL);
        for (int row = 0; row < messages.size(); row++) {
            int node = messages.source(row);
            long from = last[node];
            long to = messages.timeNanos(row);
            last[node] = to;
            if (from != MessageTable.NIL
                    && to - from >= MIN_NANOS
                    && at.asked().get(node)
                    && at.counted().holds(from)
                    && !isWaiting(node, from, to)) {
                served[node] = served[node] == null ? new Served(at.at(List.of(node))) : served[node];
                Silence own = served[node].silence(from, to);
                if (own.chance <= Incidents.FALSE_ALARMS) {
                    silences.computeIfAbsent(node, unseen -> new ArrayList<>()).add(own);
                }
            }
        }
        return silences.entrySet().stream()
                .filter(each -> chance(each.getValue()) <= mostChance)
                .map(each -> incident(each.getKey(), each.getValue()))
                .toList();
    }

    /**
     * A time in which a server sent nothing.
     *
     * @param last when it had sent its last message
     * @param from since when it stood still: since then, or since somebody asked where nobody did for most of it
     * @param held the requests that came meanwhile and were answered at once when it ended, in order of time
     * @param chance that they take so long by chance
     */
    private record Silence(long last, long from, long to, int[] held, double chance) {}

    private static double chance(List<Silence> silences) {
        return silences.stream().mapToDouble(Silence::chance).min().orElse(1);
    }

    /** The requests that came in a silence and want an answer. */
    private int[] came(int[] requests, long last, long to) {
        int first = first(requests, last + 1);
        return Arrays.stream(requests, first, Math.max(first, first(requests, to)))
                .filter(call -> at.isEvidence(call) && at.isAwaited(call))
                .toArray();
    }

    /** Those that got an answer at once when it ended, where that is most of them; else none. */
    private int[] held(int[] came, long from, long to) {
        int[] held = Arrays.stream(came)
                .filter(call -> at.isAnswered(call)
                        && at.isTimed(call)
                        && !isSentAgain(call)
                        && answered(call) <= to + StandStills.AFTERWARDS[0] * (to - from))
                .toArray();
        return held.length >= ChangeModel.MOST * came.length ? held : new int[0];
    }

    /** The place of the first of these requests, in order of time, that began then or later. */
    private int first(int[] requests, long nanos) {
        return firstPlace(0, requests.length, place -> at.began(requests[place]) >= nanos);
    }

    /** The first of these places from which on it is so; the end where it is so of none. */
    private static int firstPlace(int from, int end, IntPredicate isSo) {
        int low = from;
        int high = end;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (isSo.test(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private boolean isSentAgain(int call) {
        MessageTable messages = at.messages();
        return messages.resentSegments(at.calls().request()[call]) > 0
                || messages.resentSegments(at.calls().response()[call]) > 0;
    }

    private long answered(int call) {
        return at.messages().timeNanos(at.calls().response()[call]);
    }

    /** Whether it waited for an answer itself for most of this time. */
    private boolean isWaiting(int node, long from, long to) {
        int first = made.first(node);
        int later = firstPlace(first, made.end(node), place -> at.began(made.at(place)) > from);
        return later > first && waitsUntil[later - 1] >= from + ChangeModel.MOST * (to - from);
    }

    /** The requests that a server got, in order of time, and how long those of no stranger take, by kind and sorted. */
    private final class Served {
        private final int[] requests;
        private final Map<Integer, long[]> took;

        Served(int[] requests) {
            this.requests = requests;
            took = Arrays.stream(requests)
                    .filter(call -> at.isEvidence(call) && at.isAnswered(call))
                    .boxed()
                    .collect(Collectors.groupingBy(
                            at::asked,
                            Collectors.collectingAndThen(
                                    Collectors.toList(),
                                    own -> own.stream()
                                            .mapToLong(SilentServers.this::took)
                                            .sorted()
                                            .toArray())));
        }

        /** One between two of its messages; certainly of chance where it does not hold enough for long enough. */
        Silence silence(long last, long to) {
            int[] came = came(requests, last, to);
            long asked = came.length == 0 ? to : at.began(came[0]);
            long from = to - asked < ChangeModel.MOST * (to - last) ? asked : last;
            int[] held = held(came, from, to);
            boolean isLong = held.length >= ChangeModel.MIN_WITNESSES && to - at.began(held[0]) >= MIN_NANOS;
            return new Silence(last, from, to, held, isLong ? chance(held) : 1);
        }

        /**
         * That, behind any of its answers, these take so long beside their kinds: the product of so many shares, each
         * alike by chance (Fisher, 1932).
         */
        private double chance(int[] held) {
            double nats = 0;
            for (int one : held) {
                long[] like = Objects.requireNonNull(took.get(at.asked(one)));
                int shorter = firstPlace(0, like.length, place -> like[place] >= took(one));
                nats -= Math.log((double) (like.length - shorter) / like.length);
            }
            return requests.length * Gamma.regularizedGammaQ(held.length, nats);
        }
    }

    private long took(int call) {
        return answered(call) - at.began(call);
    }

    private Incident incident(int node, List<Silence> silences) {
        Silence first = silences.get(0);
        Silence last = silences.get(silences.size() - 1);
        List<Change.Pause> pauses = IntStream.range(1, silences.size())
                .mapToObj(i -> new Change.Pause(silences.get(i - 1).to, silences.get(i).from))
                .toList();
        Change change = new Change(
                first.from,
                first.last,
                at.began(first.held[0]),
                last.to,
                last.to,
                last.to,
                first.to,
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                0,
                chance(silences),
                pauses);
        int[] held =
                silences.stream().flatMapToInt(own -> Arrays.stream(own.held)).toArray();
        double waited = Arrays.stream(held).mapToDouble(this::took).sum();
        double usual = silences.stream()
                .mapToDouble(own -> own.to - own.from)
                .average()
                .orElseThrow();
        return new Incident(Kind.STANDSTILL, List.of(node), List.of(), change, 0, 0, usual, 0, held.length, waited);
    }
}
