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
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.apache.commons.math3.special.Gamma;

/**
 * Finds times in which one server sent nothing while requests came to it, and after which it answered them at once: it
 * stood still, or all of them waited for one thing of its own. A server that waits for an answer itself does not stand
 * still, and what was sent again was late to come. How long each request took is held against what its kind takes
 * there: what is held until there is news takes as long as ever.
 */
final class SilentServers implements Changes {

    /** Shorter silences are told by where the time goes alone: a collection of garbage, a slow disk. */
    private static final long MIN_NANOS = 800_000_000L;

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

    @Override
    public List<Incident> find(double mostChance) {
        MessageTable messages = at.messages();
        long[] last = new long[at.nodes()];
        Arrays.fill(last, MessageTable.NIL);
        List<Incident> found = new ArrayList<>();
        Served[] served = new Served[at.nodes()];
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
                int[] held = held(served[node].requests, from, to);
                double chance = held.length >= ChangeModel.MIN_WITNESSES ? served[node].chance(held) : 1;
                if (chance <= mostChance) {
                    found.add(incident(node, from, to, held, chance));
                }
            }
        }
        return found;
    }

    /** The requests that came in a silence, where most that want an answer got one at once when it ended; else none. */
    private int[] held(int[] requests, long from, long to) {
        int first = first(requests, from + 1);
        int[] came = Arrays.stream(requests, first, Math.max(first, first(requests, to)))
                .filter(call -> at.isEvidence(call) && at.isAwaited(call))
                .toArray();
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

        /**
         * That, behind any of its answers, these take so long beside their kinds: the product of so many shares, each
         * alike by chance (Fisher, 1932).
         */
        double chance(int[] held) {
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

    private Incident incident(int node, long from, long to, int[] held, double chance) {
        Change change = new Change(
                from, from, at.began(held[0]), to, to, to, to, Long.MIN_VALUE, Long.MAX_VALUE, 0, chance, List.of());
        double waited = Arrays.stream(held).mapToDouble(this::took).sum();
        return new Incident(Kind.STANDSTILL, List.of(node), List.of(), change, 0, 0, to - from, 0, held.length, waited);
    }
}
