package io.wirepath.imports;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of HAProxy's {@code option httplog}, with or without what syslog puts before it.
 *
 * <pre>
 *   CLIENT:PORT [06/Feb/2026:12:14:14.655] FRONTEND BACKEND/SERVER TR/Tw/Tc/Tr/Ta STATUS BYTES … "GET / HTTP/1.1"
 *
 *   ├─ TR: request ─┼─ Tw: queue ─┼─ Tc: connect ─┼─ Tr: server ─┼─ … response ─┤
 *   ├──────────────────────────────── Ta ──────────────────────────────────────┤      all in ms; -1: it did not come so far
 * </pre>
 *
 * The time has no zone; it is taken as UTC. Source: HAProxy's configuration manual, §8.2.3 and §8.4.
 */
final class HaproxyLog {

    private static final Pattern LINE = Pattern.compile(
            "(?:.*? )?(\\S+:\\d+) \\[(\\d{2}/\\w{3}/\\d{4}:\\d{2}:\\d{2}:\\d{2}\\.\\d{3})] (\\S+) (\\S+)/(\\S+)"
                    + " (-?\\d+)/(-?\\d+)/(-?\\d+)/(-?\\d+)/\\+?(\\d+) (-1|\\d{3}) \\+?(\\d+) .*?(?:\"([^\"]*)\"?)?");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss.SSS", Locale.ENGLISH);
    private static final long MILLI = 1_000_000;

    private HaproxyLog() {}

    /** Whether this is a line of such a log. */
    static boolean isLine(String line) {
        return LINE.matcher(line).matches();
    }

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException when it is none
     * @throws DateTimeException when its time makes no sense
     */
    static AccessEntry read(String line) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("no line of HAProxy's option httplog");
        }
        long first = TraceTimes.of(LocalDateTime.parse(matcher.group(2), TIME).toInstant(ZoneOffset.UTC));
        long[] stages = new long[4];
        boolean whole = true;
        for (int i = 0; i < stages.length; i++) {
            long nanos = TraceTimes.in(matcher.group(6 + i), MILLI);
            whole &= nanos >= 0;
            stages[i] = Math.max(0, nanos);
        }
        long end = TraceTimes.later(first, TraceTimes.in(matcher.group(10), MILLI));
        long came = Math.min(TraceTimes.later(first, stages[0]), end);
        long asked = Math.min(TraceTimes.later(TraceTimes.later(came, stages[1]), stages[2]), end);
        int status = Math.max(0, Integer.parseInt(matcher.group(11)));
        List<AccessEntry.Upstream> upstreams = whole && !matcher.group(5).startsWith("<")
                ? List.of(new AccessEntry.Upstream(
                        ImportedEnd.named(matcher.group(5), 0),
                        asked,
                        Math.min(TraceTimes.later(asked, stages[3]), end),
                        status))
                : List.of();
        String request = matcher.group(13);
        return new AccessEntry(
                ImportedEnd.parse(matcher.group(1)),
                null,
                came,
                end,
                request == null ? 0 : request.length(),
                Long.parseLong(matcher.group(12)),
                status,
                upstreams);
    }
}
