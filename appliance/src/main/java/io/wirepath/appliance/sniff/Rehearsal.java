package io.wirepath.appliance.sniff;

import io.wirepath.flows.pipeline.FlowPipeline;
import io.wirepath.flows.pipeline.FlowReport;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.spool.SnifferRun;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolSettings;
import io.wirepath.merge.spool.SpoolWriter;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Lets made-up traffic go all the way from decoder to spool before the first real frame does, while the kernel keeps what comes
 * in the port's buffer. A JVM that has just started interprets, and compiles beside that: on few processors it takes some seconds
 * until it can follow a busy port. Besides, the library of the spool cannot be loaded any more by a process that was told to end.
 */
public final class Rehearsal {

    /** Frames that wait are not kept waiting any longer. */
    static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Where none wait, there is time for what is compiled late. */
    static final long LONGEST_QUIET_NANOS = TimeUnit.SECONDS.toNanos(8);

    /** The compilers are asked so often whether they still have work. */
    static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** They rest when they finished less than this, in sum, since they were asked last. */
    private static final long REST_MILLIS = 25;

    /** So often in a row: a long compilation counts when it is finished, until then it looks like rest. */
    private static final int RESTS = 2;

    /** What the spool of a rehearsal may take on the disk. */
    private static final long SPOOL_BYTES = 64L << 20;

    private Rehearsal() {}

    /**
     * Rehearses, and leaves nothing behind; where there is no room for it, the capture begins without.
     *
     * @param framesWait whether frames wait to be taken
     */
    public static void run(FlowSettings flows, BooleanSupplier framesWait) {
        BooleanSupplier over = untilCompiled(System::nanoTime, Rehearsal::compilingMillis, framesWait);
        try {
            Path directory = Files.createTempDirectory("wirepath-rehearsal");
            try {
                rehearse(directory, flows, new RehearsalTraffic(over));
            } finally {
                delete(directory);
            }
        } catch (IOException | LinkageError e) {
            // no room, or the process was told to end meanwhile
        }
    }

    private static long compilingMillis() {
        CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
        return compilers == null ? 0 : compilers.getTotalCompilationTime();
    }

    /**
     * So when the compilers rest, or it takes too long.
     *
     * @param ticker tells durations, in nanoseconds from anywhere
     * @param compilingMillis how long the compilers have worked
     * @param framesWait whether frames wait to be taken
     */
    static BooleanSupplier untilCompiled(
            LongSupplier ticker, LongSupplier compilingMillis, BooleanSupplier framesWait) {
        long begin = ticker.getAsLong();
        return new BooleanSupplier() {
            private long lookAt = begin + LOOK_NANOS;
            private long workedMillis = compilingMillis.getAsLong();
            private int rests;

            @Override
            public boolean getAsBoolean() {
                long now = ticker.getAsLong();
                if (now - lookAt < 0) {
                    return false;
                }
                long before = workedMillis;
                workedMillis = compilingMillis.getAsLong();
                lookAt = now + LOOK_NANOS;
                rests = workedMillis - before < REST_MILLIS ? rests + 1 : 0;
                long longest = framesWait.getAsBoolean() ? LONGEST_NANOS : LONGEST_QUIET_NANOS;
                return rests == RESTS || now - begin >= longest;
            }
        };
    }

    /** Runs this traffic into a spool. */
    static FlowReport rehearse(Path directory, FlowSettings flows, RehearsalTraffic traffic) throws IOException {
        SpoolSettings bounds =
                SpoolSettings.defaults().withMaxBytes(SPOOL_BYTES).withSync(0, 0);
        try (SpoolWriter writer = Spool.open(directory.resolve("spool"), bounds, 1)) {
            writer.start(new SnifferRun("rehearsal", "", "", "", 1, 0));
            return FlowPipeline.run(traffic, flows, new SpoolingSink(writer, () -> {}));
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
