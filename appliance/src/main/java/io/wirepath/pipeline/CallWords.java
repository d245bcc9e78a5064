package io.wirepath.pipeline;

import io.wirepath.analyze.row.CallFacts;
import io.wirepath.analyze.row.CallRow;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.report.text.Figures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What is said of calls beside their packets: who asks whom for what, how it ended, why, and what it waited for. */
public final class CallWords {

    /** Calls that one waited for that are named; of further ones the number. */
    private static final int MAX_NAMED = 5;

    private final CallFacts facts;
    private final boolean hasCauses;
    private final MessageTable messages;
    private final Map<Integer, List<Integer>> children = new HashMap<>();

    /** Of the calls of an analysis. */
    CallWords(InferredCalls inferred) {
        messages = inferred.messages();
        hasCauses = inferred.hasCauses();
        CallTable calls = inferred.calls();
        facts = new CallFacts(messages, calls, List.of());
        for (int call = 0; call < calls.request().length; call++) {
            children.computeIfAbsent(calls.parent()[call], parent -> new ArrayList<>())
                    .add(call);
        }
    }

    /**
     * What a call is.
     *
     * @param ends who asks whom
     * @param course for what, how long, and how it ended; empty texts are left out
     * @param parent the call that it was made for, or {@link MessageTable#NONE}
     */
    public static String of(int call, String ends, List<String> course, int parent, double probability) {
        return words(call, ends, course)
                .append(parent == MessageTable.NONE ? "; no cause" : "; caused by call " + parent)
                .append(String.format(Locale.ROOT, " (%.2f)", probability))
                .toString();
    }

    private static StringBuilder words(int call, String ends, List<String> course) {
        StringBuilder words = new StringBuilder("call " + call + ": " + ends);
        course.stream()
                .filter(each -> !each.isEmpty())
                .forEach(each -> words.append(", ").append(each));
        return words;
    }

    /** What a call waited for: others, one after the other or side by side, and what TCP did. */
    public static final class Waits {

        private final List<String> named = new ArrayList<>();
        private int others;

        /** Another call, which took so long. */
        public void call(int call, long nanos) {
            if (named.size() < MAX_NAMED) {
                named.add("call " + call + " (" + Figures.time(nanos) + ")");
            } else {
                others++;
            }
        }

        /** What is not a call, in so many words; nothing where it took no time. */
        public void of(String what, long nanos) {
            if (nanos > 0) {
                named.add(what + " (" + Figures.time(nanos) + ")");
            }
        }

        /** All of it, behind what a call is; empty where it waited for nothing that is known. */
        public String text() {
            String further = others == 0 ? "" : " and " + others + " more calls";
            return named.isEmpty() ? "" : "; waited for " + String.join(", ", named) + further;
        }
    }

    /** What a call is, and what it waited for. */
    String of(int call) {
        CallRow row = new CallRow(facts, call);
        String ends = messages.nodes().get(messages.source(row.request())).name() + " → "
                + messages.nodes().get(messages.destination(row.request())).name() + ":"
                + messages.destinationPort(row.request());
        String took = row.isAnswered() ? Figures.time(row.tookNanos()) : row.isOneWay() ? "" : "no answer seen";
        List<String> course = List.of(messages.operation(row.request()), took, row.outcomeText());
        String words = hasCauses
                ? of(call, ends, course, row.parent(), row.probability())
                : words(call, ends, course).append("; cause not looked for").toString();
        return words + waits(row).text();
    }

    private Waits waits(CallRow row) {
        Waits waits = new Waits();
        for (int child : children.getOrDefault(row.call(), List.of())) {
            CallRow other = new CallRow(facts, child);
            if (other.isAnswered() && row.isAnswered() && other.endNanos() <= row.endNanos()) {
                waits.call(child, other.tookNanos());
            }
        }
        int request = row.request();
        int response = row.response();
        boolean one = response == MessageTable.NONE;
        waits.of(
                "segments sent again",
                messages.resentWaitNanos(request) + (one ? 0 : messages.resentWaitNanos(response)));
        waits.of("a closed window", messages.zeroWindowNanos(request) + (one ? 0 : messages.zeroWindowNanos(response)));
        waits.of(
                "delayed acknowledgments, at most",
                messages.acknowledgmentWaitNanos(request) + (one ? 0 : messages.acknowledgmentWaitNanos(response)));
        return waits;
    }
}
