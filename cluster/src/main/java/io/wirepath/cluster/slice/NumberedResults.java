package io.wirepath.cluster.slice;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;

/**
 * Results of a slice whose keys are {@code NAME/NUMBER}, dense from 0 for each kind. The counts tell a reader which of
 * them count: a topic may hold higher numbers, of the same slice as another version of the program made it. Used by one
 * thread.
 */
final class NumberedResults {

    private final String name;
    private final SliceAnalysis.Results to;
    private final Map<String, Integer> counts = new TreeMap<>();

    /** @param name what the slice is called */
    NumberedResults(String name, SliceAnalysis.Results to, String... kinds) {
        this.name = name;
        this.to = to;
        for (String kind : kinds) {
            counts.put(kind, 0);
        }
    }

    /** Puts the next one of a kind. */
    void put(String kind, byte[] value) {
        int number = counts.merge(kind, 1, Integer::sum) - 1;
        to.put(kind, "%s/%09d".formatted(name, number), value);
    }

    /** By kind, how many there are. */
    ObjectNode counts() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        counts.forEach(json::put);
        return json;
    }
}
