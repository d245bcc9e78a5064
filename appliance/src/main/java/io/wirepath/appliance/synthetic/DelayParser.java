package io.wirepath.appliance.synthetic;

import io.wirepath.analyze.truth.Delay;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Delays as a trace file writes them.
 *
 * <pre>
 *  50ms                    always the same
 *  gaussian 50ms 5ms       mean, standard deviation
 *  lognormal 50ms 20ms     mean, standard deviation
 *  exponential 50ms        mean
 *  uniform 100ms 900ms     from, to
 * </pre>
 */
final class DelayParser {

    private static final Pattern TIME = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(us|ms|s)");
    private static final Map<String, Double> MILLIS = Map.of("us", 1e-3, "ms", 1.0, "s", 1e3);
    private static final String FORMS = "; write 50ms, gaussian 50ms 5ms, lognormal 50ms 20ms, exponential 50ms or"
            + " uniform 100ms 900ms, in us, ms or s";

    private DelayParser() {}

    /**
     * Reads a delay.
     *
     * @throws IllegalArgumentException where it is none; the message tells the forms
     */
    static Delay parse(String text) {
        List<String> words = List.of(text.trim().split("\\s+", -1));
        List<Double> times = words.stream()
                .skip(words.size() == 1 ? 0 : 1)
                .map(word -> millis(word, text))
                .toList();
        String shape = words.size() == 1 ? "fixed" : words.get(0);
        return switch (shape + times.size()) {
            case "fixed1" -> Delay.fixed(times.get(0));
            case "exponential1" -> Delay.exponential(times.get(0));
            case "gaussian2" -> Delay.gaussian(times.get(0), times.get(1));
            case "lognormal2" -> Delay.lognormal(times.get(0), times.get(1));
            case "uniform2" -> uniform(times.get(0), times.get(1), text);
            default -> throw refusal(text);
        };
    }

    private static Delay uniform(double from, double to, String text) {
        if (from > to) {
            throw refusal(text);
        }
        return Delay.uniform(from, to);
    }

    private static double millis(String word, String text) {
        Matcher matcher = TIME.matcher(word);
        if (!matcher.matches()) {
            throw refusal(text);
        }
        return Double.parseDouble(matcher.group(1)) * MILLIS.getOrDefault(matcher.group(2), 1.0);
    }

    private static IllegalArgumentException refusal(String text) {
        return new IllegalArgumentException("'" + text + "' is not a delay" + FORMS);
    }
}
