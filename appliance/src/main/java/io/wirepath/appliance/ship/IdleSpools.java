package io.wirepath.appliance.ship;

import io.wirepath.merge.spool.Spool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The received spools that no stream writes, the one first that was written longest ago, with their bytes. Not
 * thread-safe.
 */
final class IdleSpools {

    private record Found(Path place, long writtenMillis) {}

    private final Map<Path, Long> spools = new LinkedHashMap<>();
    private long bytes;

    /** Looks for what was received before. What cannot be read is left alone. */
    IdleSpools(Path directory) {
        inside(directory).stream()
                .flatMap(sniffer -> inside(sniffer).stream())
                .filter(Spool::isSpool)
                .map(place -> new Found(place, place.toFile().lastModified()))
                .sorted((a, b) -> Long.compare(a.writtenMillis, b.writtenMillis))
                .forEach(found -> add(found.place));
    }

    private static List<Path> inside(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> inside = Files.list(directory)) {
            return inside.filter(Files::isDirectory).toList();
        } catch (IOException | java.io.UncheckedIOException e) {
            return List.of();
        }
    }

    /** A stream has let go of a spool. */
    void add(Path place) {
        try {
            long own = Spool.bytes(place);
            spools.put(place, own);
            bytes += own;
        } catch (IOException | java.io.UncheckedIOException e) {
            // it is gone, or is none of ours
        }
    }

    /** A stream takes a spool. */
    void remove(Path place) {
        Long own = spools.remove(place);
        bytes -= own == null ? 0 : own;
    }

    /** Bytes of all of them. */
    long bytes() {
        return bytes;
    }

    int size() {
        return spools.size();
    }

    /** Deletes the one that was written longest ago; says no where there is none. */
    boolean deleteOldest() {
        if (spools.isEmpty()) {
            return false;
        }
        Path oldest = spools.keySet().iterator().next();
        remove(oldest);
        try {
            Spool.delete(oldest);
        } catch (IOException | java.io.UncheckedIOException e) {
            // what cannot be deleted counts no more, and is found again at the next start
        }
        return true;
    }
}
