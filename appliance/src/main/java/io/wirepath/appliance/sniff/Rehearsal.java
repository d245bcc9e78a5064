package io.wirepath.appliance.sniff;

import io.wirepath.flows.pipeline.FlowPipeline;
import io.wirepath.flows.pipeline.FlowReport;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.spool.SnifferRun;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolSettings;
import io.wirepath.merge.spool.SpoolWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Lets made-up traffic go all the way from decoder to spool before a port is opened. A JVM that has just started interprets,
 * and compiles beside that: on few processors it takes some seconds until it can follow a busy port, and what comes meanwhile
 * would be dropped. Besides, the library of the spool cannot be loaded any more by a process that was told to end.
 */
public final class Rehearsal {

    /** After this time compiled code does most of the work. */
    static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1500);

    /** What the spool of a rehearsal may take on the disk. */
    private static final long SPOOL_BYTES = 64L << 20;

    private Rehearsal() {}

    /** Rehearses, and leaves nothing behind; where there is no room for it, the capture begins without. */
    public static void run(FlowSettings flows) {
        long end = System.nanoTime() + LONGEST_NANOS;
        try {
            Path directory = Files.createTempDirectory("wirepath-rehearsal");
            try {
                rehearse(directory, flows, new RehearsalTraffic(() -> System.nanoTime() - end > 0));
            } finally {
                delete(directory);
            }
        } catch (IOException | LinkageError e) {
            // no room, or the process was told to end meanwhile
        }
    }

    /** Runs this traffic into a spool. */
    static FlowReport rehearse(Path directory, FlowSettings flows, RehearsalTraffic traffic) throws IOException {
        SpoolSettings bounds =
                SpoolSettings.defaults().withMaxBytes(SPOOL_BYTES).withSync(0, 0);
        try (SpoolWriter writer = Spool.open(directory.resolve("spool"), bounds, 1)) {
            writer.start(new SnifferRun("rehearsal", "", "", "", 1, 0));
            return FlowPipeline.run(traffic, flows, writer);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
