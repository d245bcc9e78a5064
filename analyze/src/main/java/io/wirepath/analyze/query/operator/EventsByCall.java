package io.wirepath.analyze.query.operator;

import io.wirepath.analyze.query.event.EventSource;
import java.util.Arrays;
import java.util.function.IntPredicate;

/** The events of a source by their call: what the paper packs into the baggage of a request. Immutable. */
final class EventsByCall {

    private final int[] first;
    private final int[] event;

    EventsByCall(EventSource source, int calls, IntPredicate wanted) {
        first = new int[calls + 1];
        int size = source.size();
        int[] kept = new int[size];
        int number = 0;
        for (int each = 0; each < size; each++) {
            int call = source.call(each);
            if (call != EventSource.NO_CALL && wanted.test(each)) {
                first[call + 1]++;
                kept[number++] = each;
            }
        }
        for (int call = 0; call < calls; call++) {
            first[call + 1] += first[call];
        }
        event = new int[number];
        int[] fill = Arrays.copyOf(first, calls);
        for (int at = 0; at < number; at++) {
            event[fill[source.call(kept[at])]++] = kept[at];
        }
    }

    int first(int call) {
        return first[call];
    }

    int end(int call) {
        return first[call + 1];
    }

    int event(int at) {
        return event[at];
    }
}
