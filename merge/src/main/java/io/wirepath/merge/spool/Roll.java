package io.wirepath.merge.spool;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One file of a spool, which is a log in a directory of its own. Its name tells the number of its first document and
 * when it began: {@code 00000000000000004711-20260131T235959Z}. It gets this name when it can be read, and loses it
 * before it is deleted.
 *
 * @param firstNumber number of the first document
 * @param beginNanos when it was begun, in whole seconds
 * @param directory where it is
 */
record Roll(long firstNumber, long beginNanos, Path directory) {

    /** The oldest first; an empty roll stands before that which took its place. */
    static final Comparator<Roll> ORDER =
            Comparator.comparingLong(Roll::firstNumber).thenComparingLong(Roll::beginNanos);

    private static final Pattern NAME =
            Pattern.compile("([0-9]{20})-([0-9]{4})([0-9]{2})([0-9]{2})T([0-9]{2})([0-9]{2})([0-9]{2})Z");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final String UNFINISHED = ".unfinished-";
    private static final String DELETED = ".deleted-";

    /** What a new roll of this spool is called. */
    static Roll named(Path spool, long firstNumber, long beginNanos) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(beginNanos);
        String name = "%020d-%s".formatted(firstNumber, TIME.format(Instant.ofEpochSecond(seconds)));
        return new Roll(firstNumber, TimeUnit.SECONDS.toNanos(seconds), spool.resolve(name));
    }

    /** The rolls of a spool, the oldest first. */
    static List<Roll> list(Path spool) throws IOException {
        List<Roll> rolls = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(spool, "[0-9]*")) {
            for (Path each : all) {
                Roll roll = parse(each);
                if (roll != null) {
                    rolls.add(roll);
                }
            }
        }
        rolls.sort(ORDER);
        return rolls;
    }

    /**
     * The first roll after this one, or of all where this one is null. Asked for at each look at a spool that is
     * written: names stand in the order of the rolls, and only those that may be it are read.
     */
    static @Nullable Roll after(@Nullable Roll present, Path spool) throws IOException {
        String name = present == null ? "" : present.name();
        Roll first = null;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(spool)) {
            for (Path each : all) {
                String other = each.getFileName().toString();
                if (other.compareTo(name) > 0 && (first == null || other.compareTo(first.name()) < 0)) {
                    Roll roll = parse(each);
                    first = roll == null ? first : roll;
                }
            }
        }
        return first;
    }

    private String name() {
        return directory.getFileName().toString();
    }

    private static @Nullable Roll parse(Path directory) {
        Matcher matcher = NAME.matcher(directory.getFileName().toString());
        if (!matcher.matches()) {
            return null;
        }
        try {
            long begin = LocalDateTime.of(
                            number(matcher, 2),
                            number(matcher, 3),
                            number(matcher, 4),
                            number(matcher, 5),
                            number(matcher, 6),
                            number(matcher, 7))
                    .toEpochSecond(ZoneOffset.UTC);
            return new Roll(Long.parseLong(matcher.group(1)), TimeUnit.SECONDS.toNanos(begin), directory);
        } catch (DateTimeException | NumberFormatException e) {
            return null;
        }
    }

    private static int number(Matcher matcher, int group) {
        return Integer.parseInt(matcher.group(group));
    }

    /** Where the roll is made. */
    Path unfinished() {
        return directory.resolveSibling(UNFINISHED + directory.getFileName());
    }

    /** Gives the roll its name. */
    void publish() throws IOException {
        Files.move(unfinished(), directory, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Bytes that it takes on the disk. */
    long bytes() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            long sum = 0;
            for (Path file : (Iterable<Path>) files::iterator) {
                sum += Files.size(file);
            }
            return sum;
        }
    }

    /** Deletes it; a reader that has it open can go on. */
    void delete() throws IOException {
        Path deleted = directory.resolveSibling(DELETED + directory.getFileName());
        Files.move(directory, deleted, StandardCopyOption.ATOMIC_MOVE);
        deleteTree(deleted);
    }

    /** Deletes what a killed process left half made or half deleted. */
    static void deleteRests(Path spool) throws IOException {
        try (DirectoryStream<Path> rests = Files.newDirectoryStream(spool, ".{unfinished,deleted}-*")) {
            for (Path rest : rests) {
                deleteTree(rest);
            }
        }
    }

    private static void deleteTree(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(directory);
    }
}
