package io.wirepath.appliance.ship;

import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolSettings;
import io.wirepath.merge.spool.SpoolWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The spools that sniffers have sent, one directory each: {@code DIRECTORY/sniffer/incarnation/}. A spool is written by one
 * stream at a time; a new stream takes it from an older one, whose connection is dead if both are right.
 *
 * <p>Thread-safe. Times are a parameter, nanoseconds since the epoch.
 */
final class ReceivedSpools implements AutoCloseable {

    /** A name becomes a directory: no separators, nothing hidden. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._@:-]{0,99}");

    private final Path directory;
    private final SpoolSettings settings;
    private final Map<UUID, ReceivedSpool> open = new HashMap<>();
    private boolean closed;

    /** Keeps spools below this directory, each within these bounds. */
    ReceivedSpools(Path directory, SpoolSettings settings) {
        this.directory = directory;
        this.settings = settings;
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
        ReceivedSpool spool = open.get(incarnation);
        if (spool == null) {
            Path place = directory.resolve(sniffer).resolve(incarnation.toString());
            Files.createDirectories(place);
            SpoolWriter writer = Spool.openCopy(place, incarnation, settings, nowNanos);
            spool = new ReceivedSpool(incarnation, writer);
            open.put(incarnation, spool);
        }
        return spool.take();
    }

    /**
     * Gives a spool back; it is closed unless another stream has taken it meanwhile.
     *
     * @return whether no other has
     */
    synchronized boolean giveBack(ReceivedSpool.Hold hold) {
        boolean last = hold.spool().closeIfHeldBy(hold);
        if (last) {
            open.remove(hold.spool().incarnation());
        }
        return last;
    }

    /** Tells the spools that are open the time, so that they roll and forget. */
    synchronized void onTime(long nowNanos) {
        open.values().forEach(spool -> spool.onTime(nowNanos));
    }

    /** Closes all spools. Streams that still write are refused. */
    @Override
    public synchronized void close() {
        closed = true;
        open.values().forEach(ReceivedSpool::close);
        open.clear();
    }
}
