package io.wirepath.appliance.ship;

import io.wirepath.merge.log.LogWriter;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolSettings;
import io.wirepath.merge.spool.SpoolWriter;
import io.wirepath.sniffer.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The spools that sniffers have sent, one directory each: {@code DIRECTORY/sniffer/incarnation/}. A spool is written by
 * one stream at a time; a new stream takes it from an older one, whose connection is dead if both are right.
 *
 * <p>Thread-safe. Times are a parameter, nanoseconds since the epoch.
 */
final class ReceivedSpools implements AutoCloseable {

    /** A name becomes a directory: no separators, nothing hidden. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._@:-]{0,99}");

    /** Spools that are open at a time: each takes some files and a mapping. */
    static final int MAX_OPEN = 256;

    /** Names of sniffers that are kept: each may fill {@code receive.max-bytes}. */
    static final int MAX_NAMES = 1024;

    /** Spools that no stream writes: each was one of a name and a start of a sniffer with an empty directory. */
    static final int MAX_IDLE = 4096;

    private final Path directory;
    private final SpoolSettings settings;
    private final LogWriter.Opener disk;
    private final long mostBytes;
    private final Map<UUID, ReceivedSpool> open = new HashMap<>();
    private final IdleSpools idle;
    private long deleted;
    private boolean closed;

    /**
     * Keeps spools below this directory, each within these bounds.
     *
     * @param disk where they are written
     * @param mostBytes bound of all of them together
     */
    ReceivedSpools(Path directory, SpoolSettings settings, LogWriter.Opener disk, long mostBytes) {
        this.disk = disk;
        this.directory = directory;
        this.settings = settings;
        this.mostBytes = mostBytes;
        idle = new IdleSpools(directory);
    }

    /** Whether a sniffer of this name can be kept. */
    static boolean isName(String sniffer) {
        return NAME.matcher(sniffer).matches();
    }

    /**
     * Takes a spool for a stream, which must give it back.
     *
     * @throws IOException when it cannot be written
     */
    synchronized ReceivedSpool.Hold take(String sniffer, UUID incarnation, long nowNanos) throws IOException {
        if (closed) {
            throw new IOException("the receiver is being stopped");
        }
        String owner = owner(incarnation, sniffer);
        if (!owner.equals(sniffer)) {
            throw new IllegalArgumentException("the spool " + incarnation + " is that of sniffer " + owner
                    + "; each sniffer needs a spool of its own");
        }
        ReceivedSpool spool = open.get(incarnation);
        if (spool == null) {
            checkBounds(sniffer);
            Path place = place(sniffer, incarnation);
            PrivateFiles.createDirectories(place);
            idle.remove(place);
            SpoolWriter writer = Spool.openCopy(place, incarnation, settings, disk, nowNanos);
            spool = new ReceivedSpool(sniffer, incarnation, writer);
            open.put(incarnation, spool);
        }
        return spool.take();
    }

    /** Who began a spool, be it open or not; a sniffer that asks where nobody did. */
    private String owner(UUID incarnation, String asks) throws IOException {
        ReceivedSpool spool = open.get(incarnation);
        if (spool != null) {
            return spool.sniffer();
        }
        if (!Files.isDirectory(directory) || Spool.isSpool(place(asks, incarnation))) {
            return asks;
        }
        try (Stream<Path> names = Files.list(directory)) {
            return names.filter(name -> Spool.isSpool(name.resolve(incarnation.toString())))
                    .map(name -> String.valueOf(name.getFileName()))
                    .findFirst()
                    .orElse(asks);
        }
    }

    private Path place(String sniffer, UUID incarnation) {
        return directory.resolve(sniffer).resolve(incarnation.toString());
    }

    private void checkBounds(String sniffer) throws IOException {
        if (open.size() >= MAX_OPEN) {
            throw new IOException("the receiver takes " + MAX_OPEN + " sniffers at a time, and has as many");
        }
        if (Files.isDirectory(directory.resolve(sniffer)) || !Files.isDirectory(directory)) {
            return;
        }
        try (Stream<Path> names = Files.list(directory)) {
            if (names.limit(MAX_NAMES).count() >= MAX_NAMES) {
                throw new IOException("the receiver keeps spools of " + MAX_NAMES
                        + " sniffers, and has as many; delete those in " + directory + " that are of no use any more");
            }
        }
    }

    /**
     * Gives a spool back; it is closed unless another stream has taken it meanwhile.
     *
     * @return whether no other has
     */
    synchronized boolean giveBack(ReceivedSpool.Hold hold) {
        boolean last = hold.spool().closeIfHeldBy(hold);
        if (last) {
            ReceivedSpool spool = hold.spool();
            open.remove(spool.incarnation());
            idle.add(place(spool.sniffer(), spool.incarnation()));
        }
        return last;
    }

    /**
     * Tells the spools that are open the time, so that they roll and forget; deletes what is too much for all together.
     */
    synchronized void onTime(long nowNanos) {
        open.values().forEach(spool -> spool.onTime(nowNanos));
        long bytes = idle.bytes();
        for (ReceivedSpool spool : open.values()) {
            bytes += spool.bytes();
        }
        boolean less = true;
        while (less && (bytes > mostBytes || idle.size() > MAX_IDLE)) {
            long before = idle.bytes();
            less = idle.deleteOldest();
            if (less) {
                bytes -= before - idle.bytes();
                deleted++;
            }
        }
        if (bytes > mostBytes) {
            open.values().stream()
                    .max(Comparator.comparingLong(ReceivedSpool::bytes))
                    .filter(ReceivedSpool::giveUpOldest)
                    .ifPresent(spool -> deleted++);
        }
    }

    /** How often something was deleted because all spools together took too much. */
    synchronized long deleted() {
        return deleted;
    }

    /** Closes all spools. Streams that still write are refused. */
    @Override
    public synchronized void close() {
        closed = true;
        open.values().forEach(ReceivedSpool::close);
        open.clear();
    }
}
