package io.wirepath.analyze.host;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The times in which a node had calls open, or waited for calls of its own; by their beginning. A call
 * without a response is open until the last of what it caused. Immutable.
 */
final class CallsAtNode {

    private final int[] call;
    private final long[] begin;
    private final long[] end;
    /** Latest end of all up to each. */
    private final long[] latest;

    private CallsAtNode(List<long[]> stretches) {
        stretches.sort(Comparator.comparingLong((long[] each) -> each[1]).thenComparingLong(each -> each[0]));
        int size = stretches.size();
        call = new int[size];
        begin = new long[size];
        end = new long[size];
        latest = new long[size];
        for (int at = 0; at < size; at++) {
            long[] each = stretches.get(at);
            call[at] = (int) each[0];
            begin[at] = each[1];
            end[at] = each[2];
            latest[at] = at == 0 ? end[at] : Math.max(end[at], latest[at - 1]);
        }
    }

    /** The stretches of these, each its call, its beginning and its end. */
    static CallsAtNode of(List<long[]> stretches) {
        return new CallsAtNode(stretches);
    }

    /** When the work for each call is seen to last until: its response, or what it caused last. */
    static long[] workEnds(MessageTable messages, CallTable calls) {
        long[] ends = new long[calls.size()];
        Arrays.fill(ends, Long.MIN_VALUE);
        for (int at = 0; at < calls.size(); at++) {
            int parent = calls.parent()[at];
            if (parent != MessageTable.NONE) {
                int last = calls.isAnswered(at) ? calls.response()[at] : calls.request()[at];
                ends[parent] = Math.max(ends[parent], messages.timeNanos(last));
            }
        }
        for (int at = 0; at < calls.size(); at++) {
            int response = calls.response()[at];
            ends[at] = response != MessageTable.NONE
                    ? messages.timeNanos(response)
                    : Math.max(ends[at], messages.timeNanos(calls.request()[at]));
        }
        return ends;
    }

    int call(int at) {
        return call[at];
    }

    /** Index of the last that begins no later than this; -1 for none. */
    int lastBeginning(long nanos) {
        int at = Arrays.binarySearch(begin, nanos);
        if (at < 0) {
            return -at - 2;
        }
        while (at + 1 < begin.length && begin[at + 1] == nanos) {
            at++;
        }
        return at;
    }

    /** Whether one of this index or of those before it lasts until then. */
    boolean isOpenBefore(int at, long nanos) {
        return at >= 0 && latest[at] >= nanos;
    }

    /** Probability that a moment lies within it: the moment is normal with this deviation. */
    double weight(int at, long nanos, double deviationNanos) {
        if (deviationNanos < 1) {
            return nanos >= begin[at] && nanos <= end[at] ? 1 : 0;
        }
        return below((end[at] - nanos) / deviationNanos) - below((begin[at] - nanos) / deviationNanos);
    }

    /** The normal distribution function (Abramowitz, Stegun, 26.2.17; within 1e-7). */
    private static double below(double z) {
        double t = 1 / (1 + 0.2316419 * Math.abs(z));
        double tail = Math.exp(-z * z / 2)
                / Math.sqrt(2 * Math.PI)
                * t
                * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
        return z >= 0 ? 1 - tail : tail;
    }
}
