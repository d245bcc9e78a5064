package io.wirepath.appliance.sniff;

import io.wirepath.flows.pipeline.FlowPipeline;
import io.wirepath.flows.pipeline.FlowReport;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.spool.SnifferRun;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolSettings;
import io.wirepath.merge.spool.SpoolWriter;
import io.wirepath.sniffer.file.CaptureFile;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Replays a bundled capture all the way from decoder to spool, beside the first real frames and apart from them. A JVM
 * that has just started interprets, and compiles beside that: on few processors it takes some seconds until it can
 * follow a busy port. Those seconds pass before the port is busy, where it is not yet, and no frame waits for them: see
 * {@link RehearsalPace}.
 */
final class Rehearsal implements AutoCloseable {

    /**
     * Ten thousand frames of HTTP, Redis, PostgreSQL, MongoDB, DNS and two unknown protocols; some lost, doubled or out
     * of order.
     */
    private static final String TRAFFIC = "warm-up.pcap.gz";

    private static final String FOLDER = "wirepath-rehearsal-";

    /** What the spool of a rehearsal may take on the disk. */
    private static final long SPOOL_BYTES = 64L << 20;

    /** How long its end is waited for. */
    private static final long PATIENCE_MILLIS = 10_000;

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread;

    /**
     * Begins, in a thread of its own, and leaves nothing behind; where there is no room for it, there is none.
     *
     * @param frames tells how many real ones have come so far
     * @param log told when it has ended by itself
     */
    Rehearsal(FlowSettings flows, LongSupplier frames, SniffLog log) {
        thread = new Thread(() -> run(flows, frames, log), "wirepath-rehearsal");
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends it, where it has not ended by itself. */
    @Override
    public void close() {
        stopped.countDown();
        boolean unused = hasEnded(PATIENCE_MILLIS);
    }

    /** Whether it has ended, or does so within this time. */
    boolean hasEnded(long millis) {
        try {
            thread.join(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    private void run(FlowSettings flows, LongSupplier frames, SniffLog log) {
        long begin = System.nanoTime();
        try {
            Path temp = Path.of(System.getProperty("java.io.tmpdir"));
            deleteLeft(temp);
            Path directory = Files.createTempDirectory(
                    temp, FOLDER + ProcessHandle.current().pid() + "-");
            RehearsalPace pace = new RehearsalPace(begin, Rehearsal::compilingMillis, frames);
            try {
                rehearse(directory, flows, traffic(directory, () -> isOver(pace)));
            } finally {
                delete(directory);
            }
            if (stopped.getCount() > 0) {
                log.line((pace.isWarm()
                                ? "up to speed after %.1f s: ready for a busy port"
                                : "captures, but not up to speed after %.1f s, as other programs use the processors;"
                                        + " if it cannot follow the port, it says what it leaves out, and until when")
                        .formatted((System.nanoTime() - begin) / 1e9));
            }
        } catch (IOException | LinkageError | IllegalStateException e) {
            // no room, or the process was told to end meanwhile
        }
    }

    /** The recorded traffic, until this is so. */
    static ReplayedTraffic traffic(Path directory, BooleanSupplier over) throws IOException {
        Path capture = directory.resolve(TRAFFIC);
        try (InputStream resource =
                Objects.requireNonNull(Rehearsal.class.getResourceAsStream(TRAFFIC), "the program lacks " + TRAFFIC)) {
            Files.copy(resource, capture);
        }
        return new ReplayedTraffic(CaptureFile.open(capture.toString()), over);
    }

    private boolean isOver(RehearsalPace pace) {
        long now = System.nanoTime();
        try {
            boolean over = pace.isOver(now) || stopped.await(pace.restNanos(now), TimeUnit.NANOSECONDS);
            pace.goOn(System.nanoTime());
            return over;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private static long compilingMillis() {
        CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
        return compilers == null ? 0 : compilers.getTotalCompilationTime();
    }

    /** Runs this traffic into a spool. */
    static FlowReport rehearse(Path directory, FlowSettings flows, ReplayedTraffic traffic) throws IOException {
        SpoolSettings bounds =
                SpoolSettings.defaults().withMaxBytes(SPOOL_BYTES).withSync(0, 0);
        try (SpoolWriter writer = Spool.open(directory.resolve("spool"), bounds, 1)) {
            writer.start(new SnifferRun("rehearsal", "", "", "", 1, 0));
            FloodBudget budget = new FloodBudget(Long.MAX_VALUE, 0);
            return FlowPipeline.run(traffic, flows, new SpoolingSink(writer, budget, null, note -> {}, () -> {}));
        }
    }

    /** Deletes what processes left that were killed. */
    static void deleteLeft(Path temp) throws IOException {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(temp, FOLDER + "*")) {
            for (Path each : all) {
                if (!isOfLiving(each.getFileName().toString())) {
                    delete(each);
                }
            }
        }
    }

    private static boolean isOfLiving(String folder) {
        String pid = folder.substring(FOLDER.length()).replaceFirst("-.*", "");
        return !pid.matches("[0-9]{1,9}")
                || ProcessHandle.of(Long.parseLong(pid)).isPresent();
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
