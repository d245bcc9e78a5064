package io.wirepath.analyze.whatif;

import io.wirepath.causes.TimeOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.agrona.collections.LongArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Which calls of a request are made whether or not another of the same request has been answered: one that was often
 * answered by then need not be waited for.
 *
 * <pre>
 *   waits for it    ├─ one ─┤ ├─ other ─┤         the other is never sent while the one is open
 *   does not        ├─ one ──┤                    it is, as often as when each is made in a request of its own
 *                         ├─ other ─┤
 * </pre>
 *
 * <p>Calls are told apart by who makes them, for what operation, by whom they ask, and by how many of the same request
 * asked the same before. Not thread-safe.
 */
final class SideBySide {

    /** So often the other should be sent while the one is open, before it says something. */
    private static final int MIN_EXPECTED = 10;

    /** Of a request with more calls, all of them are taken to wait for each other where they may. */
    private static final int MAX_CALLS = 16;

    /** A call by its place among those of its request. */
    private record Kind(int caller, String operation, int callee, int before) {}

    private record Two(Kind one, Kind other) {}

    /** When, after their request came, the one was sent and answered, and the other sent. */
    private static final class Seen {
        private final LongArrayList oneSent = new LongArrayList();
        private final LongArrayList oneEnded = new LongArrayList();
        private final LongArrayList otherSent = new LongArrayList();
        private int beside;
    }

    private final WorkPlan plan;
    private final @Nullable Kind[] kinds;
    private final Map<Two, Boolean> areBeside = new HashMap<>();

    /** Learns from all calls of a plan whose times are measured. */
    SideBySide(WorkPlan plan) {
        this.plan = plan;
        kinds = new Kind[plan.size()];
        Map<Two, Seen> seen = new HashMap<>();
        for (int call = 0; call < plan.size(); call++) {
            int first = plan.served.firstChild(call);
            int end = plan.served.endChild(call);
            if (end - first > 1 && end - first <= MAX_CALLS) {
                note(call, first, end, seen);
            }
        }
        seen.forEach((two, times) -> areBeside.put(two, areBeside(times)));
    }

    /** Whether a call need not wait for another of the same request, although that one was answered by then. */
    boolean needNotWait(int call, int forCall) {
        Kind one = kinds[forCall];
        Kind other = kinds[call];
        return one != null && other != null && areBeside.getOrDefault(new Two(one, other), false);
    }

    private void note(int request, int first, int end, Map<Two, Seen> seen) {
        long came = plan.sentNanos[request] + plan.wayNanos[request];
        for (int at = first; at < end; at++) {
            int call = plan.served.child(at);
            int before = 0;
            for (int i = first; i < at; i++) {
                before += plan.node[plan.served.child(i)] == plan.node[call] ? 1 : 0;
            }
            kinds[call] = new Kind(plan.node[request], plan.operation(request), plan.node[call], before);
        }
        for (int at = first; at < end; at++) {
            int other = plan.served.child(at);
            for (int i = first; i < end; i++) {
                int one = plan.served.child(i);
                if (one != other && plan.answered[one]) {
                    Seen times = seen.computeIfAbsent(new Two(kinds[one], kinds[other]), unseen -> new Seen());
                    times.oneSent.addLong(plan.sentNanos[one] - came);
                    times.oneEnded.addLong(plan.endNanos[one] - came);
                    times.otherSent.addLong(plan.readyNanos(other) - came);
                    boolean isOpen = plan.sentNanos[one] <= plan.readyNanos(other)
                            && plan.readyNanos(other) < plan.endNanos[one];
                    times.beside += isOpen ? 1 : 0;
                }
            }
        }
    }

    /** As often, or half, as where the one and the other are of two requests. */
    private static boolean areBeside(Seen seen) {
        long[] sent = seen.oneSent.toLongArray();
        long[] ended = seen.oneEnded.toLongArray();
        Arrays.sort(sent);
        Arrays.sort(ended);
        double expected = 0;
        for (long other : seen.otherSent.toLongArray()) {
            expected += (double) (TimeOrder.before(sent, other + 1) - TimeOrder.before(ended, other + 1)) / sent.length;
        }
        return expected >= MIN_EXPECTED && 2 * seen.beside > expected;
    }
}
