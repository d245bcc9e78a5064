package io.wirepath.sniffer.file;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

    private static final Pattern NAME =
            Pattern.compile("([0-9]{12})-([0-9]{1,18}|[1-8][0-9]{18})[.]pcapng(?:[.]sealed)?");

    /** Frames of several kernel rings come by turns: so much may one be older than that before it. */
    private static final long DISORDER_NANOS = 2_000_000_000L;

    /** Where the ring of a sniffer is, which is that of its spool. */
    public static Path of(Path spool) {
        return spool.resolve("ring");
    }

    static RingSegment named(Path ring, long number, long firstNanos, boolean isSealed) {
        long first = Math.max(0, firstNanos);
        return new RingSegment(
                number, first, ring.resolve("%012d-%d.pcapng".formatted(number, first) + (isSealed ? ".sealed" : "")));
    }

    /** The files of a ring, the oldest first; none where there is no such directory. */
    public static List<RingSegment> list(Path ring) throws IOException {
        List<RingSegment> segments = new ArrayList<>();
        if (Files.isDirectory(ring)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(ring, "*.pcapng*")) {
                for (Path file : files) {
                    Matcher name = NAME.matcher(file.getFileName().toString());
                    if (name.matches()) {
                        segments.add(
                                new RingSegment(Long.parseLong(name.group(1)), Long.parseLong(name.group(2)), file));
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
     * @param wanted whether frames from one time to another, ns since the epoch, are of interest
     */
    public static List<Path> within(Path ring, BiPredicate<Long, Long> wanted) throws IOException {
        List<RingSegment> all = list(ring);
        List<Path> found = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            long first = all.get(i).firstNanos();
            long next = i + 1 < all.size() ? all.get(i + 1).firstNanos() : Long.MAX_VALUE - DISORDER_NANOS;
            if (wanted.test(Math.min(first, next) - DISORDER_NANOS, Math.max(first, next) + DISORDER_NANOS)) {
                found.add(all.get(i).file());
            }
        }
        return found;
    }
}
