package io.wirepath.appliance.serve.spans;

import io.wirepath.causes.TimeSpan;
import io.wirepath.report.export.OtlpHistograms;
import io.wirepath.report.export.OtlpReceiver;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;

/**
 * Tells a receiver of OTLP how long requests took, after each window: all since the first one, so that a receiver that
 * was away has nothing missing with the next, and one that is told twice counts nothing twice. While it is asked again,
 * only the latest waits. Nobody waits for it.
 */
final class DurationExport implements Closeable {

    private static final long MILLI = 1_000_000;

    private record Told(byte[] json, int services) {}

    private final OtlpReceiver to;
    private final String version;
    private final ObjLongConsumer<SpanCounter> counters;
    private final Consumer<String> log;
    private final BlockingQueue<Told> latest = new ArrayBlockingQueue<>(1);
    private final Thread thread = new Thread(this::run, "wirepath-durations");
    private long beginNanos = Long.MAX_VALUE;
    private long endNanos;
    private volatile boolean closing;

    private DurationExport(
            OtlpReceiver to, String version, ObjLongConsumer<SpanCounter> counters, Consumer<String> log) {
        this.to = to;
        this.version = version;
        this.counters = counters;
        this.log = log;
    }

    /** Tells this receiver, which is used by nobody else. */
    static DurationExport start(
            OtlpReceiver to, String version, ObjLongConsumer<SpanCounter> counters, Consumer<String> log) {
        DurationExport export = new DurationExport(to, version, counters, log);
        export.thread.setDaemon(true);
        export.thread.start();
        return export;
    }

    /** All so far, of which the last is of this window; never waits. */
    synchronized void window(TimeSpan window, List<RequestDurations.OfService> services) {
        beginNanos = Math.min(beginNanos, window.fromNanos());
        endNanos = Math.max(endNanos, window.toNanos());
        List<Double> bounds = new ArrayList<>();
        for (double bound : RequestDurations.bounds()) {
            if (Double.isFinite(bound)) {
                bounds.add(bound);
            }
        }
        List<OtlpHistograms.OfService> told =
                services.stream().map(DurationExport::told).toList();
        if (!told.isEmpty()) {
            latest.poll(); // this one tells of it, too
            latest.add(
                    new Told(new OtlpHistograms(version, beginNanos, endNanos, bounds, told).json(), services.size()));
        }
    }

    private static OtlpHistograms.OfService told(RequestDurations.OfService of) {
        List<OtlpHistograms.Example> examples = of.examples().stream()
                .map(each ->
                        new OtlpHistograms.Example(each.seconds(), each.atMillis() * MILLI, each.trace(), each.span()))
                .toList();
        return new OtlpHistograms.OfService(of.service(), of.counts(), of.seconds(), examples);
    }

    private void run() {
        try {
            while (!closing || !latest.isEmpty()) {
                Told next = latest.poll(1, TimeUnit.SECONDS);
                if (next != null) {
                    send(next);
                }
            }
        } catch (InterruptedException e) {
            // what is left is told by nobody: the next start begins anew
        }
    }

    private void send(Told told) throws InterruptedException {
        long rejected = to.rejected();
        try {
            to.batch(told.json, told.services);
            long more = to.rejected() - rejected;
            counters.accept(SpanCounter.HISTOGRAMS_LOST, more);
            counters.accept(SpanCounter.HISTOGRAMS_SENT, told.services - more);
        } catch (IOException e) {
            counters.accept(SpanCounter.HISTOGRAMS_LOST, told.services);
            log.accept("durations: " + e.getMessage());
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    /** Tells the latest, for a moment. */
    @Override
    public void close() {
        closing = true;
        SpanExport.stop(thread);
        to.close();
    }
}
