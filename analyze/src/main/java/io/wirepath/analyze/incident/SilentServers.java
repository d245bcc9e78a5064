package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.incident.Incident.Kind;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.special.Gamma;

/**
 * Finds times in which one server sent nothing while requests came to it, and after which it answered them at once: it
 * stood still, or all of them waited for one thing of its own. A server that waits for an answer itself does not stand
 * still, and what was sent again was late to come. How long each request took is held against what its kind takes
 * there: what is held until there is news takes as long as ever.
 */
final class SilentServers implements Changes {

    private final Surroundings at;

    SilentServers(Surroundings at) {
        this.at = at;
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
        int[][] asked = new int[at.nodes()][];
        List<Incident> found = new ArrayList<>();
        for (int row = 0; row < messages.size(); row++) {
            int node = messages.source(row);
            long from = last[node];
            long to = messages.timeNanos(row);
            last[node] = to;
            if (from != MessageTable.NIL
                    && to - from >= ChangeModel.SILENCE_NANOS
                    && at.asked().get(node)
                    && at.counted().holds(from)) {
                asked[node] = asked[node] == null ? at.at(List.of(node)) : asked[node];
                int[] held = held(asked[node], from, to);
                if (held.length >= ChangeModel.MIN_WITNESSES && !isWaiting(node, from, to)) {
                    double chance = chance(asked[node], held);
                    if (chance <= mostChance) {
                        found.add(incident(node, from, to, held, chance));
                    }
                }
            }
        }
        return found;
    }

    /** The requests that came in a silence, where most of them were answered at once when it ended; else none. */
    private int[] held(int[] requests, long from, long to) {
        int first = from(requests, from + 1);
        int[] came = Arrays.copyOfRange(requests, first, Math.max(first, from(requests, to)));
        int[] held = Arrays.stream(came)
                .filter(call -> at.isEvidence(call)
                        && at.isAnswered(call)
                        && at.isTimed(call)
                        && !isSentAgain(call)
                        && answered(call) <= to + StandStills.AFTERWARDS[0] * (to - from))
                .toArray();
        return held.length >= ChangeModel.MOST * came.length ? held : new int[0];
    }

    /** The first of these requests, in order of time, that began then or later. */
    private int from(int[] requests, long nanos) {
        int low = 0;
        int high = requests.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (at.began(requests[middle]) < nanos) {
                low = middle + 1;
            } else {
                high = middle;
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
        double most = from + ChangeModel.MOST * (to - from);
        for (int call = 0; call < at.size(); call++) {
            if (at.caller(call) == node
                    && at.began(call) <= from
                    && at.isAwaited(call)
                    && (!at.isAnswered(call) || answered(call) >= most)) {
                return true;
            }
        }
        return false;
    }

    /**
     * That, behind any of its answers, these take so long beside their kinds: the product of so many shares, each alike
     * by chance (Fisher, 1932).
     */
    private double chance(int[] requests, int[] held) {
        double nats = 0;
        for (int one : held) {
            long took = answered(one) - at.began(one);
            int all = 0;
            int longer = 0;
            for (int call : requests) {
                if (at.asked(call) == at.asked(one) && at.isAnswered(call)) {
                    all++;
                    longer += answered(call) - at.began(call) >= took ? 1 : 0;
                }
            }
            nats -= Math.log((double) longer / all);
        }
        return requests.length * Gamma.regularizedGammaQ(held.length, nats);
    }

    private Incident incident(int node, long from, long to, int[] held, double chance) {
        Change change =
                new Change(from, from, at.began(held[0]), to, to, to, to, Long.MIN_VALUE, Long.MAX_VALUE, 0, chance);
        double waited = Arrays.stream(held)
                .mapToDouble(call -> answered(call) - at.began(call))
                .sum();
        return new Incident(Kind.STANDSTILL, List.of(node), List.of(), change, 0, 0, to - from, 0, held.length, waited);
    }
}
