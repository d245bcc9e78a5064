package io.wirepath.imports;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line in Common or Combined format, with what servers are often told to add.
 *
 * <pre>
 *   [SERVER[:PORT]] CLIENT - USER [21/Nov/2026:22:30:00 +0000] "GET / HTTP/1.1" 200 1234 ["REFERER" "AGENT"] [DURATION] [upstream_…="…"]
 * </pre>
 *
 * A duration with a point is in seconds, and the line was written at the end (nginx); one without is in µs, and the
 * time is that of the request (Apache's {@code %D}). The time may have a fraction of a second, or be in ISO 8601.
 */
final class CombinedLog {

    private static final Pattern LINE =
            Pattern.compile("(?:(\\S+) )?(\\S+) \\S+ \\S+ \\[([^]]+)] \"((?:[^\"\\\\]++|\\\\.)*+)\""
                    + " (\\d{3}) (\\d+|-)(?: \"(?:[^\"\\\\]++|\\\\.)*+\" \"(?:[^\"\\\\]++|\\\\.)*+\")?(.*)");
    private static final Pattern DURATION = Pattern.compile("(?<![\\w.])(\\d+\\.\\d+|\\d+)(?![\\w.:])");
    private static final Pattern UPSTREAM = Pattern.compile(
            "upstream_?(addr|host|response_time|time|status)[=: ]+" + "(?:\"([^\"]*)\"|(\\S+(?:, \\S+){0,63}))");
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("dd/MMM/yyyy:HH:mm:ss")
            .optionalStart()
            .appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, true)
            .optionalEnd()
            .appendPattern(" Z")
            .toFormatter(Locale.ENGLISH);
    private static final long SECOND = 1_000_000_000L;
    private static final long MICRO = 1_000;

    private CombinedLog() {}

    /** Whether this may be a line of such a log. */
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
            throw new IllegalArgumentException("no line of an access log in Common or Combined format");
        }
        String rest = matcher.group(7);
        String addresses = "";
        String seconds = "";
        String statuses = "";
        Matcher upstream = UPSTREAM.matcher(rest);
        while (upstream.find()) {
            String value = upstream.group(2) == null ? upstream.group(3) : upstream.group(2);
            switch (upstream.group(1)) {
                case "addr", "host" -> addresses = value;
                case "status" -> statuses = value;
                default -> seconds = value;
            }
        }
        Matcher duration = DURATION.matcher(UPSTREAM.matcher(rest).replaceAll(""));
        String text = duration.find() ? duration.group(1) : "";
        boolean atEnd = text.indexOf('.') > 0;
        long nanos = text.isEmpty() ? 0 : TraceTimes.in(text, atEnd ? SECOND : MICRO);
        long logged = time(matcher.group(3));
        long begin = atEnd ? TraceTimes.later(logged, -nanos) : logged;
        long end = TraceTimes.later(begin, nanos);
        List<AccessEntry.Upstream> attempts = AccessEntry.attempts(addresses, seconds, statuses, end);
        return new AccessEntry(
                ImportedEnd.parse(matcher.group(2)),
                matcher.group(1) == null ? null : ImportedEnd.parse(matcher.group(1)),
                begin,
                end,
                matcher.group(4).length(),
                matcher.group(6).equals("-") ? 0 : Long.parseLong(matcher.group(6)),
                Integer.parseInt(matcher.group(5)),
                attempts);
    }

    private static long time(String text) {
        if (text.indexOf('T') > 0) {
            return TraceTimes.parse(text);
        }
        return TraceTimes.of(OffsetDateTime.parse(text, TIME).toInstant());
    }
}
