package io.wirepath.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sums of what went from one box of a map to another. Not thread-safe. */
final class BoxPairs {

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

    /** {@code pairs[]}, the one with most requests first; answers alone are told with what they answer. */
    ObjectNode json() {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        ArrayNode rows = to.putArray("pairs");
        pairs.entrySet().stream()
                .filter(each -> !isAnswer(each.getKey(), each.getValue()))
                .sorted(Map.Entry.<Long, Pair>comparingByValue((a, b) -> Long.compare(b.requests, a.requests))
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(each -> rows.addObject()
                        .put("from", boxes.get((int) (each.getKey() / boxes.size())))
                        .put("to", boxes.get((int) (each.getKey() % boxes.size())))
                        .put("requests", each.getValue().requests)
                        .put("messages", each.getValue().messages)
                        .put("bytes", each.getValue().bytes)
                        .put("calls", each.getValue().calls)
                        .put("unanswered", each.getValue().unanswered)
                        .put("failed", each.getValue().failed)
                        .put("notOpened", each.getValue().notOpened)
                        .put("nanos", each.getValue().nanos)
                        .put("leastP50Nanos", Math.min(each.getValue().leastP50, each.getValue().mostP50))
                        .put("mostP50Nanos", each.getValue().mostP50)
                        .put("mostP99Nanos", each.getValue().mostP99));
        return to;
    }

    private boolean isAnswer(long key, Pair pair) {
        Pair back = pairs.get(key((int) (key % boxes.size()), (int) (key / boxes.size())));
        return pair.requests == 0 && pair.notOpened == 0 && back != null && back.requests > 0;
    }
}
