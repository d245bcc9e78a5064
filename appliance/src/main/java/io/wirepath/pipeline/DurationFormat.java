package io.wirepath.pipeline;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Time spans as people write them: {@code 2s}, {@code 500ms}, {@code 1.5s}, {@code 250us}, {@code 10min}, {@code 7d}.
 */
public final class DurationFormat {

    private static final Pattern FORM = Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,9})?) ?(ns|us|µs|ms|s|min|h|d)");
    private static final Map<String, Long> NANOS = new LinkedHashMap<>();

    static {
        NANOS.put("d", 86_400_000_000_000L);
        NANOS.put("h", 3_600_000_000_000L);
        NANOS.put("min", 60_000_000_000L);
        NANOS.put("s", 1_000_000_000L);
        NANOS.put("ms", 1_000_000L);
        NANOS.put("us", 1_000L);
        NANOS.put("ns", 1L);
    }

    private DurationFormat() {}

    /**
     * Reads a time span; parts of a nanosecond are rounded.
     *
     * @throws IllegalArgumentException when it is none, or longer than 292 years
     */
    public static Duration parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a time span; write it like 2s, 500ms or 1.5s");
        }
        String unit = matcher.group(2).equals("µs") ? "us" : matcher.group(2);
        BigDecimal nanos = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(NANOS.getOrDefault(unit, 1L)));
        if (nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException("'" + text + "' is longer than 292 years");
        }
        return Duration.ofNanos(nanos.setScale(0, RoundingMode.HALF_UP).longValue());
    }

    /**
     * The same, where a minus may stand in front.
     *
     * @throws IllegalArgumentException as {@link #parse}
     */
    public static Duration parseSigned(String text) {
        return text.startsWith("-") ? parse(text.substring(1)).negated() : parse(text);
    }

    /** The same in writing, exactly, in the largest unit that leaves no fraction; negative spans with a minus. */
    public static String text(Duration span) {
        long nanos = span.toNanos();
        if (nanos == 0) {
            return "0s";
        }
        for (Map.Entry<String, Long> unit : NANOS.entrySet()) {
            if (nanos % unit.getValue() == 0) {
                return nanos / unit.getValue() + unit.getKey();
            }
        }
        throw new AssertionError("every span is a whole number of nanoseconds");
    }
}
