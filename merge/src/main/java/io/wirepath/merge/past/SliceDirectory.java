package io.wirepath.merge.past;

import io.wirepath.sniffer.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.agrona.collections.Long2LongHashMap;

/**
 * Which slices of time a directory holds, with how many bytes, and since when.
 *
 * <pre>
 *  DIR/224412501.given    the messages of 8 seconds, see {@link PastSlice}; the number is that of the eight seconds since the epoch
 *  DIR/from               number of the first slice that is remembered, where bytes and not age made others be forgotten
 * </pre>
 *
 * Sizes count what is about to be written. Not thread-safe.
 */
final class SliceDirectory {

    private static final Pattern NAME = Pattern.compile("(-?\\d{1,10})\\.given");
    private static final String FROM = "from";
    private static final long ABSENT = -1;

    private final Path directory;
    private final Long2LongHashMap bytesOf = new Long2LongHashMap(ABSENT);
    private long bytes;
    private long oldest = Long.MAX_VALUE;
    private long from = Long.MIN_VALUE;

    /** Looks what is there; the directory is made where it does not exist. */
    SliceDirectory(Path directory) throws IOException {
        this.directory = directory;
        PrivateFiles.createDirectories(directory);
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Matcher name = NAME.matcher(file.getFileName().toString());
                if (name.matches()) {
                    add(Long.parseLong(name.group(1)), Files.size(file));
                }
            }
        }
        Path kept = directory.resolve(FROM);
        if (Files.exists(kept)) {
            from = number(Files.readString(kept));
        }
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            // a machine that lost its power left it empty; what is gone is not claimed
            return Long.MIN_VALUE;
        }
    }

    private void add(long slice, long size) {
        bytesOf.put(slice, size);
        bytes += size;
        oldest = Math.min(oldest, slice);
    }

    /** File of a slice, which need not exist. */
    Path path(long slice) {
        return directory.resolve(slice + ".given");
    }

    boolean contains(long slice) {
        return bytesOf.containsKey(slice);
    }

    /** Bytes of a slice, 0 where it is not there. */
    long bytes(long slice) {
        return Math.max(0, bytesOf.get(slice));
    }

    /** Bytes of all slices. */
    long bytes() {
        return bytes;
    }

    int slices() {
        return bytesOf.size();
    }

    /** The oldest slice, or {@link Long#MAX_VALUE} where there is none. */
    long oldest() {
        return oldest;
    }

    /** What is before this slice was forgotten for its bytes; none of earlier times is begun again. */
    long from() {
        return from;
    }

    /** A slice, which may be new, gets so many bytes of entries more. */
    void grow(long slice, long by) {
        long before = bytesOf.get(slice);
        long more = before == ABSENT ? PastSlice.HEADER_BYTES + by : by;
        bytesOf.put(slice, Math.max(0, before) + more);
        bytes += more;
        oldest = Math.min(oldest, slice);
    }

    /** Deletes a slice. */
    void delete(long slice) throws IOException {
        Files.deleteIfExists(path(slice));
        bytes -= Math.max(0, bytesOf.remove(slice));
        if (slice == oldest) {
            oldest = Long.MAX_VALUE;
            Long2LongHashMap.KeyIterator left = bytesOf.keySet().iterator();
            while (left.hasNext()) {
                oldest = Math.min(oldest, left.nextValue());
            }
        }
    }

    /** Nothing of before this slice is remembered any more, also when the directory is opened again. */
    void beginAt(long slice) throws IOException {
        from = slice;
        Path draft = directory.resolve(FROM + ".new");
        PrivateFiles.write(draft, from + "\n");
        Files.move(draft, directory.resolve(FROM), StandardCopyOption.ATOMIC_MOVE);
    }
}
