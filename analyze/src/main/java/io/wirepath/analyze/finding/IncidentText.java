package io.wirepath.analyze.finding;

import io.wirepath.analyze.change.Change;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Times of changes as a person says them, in universal time. */
final class IncidentText {

    /** So many times are told each. */
    private static final int MAX_TIMES = 12;

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter TENTHS =
            DateTimeFormatter.ofPattern("HH:mm:ss.S").withZone(ZoneOffset.UTC);

    private IncidentText() {}

    /**
     * {@code since 17:48:09}, {@code from 17:48:09 to 17:49:30}, {@code at 17:48:09} within a second, and of what comes
     * and goes {@code 3 times from 17:48:09 to 17:49:30}.
     */
    static String period(Change change) {
        String onset = second(change.onsetNanos());
        String times = change.pauses().isEmpty() ? "" : change.pauses().size() + 1 + " times ";
        if (change.lasts()) {
            return times + "since " + onset;
        }
        String end = second(change.endNanos());
        return !times.isEmpty()
                ? times + "from " + onset + " to " + end
                : end.equals(onset) ? "at " + onset : "from " + onset + " to " + end;
    }

    /** {@code 17:48:09}. */
    static String second(long nanos) {
        return SECONDS.format(instant(nanos));
    }

    /** When it began and ended at the earliest and at the latest: not before the one tenth, and not after the other. */
    static String places(Change change) {
        String began = "It began " + between(change.onsetFromNanos(), change.onsetToNanos());
        String ended = change.lasts() ? "" : " and ended " + between(change.endFromNanos(), change.endToNanos());
        return began + ended + " (UTC)." + times(change);
    }

    /** Each time of what comes and goes: from when it was so to when it was as before. */
    private static String times(Change change) {
        if (change.pauses().isEmpty()) {
            return "";
        }
        List<String> times = new ArrayList<>();
        long from = change.onsetNanos();
        for (Change.Pause pause : change.pauses()) {
            times.add(second(from) + " to " + second(pause.fromNanos()));
            from = pause.toNanos();
        }
        times.add(second(from) + (change.lasts() ? " on" : " to " + second(change.endNanos())));
        int more = times.size() - MAX_TIMES;
        String all = times.stream().limit(MAX_TIMES).collect(Collectors.joining(", "));
        String others = more == 1 ? " and once more" : " and " + more + " times more";
        return " It was so from " + all + (more > 0 ? others : "") + ".";
    }

    private static String between(long from, long to) {
        return "between " + tenths(from) + " and " + tenths(to + NANOS_PER_SECOND / 10 - 1);
    }

    private static String tenths(long nanos) {
        return TENTHS.format(instant(nanos));
    }

    private static Instant instant(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND));
    }
}
