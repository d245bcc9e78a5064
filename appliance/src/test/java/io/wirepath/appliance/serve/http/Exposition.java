package io.wirepath.appliance.serve.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Figures in Prometheus' text format 0.0.4, read as strictly as a server reads them: each line is a comment or a
 * sample, a family stands in one piece and has one type, and no series stands twice.
 */
final class Exposition {

    private static final Pattern SAMPLE =
            Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)\\})? (NaN|[+-]Inf|[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?)");
    private static final Pattern LABEL =
            Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\[\\\\n\"])*)\"(?:,|$)");

    private final Map<String, Map<Map<String, String>, Double>> families = new LinkedHashMap<>();

    static Exposition of(String text) {
        Exposition read = new Exposition();
        Set<String> typed = new HashSet<>();
        String last = "";
        for (String line : text.split("\n", -1)) {
            if (line.startsWith("# TYPE ")) {
                assertTrue(typed.add(line.split(" ", -1)[2]), line + ": a second type");
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                Matcher sample = SAMPLE.matcher(line);
                assertTrue(sample.matches(), line);
                String name = sample.group(1);
                assertTrue(name.equals(last) || !read.families.containsKey(name), line + ": stands apart");
                last = name;
                Double before = read.families
                        .computeIfAbsent(name, unseen -> new LinkedHashMap<>())
                        .put(labels(sample.group(2) == null ? "" : sample.group(2)), number(sample.group(3)));
                assertEquals(null, before, line + ": stands twice");
            }
        }
        return read;
    }

    private static Map<String, String> labels(String text) {
        Map<String, String> labels = new TreeMap<>();
        Matcher label = LABEL.matcher(text);
        int at = 0;
        while (label.find() && label.start() == at) {
            assertEquals(null, labels.put(label.group(1), label.group(2)), text + ": a label twice");
            at = label.end();
        }
        assertEquals(text.length(), at, text);
        return labels;
    }

    private static double number(String text) {
        return text.endsWith("Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
    }

    /** Series of a family that have these labels, {@code name=value} or {@code name=*}. */
    private List<Double> series(String family, String... labels) {
        return families.getOrDefault(family, Map.of()).entrySet().stream()
                .filter(series -> List.of(labels).stream().allMatch(label -> has(series.getKey(), label)))
                .map(Map.Entry::getValue)
                .toList();
    }

    private static boolean has(Map<String, String> labels, String wanted) {
        String name = wanted.substring(0, wanted.indexOf('='));
        String value = wanted.substring(name.length() + 1);
        return labels.containsKey(name) && (value.equals("*") || value.equals(labels.get(name)));
    }

    int count(String family, String... labels) {
        return series(family, labels).size();
    }

    /** The value of the one series that has these labels. */
    double value(String family, String... labels) {
        List<Double> found = series(family, labels);
        assertEquals(1, found.size(), family + ' ' + List.of(labels) + " of " + families.get(family));
        return found.get(0);
    }
}
