package io.wirepath.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.field.Fields;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sums of what went from one box of a map to another. Not thread-safe. */
final class BoxPairs {

    /** Traffic between two boxes. */
    static final Fields<Told> PAIR = Fields.<Told>of(
                    "BoxPair", "Traffic between two boxes of the map, in the direction of the requests.")
            .text("from", "Who asks.", Told::from)
            .text("to", "Who is asked.", Told::to)
            .count("requests", "Requests.", told -> told.of.requests)
            .count("messages", "Messages.", told -> told.of.messages)
            .bytes("bytes", "Bytes of these.", told -> told.of.bytes)
            .count("calls", "Calls.", told -> told.of.calls)
            .count("unanswered", "Those without an answer.", told -> told.of.unanswered)
            .count("failed", "Those answered with a failure.", told -> told.of.failed)
            .count("notOpened", "Attempts to connect that failed.", told -> told.of.notOpened)
            .count("nanos", "Nanoseconds that all answered calls took.", told -> told.of.nanos)
            .duration("leastP50", "Least median of a pair of nodes in it; 0 without an answered call.", Told::leastP50)
            .duration("mostP50", "Greatest median.", told -> told.of.mostP50)
            .duration("mostP99", "Greatest 99th percentile.", told -> told.of.mostP99);

    /** All of them. */
    static final Fields<BoxPairs> FIELDS = Fields.<BoxPairs>of("BoxPairs", "Who asks whom, between boxes of the map.")
            .objects("pairs", PAIR, "The one with most requests first.", BoxPairs::told);

    private final List<String> boxes;
    private final Map<Long, Pair> pairs = new HashMap<>();

    /** Of one direction. */
    static final class Pair {
        long messages;
        long requests;
        long bytes;
        long calls;
        long unanswered;
        long failed;

        /** Attempts to connect that failed. */
        long notOpened;

        /** That all answered calls took. */
        long nanos;

        /** Of the pairs of nodes in it, each with its port. */
        long leastP50 = Long.MAX_VALUE;

        long mostP50;
        long mostP99;
    }

    BoxPairs(List<String> boxes) {
        this.boxes = boxes;
    }

    private long key(int from, int to) {
        return (long) from * boxes.size() + to;
    }

    Pair of(int from, int to) {
        return pairs.computeIfAbsent(key(from, to), unseen -> new Pair());
    }

    private record Told(String from, String to, Pair of) {

        long leastP50() {
            return Math.min(of.leastP50, of.mostP50);
        }
    }

    /** {@code pairs[]}, the one with most requests first; answers alone are told with what they answer. */
    ObjectNode json() {
        return FieldJson.of(FIELDS, this);
    }

    private List<Told> told() {
        return pairs.entrySet().stream()
                .filter(each -> !isAnswer(each.getKey(), each.getValue()))
                .sorted(Map.Entry.<Long, Pair>comparingByValue((a, b) -> Long.compare(b.requests, a.requests))
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(each -> new Told(
                        boxes.get((int) (each.getKey() / boxes.size())),
                        boxes.get((int) (each.getKey() % boxes.size())),
                        each.getValue()))
                .toList();
    }

    private boolean isAnswer(long key, Pair pair) {
        Pair back = pairs.get(key((int) (key % boxes.size()), (int) (key / boxes.size())));
        return pair.requests == 0 && pair.notOpened == 0 && back != null && back.requests > 0;
    }
}
