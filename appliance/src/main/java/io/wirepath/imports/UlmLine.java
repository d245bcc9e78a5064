package io.wirepath.imports;

import io.wirepath.analyze.host.HostRecord;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of a log as NetLogger writes it: in Universal Logger Message format (Tierney, Gunter, LBNL-51276, §3.1), or by
 * its later practices, whose fields are {@code ts}, {@code event} and {@code level}.
 *
 * <pre>
 *  DATE=20000330112320.957943 HOST=dps1.lbl.gov PROG=testProg LVL=Usage NL.EVNT=WriteData SEND.SZ=49332
 *  ts=2000-03-30T11:23:20.957943Z event=write.data level=Info host=dps1.lbl.gov send.sz=49332
 * </pre>
 *
 * <p>A line with a field {@code VAL} or {@code VALUE}, alone or behind a point, that is a number is a point of a load
 * line.
 */
public final class UlmLine {

    /** Longest line; a longer one is no line of a log. */
    public static final int LONGEST = 1 << 14;

    private static final Pattern FIELD =
            Pattern.compile("([^\\s=\"]+)=(\"(?:[^\"\\\\]++|\\\\.)*+\"|[^\\s\"]*)(?:\\s+|$)");
    private static final Pattern DATE = Pattern.compile("(\\d{14})(?:\\.(\\d{1,9}))?");
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuuMMddHHmmss", Locale.ROOT);
    private static final List<String> TIMES = List.of("DATE", "TS", "NL.TS");
    private static final List<String> NAMES = List.of("NL.EVNT", "EVENT", "EVNT");
    private static final List<String> HOSTS = List.of("HOST", "NL.HOST");
    private static final List<String> PROGRAMS = List.of("PROG", "NL.PROG");
    private static final List<String> LEVELS = List.of("LVL", "LEVEL", "NL.LVL");
    private static final List<String> IDENTITIES = List.of("NL.ID", "GUID", "ID");
    private static final int NANO_DIGITS = 9;

    private final Map<String, String> fields = new LinkedHashMap<>();

    private UlmLine() {}

    /**
     * Reads a line.
     *
     * @param host the host where the line names none
     * @throws IllegalArgumentException with what is wrong with it
     */
    public static HostRecord parse(String line, String host) {
        UlmLine fields = new UlmLine();
        fields.split(line);
        String time = fields.take(TIMES);
        String name = fields.take(NAMES);
        if (time.isEmpty() || name.isEmpty()) {
            throw new IllegalArgumentException(
                    time.isEmpty() ? "has no time: neither DATE nor ts" : "has no event: neither NL.EVNT nor event");
        }
        long nanos = nanos(time);
        String named = fields.take(HOSTS);
        String program = fields.take(PROGRAMS);
        String level = fields.take(LEVELS);
        String id = fields.take(IDENTITIES);
        double value = fields.takeValue();
        StringBuilder rest = new StringBuilder();
        fields.fields.forEach((key, own) ->
                rest.append(rest.isEmpty() ? "" : " ").append(key).append('=').append(own));
        return new HostRecord(
                nanos, 0, named.isEmpty() ? host : named, program, level, name, value, id, rest.toString());
    }

    private void split(String line) {
        if (line.length() > LONGEST) {
            throw new IllegalArgumentException("is longer than " + LONGEST + " characters");
        }
        String stripped = line.strip();
        Matcher matcher = FIELD.matcher(stripped);
        int at = 0;
        while (at < stripped.length()) {
            matcher.region(at, stripped.length());
            if (!matcher.lookingAt()) {
                throw new IllegalArgumentException("has no FIELD=VALUE at column " + (at + 1));
            }
            fields.putIfAbsent(matcher.group(1), matcher.group(2));
            at = matcher.end();
        }
    }

    /** Takes the first of these fields that is there; empty where none is. */
    private String take(List<String> names) {
        for (String name : names) {
            for (String key : fields.keySet()) {
                if (key.equalsIgnoreCase(name)) {
                    return unquoted(String.valueOf(fields.remove(key)));
                }
            }
        }
        return "";
    }

    private double takeValue() {
        for (String key : fields.keySet()) {
            String last = key.substring(key.lastIndexOf('.') + 1).toUpperCase(Locale.ROOT);
            if (last.equals("VAL") || last.equals("VALUE")) {
                try {
                    double value = Double.parseDouble(unquoted(String.valueOf(fields.get(key))));
                    if (Double.isFinite(value)) {
                        fields.remove(key);
                        return value;
                    }
                } catch (NumberFormatException e) {
                    return Double.NaN; // a value that is no number is a field like others
                }
            }
        }
        return Double.NaN;
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() >= 2 && value.charAt(0) == '"';
        return quoted ? value.substring(1, value.length() - 1).replaceAll("\\\\(.)", "$1") : value;
    }

    private static long nanos(String text) {
        Matcher date = DATE.matcher(text);
        if (!date.matches()) {
            return TraceTimes.parse(text);
        }
        try {
            String fraction = date.group(2) == null ? "" : date.group(2);
            int nanos = Integer.parseInt(fraction + "0".repeat(NANO_DIGITS - fraction.length()));
            return TraceTimes.of(LocalDateTime.parse(date.group(1), SECONDS)
                    .toInstant(ZoneOffset.UTC)
                    .plusNanos(nanos));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("'" + text + "' is not a time such as 20000330112320.957943", e);
        }
    }
}
