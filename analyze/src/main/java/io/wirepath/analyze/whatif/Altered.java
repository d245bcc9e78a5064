package io.wirepath.analyze.whatif;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is otherwise in a system than it was when it was recorded.
 *
 * @param sooner ns that a node takes less for each request that it serves, by its name, or before each of its calls of
 *     another, by {@code NODE>CALLEE}; negative where it takes more
 * @param faster times as fast as it was that a node works, by its name
 * @param atOnce how many calls hold at once what others wait for: by the name of the node that serves them, or, of a
 *     pool, by {@code CALLER>CALLEE}; a role stands for each of its nodes
 * @param load times as many requests in the same time; above 0
 */
public record Altered(Map<String, Long> sooner, Map<String, Double> faster, Map<String, Integer> atOnce, double load) {

    /** Nothing is otherwise. */
    public static final Altered NOTHING = new Altered(Map.of(), Map.of(), Map.of(), 1);

    /** Refuses what no system can be. */
    public Altered {
        sooner = new LinkedHashMap<>(sooner);
        faster = new LinkedHashMap<>(faster);
        atOnce = new LinkedHashMap<>(atOnce);
        if (!(load > 0) || Double.isInfinite(load)) {
            throw new IllegalArgumentException("a load is a number of times above 0");
        }
        if (faster.values().stream().anyMatch(times -> !(times > 0))
                || atOnce.values().stream().anyMatch(k -> k < 1)) {
            throw new IllegalArgumentException("a speed and a number of places are above 0");
        }
    }
}
