package io.wirepath.analyze.finding;

import io.wirepath.flows.CountText;
import java.util.ArrayList;
import java.util.List;

/** Who suffers from an incident, as a person says it. */
public final class SufferText {

    private SufferText() {}

    /**
     * The sentence, without a full stop.
     *
     * @param requests requests from outside that came through it; of none nothing is said
     * @param clients nodes that sent them; 0 where that is not known
     * @param counted up to when they are counted, such as {@code up to 11:08:03}; empty where that is all
     * @param longerNanos how much longer they take, ns; 0 where they do not
     * @param onAverage whether few of them take much longer, and the others do not
     * @param failing share of all requests from outside that fail because of it, 0 to 1
     * @return empty where nobody is known to suffer
     */
    public static String of(
            long requests, long clients, String counted, double longerNanos, boolean onAverage, double failing) {
        List<String> words = new ArrayList<>();
        if (requests > 0) {
            words.add(CountText.of(requests, "request")
                    + (clients > 0 ? " of " + CountText.of(clients, "client") : "")
                    + (counted.isEmpty() ? "" : " " + counted)
                    + (requests == 1 ? " comes" : " come")
                    + " through it");
        }
        if (longerNanos > 0) {
            words.add("they take " + DelayText.of(longerNanos) + " longer" + (onAverage ? " on average" : ""));
        }
        if (failing > 0) {
            words.add(DelayText.share(failing) + " of all requests from outside fail because of it");
        }
        return String.join("; ", words);
    }

    /**
     * The same of what delays requests, and tells no more of whom.
     *
     * @param delayed share of all requests from outside, above 0 to 1
     */
    public static String ofDelayed(double delayed) {
        return DelayText.share(delayed) + " of all requests from outside are delayed by it";
    }
}
