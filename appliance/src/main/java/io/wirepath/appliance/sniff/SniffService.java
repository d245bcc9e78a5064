package io.wirepath.appliance.sniff;

import io.wirepath.flows.pipeline.FlowReport;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Several sniffers, each in a thread of its own; when one fails, all end. The thread that starts
 * it also waits for its end; the rest is thread-safe.
 *
 * <pre>
 *  start() ─► awaitBegun() ─► rehearse() ─► … ─► stop(), or every source ends ─► await()
 * </pre>
 */
public final class SniffService {

    private final List<Sniffer> sniffers;
    private final Map<Sniffer, FutureTask<FlowReport>> tasks = new LinkedHashMap<>();
    private final CountDownLatch ended;
    private @Nullable Rehearsal rehearsal;

    /** Prepares the service. */
    public SniffService(List<Sniffer> sniffers) {
        this.sniffers = List.copyOf(sniffers);
        ended = new CountDownLatch(sniffers.size());
        for (Sniffer sniffer : sniffers) {
            tasks.put(sniffer, new FutureTask<>(() -> run(sniffer)));
        }
    }

    private FlowReport run(Sniffer sniffer) throws IOException {
        boolean well = false;
        try {
            FlowReport report = sniffer.run();
            well = true;
            return report;
        } finally {
            if (!well) {
                stop();
            }
            ended.countDown();
        }
    }

    /** Begins to capture. */
    public void start() {
        tasks.forEach((sniffer, task) -> new Thread(task, "wirepath-sniff-" + sniffer.name()).start());
    }

    /** Waits until every sniffer takes frames into its spool, or has failed to. */
    public void awaitBegun() throws InterruptedException {
        for (Sniffer sniffer : sniffers) {
            sniffer.awaitBegun();
        }
    }

    /**
     * Rehearses beside the capture of interfaces; where only files are read, nothing has to be in time.
     *
     * @param log told when the rehearsal has ended by itself
     */
    public void rehearse(SniffLog log) {
        List<Sniffer> live = sniffers.stream().filter(Sniffer::isLive).toList();
        if (!live.isEmpty()) {
            rehearsal = new Rehearsal(
                    live.get(0).flows(),
                    () -> live.stream().mapToLong(Sniffer::frames).sum(),
                    log);
        }
    }

    /** Ends the capture; what was captured before is still written. Returns at once. */
    public void stop() {
        sniffers.forEach(Sniffer::stop);
    }

    /**
     * Waits until all sniffers have ended.
     *
     * @return how each fared
     * @throws IOException what went wrong at one of them
     */
    public Map<Sniffer, FlowReport> await() throws IOException, InterruptedException {
        ended.await();
        if (rehearsal != null) {
            rehearsal.close();
        }
        Map<Sniffer, FlowReport> reports = new LinkedHashMap<>();
        for (Map.Entry<Sniffer, FutureTask<FlowReport>> task : tasks.entrySet()) {
            try {
                reports.put(task.getKey(), task.getValue().get());
            } catch (ExecutionException e) {
                Throwable cause = e.getCause();
                if (cause instanceof IOException io) {
                    throw io;
                }
                if (cause instanceof RuntimeException bug) {
                    throw bug;
                }
                throw new IOException(cause);
            }
        }
        return reports;
    }

    /** The sniffers. */
    public List<Sniffer> sniffers() {
        return sniffers;
    }

    /** What may be changed while it runs. */
    public SniffControl control() {
        return new SniffControl(sniffers);
    }

    /** For each sniffer a number that grows while it lives, for a watchdog. */
    public Map<String, LongSupplier> beats() {
        Map<String, LongSupplier> beats = new LinkedHashMap<>();
        sniffers.forEach(sniffer -> beats.put(sniffer.name(), sniffer::beats));
        return beats;
    }

    /** One line on its state. */
    public String status() {
        return sniffers.stream().map(SniffService::line).collect(Collectors.joining("; "));
    }

    private static String line(Sniffer sniffer) {
        SniffStatus status = sniffer.status();
        return "%s: %,d frames, %,d dropped, document %,d, %,d MiB%s"
                .formatted(
                        sniffer.name(),
                        sniffer.frames(),
                        status.dropped(),
                        status.lastNumber(),
                        status.spoolBytes() >> 20,
                        status.full() ? ", DISK FULL" : "");
    }
}
