package io.wirepath.analyze.finding;

import io.wirepath.causes.Places;
import io.wirepath.causes.TimeOrder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Whether no more than k calls from one node to another are open at once, and the others wait at the caller until one
 * of those has its answer: behind a pool of k connections, or a lock that is held over the call.
 *
 * <pre>
 *   who holds   sent ├──────────────┤ answered
 *   who waits    ready ┄┄┄┄┄┄┄┄┄┄┄┄┄┄├ sent      on the same connection, where the pool has connections
 * </pre>
 *
 * <p>What calls do that are ready while there is room tells how soon a call is sent after that: a rate by the time
 * since (Nelson and Aalen; who meets k open ones is censored). It tells how many should have been sent while k were
 * open, and so how unlikely it is that none was. Where requests wait for a thread of the caller, this holds too: but
 * then one of them is answered before the next goes on.
 */
final class PooledCalls {

    private static final double MIN_AT_ONCE_SHARE = 0.75;

    private final long[] ready;
    private final long[] sent;
    private final long[] answered;
    private final int[] connection;
    private final Places places;

    /**
     * Calls in the order in which they were sent.
     *
     * @param readyNanos when what came before them at their caller was over; later than they were sent where nobody
     *     knows
     * @param answeredNanos after they were sent; where clocks say otherwise, at once
     */
    PooledCalls(long[] readyNanos, long[] sentNanos, long[] answeredNanos, int[] connection) {
        ready = readyNanos;
        sent = sentNanos;
        answered = new long[sent.length];
        Arrays.setAll(answered, call -> Math.max(answeredNanos[call], sent[call] + 1));
        this.connection = connection;
        places = new Places(sent, answered);
    }

    /**
     * The pool, if there is one.
     *
     * @param callerAnsweredNanos when the caller answered the requests that it serves, sorted
     */
    @Nullable
    ServedInTurn find(long[] callerAnsweredNanos) {
        int k = places.most(DetectorInput.MIN_CALLS);
        Full full = k == 0 ? null : new Full(k);
        return full == null || full.evidence() < ServedInTurn.MIN_EVIDENCE ? null : find(full, callerAnsweredNanos);
    }

    /** The most that are ever open at once; 0 where they are too many. */
    int mostEver() {
        return places.most(1);
    }

    /** The times for which k are open. */
    Full full(int k) {
        return new Full(k);
    }

    /**
     * Who waits for one of so many places.
     *
     * @param callerAnsweredNanos when the caller answered the requests that it serves, sorted
     * @return null where nobody does, or for a thread of the caller
     */
    @Nullable
    ServedInTurn find(Full full, long[] callerAnsweredNanos) {
        long alone = Math.round(full.gaps.medianNanos);
        long soon = Places.SOON * full.handOverNanos(alone);
        int[] holder = new int[sent.length];
        long[] waited = new long[sent.length];
        int waiting = 0;
        int atOnce = 0;
        for (int call = 0; call < sent.length; call++) {
            int before = full.givesWay[call];
            long wait = before < 0 || !isKnown(call) ? 0 : Math.max(0, answered[before] - ready[call] - alone);
            boolean waits = before >= 0
                    && sent[call] - answered[before] <= soon
                    && full.isWaiting(call, answered[before], soon);
            holder[call] = waits ? before : -1;
            waited[call] = waits ? wait : 0;
            waiting += waits ? 1 : 0;
            atOnce += waits && isFreeOf(callerAnsweredNanos, answered[before], sent[call]) ? 1 : 0;
        }
        boolean isPool = waiting > 0 && atOnce >= MIN_AT_ONCE_SHARE * waiting;
        return isPool ? new ServedInTurn(full.atOnce, full.evidence(), holder, waited, alone) : null;
    }

    /** Whether none of these times is between. */
    private static boolean isFreeOf(long[] nanos, long since, long until) {
        int next = TimeOrder.before(nanos, since);
        return next == nanos.length || nanos[next] >= until;
    }

    private boolean isKnown(int call) {
        return ready[call] <= sent[call];
    }

    /** The times for which k are open. */
    final class Full {
        private final int atOnce;
        private final int[] givesWay;
        private final long[] from = new long[sent.length];
        private final long[] until = new long[sent.length];
        private final Gaps gaps;
        private int stretches;
        private int above;
        private double expected;

        private Full(int k) {
            atOnce = k;
            givesWay = places.taken(k, connection);
            follow(k);
            gaps = new Gaps();
            for (int call = 0; call < sent.length; call++) {
                double rate = 0;
                for (int at = firstAfter(ready[call]); isKnown(call) && at < stretches && from[at] < sent[call]; at++) {
                    rate += gaps.rate(Math.min(until[at], sent[call]) - ready[call])
                            - gaps.rate(Math.max(0, from[at] - ready[call]));
                }
                expected += 1 - Math.exp(-rate);
            }
        }

        private void follow(int k) {
            int[] byEnd = places.byAnswer();
            int open = 0;
            int ends = 0;
            for (int call = 0; call < sent.length; call++) {
                for (; answered[byEnd[ends]] <= sent[call]; ends++) {
                    if (open-- == k) {
                        until[stretches - 1] = answered[byEnd[ends]];
                    }
                }
                above += open >= k ? 1 : 0;
                if (++open == k) {
                    from[stretches] = sent[call];
                    until[stretches++] = Long.MAX_VALUE;
                }
            }
        }

        /** Whether k were open at some time between. */
        private boolean isMet(long since, long before) {
            int at = firstAfter(since);
            return at < stretches && from[at] < before;
        }

        /** Whether it is likelier that a call was due before a place was left than so soon after that. */
        private boolean isWaiting(int call, long leftNanos, long soonNanos) {
            if (!isKnown(call)) {
                return true;
            }
            double until = Math.max(sent[call], leftNanos + soonNanos) - ready[call];
            double due = Math.exp(-gaps.rate(leftNanos - ready[call]));
            return 1 - due > due - Math.exp(-gaps.rate((long) until));
        }

        /** From the end of who held a place to the sending of who was due before: the median. */
        private long handOverNanos(long alone) {
            long[] took = IntStream.range(0, sent.length)
                    .filter(call -> givesWay[call] >= 0 && ready[call] < answered[givesWay[call]] - alone)
                    .mapToLong(call -> sent[call] - answered[givesWay[call]])
                    .sorted()
                    .toArray();
            return took.length == 0 ? 0 : took[took.length / 2];
        }

        private int firstAfter(long nanos) {
            int at = Arrays.binarySearch(until, 0, stretches, nanos);
            return at < 0 ? -at - 1 : at;
        }

        /** Against that so few of those expected were sent by chance (Poisson), in nats. */
        double evidence() {
            return above >= expected ? 0 : expected - above + (above == 0 ? 0 : above * Math.log(above / expected));
        }

        /** How soon calls are sent that meet no full pool. */
        private final class Gaps {
            private final long[] ends;
            private final double[] rates;
            private final double medianNanos;

            Gaps() {
                long[] lasted = new long[sent.length];
                boolean[] isSent = new boolean[sent.length];
                Integer[] order = IntStream.range(0, sent.length)
                        .filter(PooledCalls.this::isKnown)
                        .boxed()
                        .toArray(Integer[]::new);
                for (int call : order) {
                    isSent[call] = !isMet(ready[call], sent[call]);
                    long last = isSent[call] ? sent[call] : Math.max(from[firstAfter(ready[call])], ready[call]);
                    lasted[call] = last - ready[call];
                }
                Arrays.sort(order, Comparator.comparingLong(call -> lasted[call]));
                ends = new long[order.length];
                rates = new double[order.length];
                double rate = 0;
                double median = Double.NaN;
                for (int i = 0; i < order.length; i++) {
                    rate += isSent[order[i]] ? 1.0 / (order.length - i) : 0;
                    ends[i] = lasted[order[i]];
                    rates[i] = rate;
                    median = Double.isNaN(median) && rate >= Math.log(2) ? (double) ends[i] : median;
                }
                medianNanos = Double.isNaN(median) ? 0 : median;
            }

            /** Sendings expected until so long after a call is ready. */
            private double rate(long nanos) {
                int until = TimeOrder.before(ends, nanos + 1);
                return until == 0 ? 0 : rates[until - 1];
            }
        }
    }
}
