package io.wirepath.sniffer.file;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A file of a {@link PacketRing}. Its name is the index: its number, dense over restarts, and the time of its first
 * frame, in ns since the epoch, such as {@code 000000000017-1764298800123456789.pcapng}; where it is sealed
 * {@code .sealed} follows.
 *
 * @param number its place in the ring
 * @param firstNanos time of its first frame
 * @param file where it is
 */
public record RingSegment(long number, long firstNanos, Path file) {

    private static final String PACKETS = ".pcapng";

    private static final String SEALED = ".sealed";

    private static final int NUMBER_DIGITS = 12;

    private static final int MAX_TIME_DIGITS = 19;

    /** Later ones leave no room for what is reckoned with them. */
    private static final long LATEST_NANOS = 8_999_999_999_999_999_999L;

    /** Frames of several kernel rings come by turns: so much may one be older than that before it. */
    private static final long DISORDER_NANOS = 2_000_000_000L;

    /** Where the ring of a sniffer is, which is that of its spool. */
    public static Path of(Path spool) {
        return spool.resolve("ring");
    }

    static RingSegment named(Path ring, long number, long firstNanos, boolean isSealed) {
        long first = Math.max(0, firstNanos);
        return new RingSegment(
                number, first, ring.resolve("%012d-%d".formatted(number, first) + PACKETS + (isSealed ? SEALED : "")));
    }

    /** Null where a file is none of a ring. A ring of a day has 100,000, so each is looked at by its digits. */
    private static @Nullable RingSegment named(Path file) {
        String name = file.getFileName().toString();
        int dot = name.indexOf('.');
        String end = dot < 0 ? "" : name.substring(dot);
        if (!end.equals(PACKETS) && !end.equals(PACKETS + SEALED)
                || dot <= NUMBER_DIGITS + 1
                || dot > NUMBER_DIGITS + 1 + MAX_TIME_DIGITS
                || name.charAt(NUMBER_DIGITS) != '-') {
            return null;
        }
        long number = digits(name, 0, NUMBER_DIGITS);
        long firstNanos = digits(name, NUMBER_DIGITS + 1, dot);
        return number < 0 || firstNanos < 0 || firstNanos > LATEST_NANOS
                ? null
                : new RingSegment(number, firstNanos, file);
    }

    /** Negative where one is no digit, or they are too many for a number. */
    private static long digits(String of, int from, int to) {
        long value = 0;
        for (int i = from; i < to && value >= 0; i++) {
            int digit = of.charAt(i) - '0';
            value = digit < 0 || digit > 9 ? -1 : value * 10 + digit;
        }
        return value;
    }

    /** Whether a ring holds files. */
    public static boolean isKept(Path ring) throws IOException {
        if (!Files.isDirectory(ring)) {
            return false;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(ring)) {
            for (Path file : files) {
                if (named(file) != null) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The files of a ring, the oldest first; none where there is no such directory. */
    public static List<RingSegment> list(Path ring) throws IOException {
        List<RingSegment> segments = new ArrayList<>();
        if (Files.isDirectory(ring)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(ring)) {
                for (Path file : files) {
                    RingSegment segment = named(file);
                    if (segment != null) {
                        segments.add(segment);
                    }
                }
            }
        }
        segments.sort(Comparator.comparingLong(RingSegment::number));
        return segments;
    }

    /**
     * Those of a ring that may hold frames of wanted times: from their first frame to that of the next file, whichever
     * is the later after a clock was set back.
     *
     * @param all its files, the oldest first
     * @param wanted whether frames from one time to another, ns since the epoch, are of interest
     */
    public static List<RingSegment> within(List<RingSegment> all, BiPredicate<Long, Long> wanted) {
        List<RingSegment> found = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            long first = all.get(i).firstNanos();
            long next = i + 1 < all.size() ? all.get(i + 1).firstNanos() : Long.MAX_VALUE - DISORDER_NANOS;
            if (wanted.test(Math.min(first, next) - DISORDER_NANOS, Math.max(first, next) + DISORDER_NANOS)) {
                found.add(all.get(i));
            }
        }
        return found;
    }
}
