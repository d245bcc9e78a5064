package io.wirepath.appliance.serve.spans;

import io.wirepath.causes.loading.MessageDetails;
import io.wirepath.report.Report;
import io.wirepath.report.export.CallSpans;
import io.wirepath.report.export.OtlpReceiver;
import io.wirepath.report.export.OtlpWriter;
import io.wirepath.sniffer.CounterSet;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the spans of chosen requests to a receiver of OTLP, window by window, in the order in which windows
 * are complete. The analysis never waits for the receiver: what has no room is given up, and counted. Nothing is sent
 * twice: what a stop leaves unsent is gone.
 *
 * <pre>
 *  analysis ─┬─► SpanChoice ─► requests of 512 KiB ─► queue of {@value #MAX_WAITING} ─► OtlpReceiver, with its retries
 *            └─► RequestDurations ─► DurationExport ─► OtlpReceiver of metrics, where one is named
 * </pre>
 */
public final class SpanExport implements Closeable {

    /** Requests that wait for the receiver: 64 MiB of memory. */
    private static final int MAX_WAITING = 128;

    private static final int MAX_BYTES = 1 << 19;
    private static final long STOP_MILLIS = 2_000;

    private final Settings settings;
    private final OtlpReceiver to;
    private final Consumer<String> log;
    private final BlockingQueue<Batch> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
    private final CounterSet<SpanCounter> counters = new CounterSet<>(SpanCounter.class);
    private final Thread thread = new Thread(this::run, "wirepath-spans");
    private final RequestDurations durations = new RequestDurations();
    private volatile @Nullable DurationExport figures;
    private volatile boolean closing;

    /**
     * What is sent.
     *
     * @param oneIn how many requests that are nothing special there are for one that is sent; 0 for none
     * @param maxCalls calls of a window whose spans are sent, at most
     */
    public record Settings(long oneIn, long maxCalls) {}

    private record Batch(byte[] json, int spans) {}

    private SpanExport(Settings settings, OtlpReceiver to, Consumer<String> log) {
        this.settings = settings;
        this.to = to;
        this.log = log;
    }

    /** Sends to this receiver, which is used by nobody else. */
    public static SpanExport start(Settings settings, OtlpReceiver to, Consumer<String> log) {
        SpanExport export = new SpanExport(settings, to, log);
        export.thread.setDaemon(true);
        export.thread.start();
        return export;
    }

    /** Tells this receiver, which is used by nobody else, from now on how long requests took; gives itself. */
    public SpanExport withDurations(OtlpReceiver receiver, String version) {
        figures = DurationExport.start(receiver, version, this::add, log);
        return this;
    }

    /** Takes what is to be sent of a window; never waits. */
    public void window(Report report, MessageDetails details) {
        SpanChoice choice =
                SpanChoice.of(report.analysis(), report.analysis().counted(), settings.oneIn, settings.maxCalls);
        CallSpans spans = new CallSpans(report, details);
        durations.window(report.analysis(), spans, choice);
        add(SpanCounter.REQUESTS_CHOSEN, choice.chosen());
        add(SpanCounter.REQUESTS_OVER_BUDGET, choice.overBudget());
        try {
            OtlpWriter.write(report, spans, MAX_BYTES, call -> choice.isChosen()[call], (json, count) -> {
                if (!waiting.offer(new Batch(json, count))) {
                    add(SpanCounter.SPANS_LOST, count);
                }
            });
        } catch (IOException e) {
            log.accept("spans of a window cannot be written: " + e.getMessage());
        }
        DurationExport figures = this.figures;
        if (figures != null) {
            figures.window(report.analysis().counted(), durations.services());
        }
    }

    private void run() {
        while (!closing || !waiting.isEmpty()) {
            try {
                Batch next = waiting.poll(1, TimeUnit.SECONDS);
                if (next != null) {
                    send(next);
                }
            } catch (InterruptedException e) {
                Batch left = waiting.poll();
                while (left != null) {
                    add(SpanCounter.SPANS_LOST, left.spans);
                    left = waiting.poll();
                }
                return;
            }
        }
    }

    private void send(Batch batch) throws InterruptedException {
        long rejected = to.rejected();
        try {
            to.batch(batch.json, batch.spans);
            long more = to.rejected() - rejected;
            add(SpanCounter.SPANS_REJECTED, more);
            add(SpanCounter.SPANS_SENT, batch.spans - more);
        } catch (IOException e) {
            add(SpanCounter.SPANS_LOST, batch.spans);
            log.accept("spans: " + e.getMessage());
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    private void add(SpanCounter counter, long count) {
        synchronized (counters) {
            counters.add(counter, count);
        }
    }

    /** How long requests took, with some whose spans were sent. */
    public RequestDurations durations() {
        return durations;
    }

    /** What became of requests and spans. */
    public List<CounterSet.Value> counters() {
        synchronized (counters) {
            return counters.values();
        }
    }

    /** Sends what waits, for a moment; what is left then is lost. */
    @Override
    public void close() {
        closing = true;
        DurationExport figures = this.figures;
        if (figures != null) {
            figures.close();
        }
        stop(thread);
        to.close();
        counters().stream()
                .filter(value -> value.counter() == SpanCounter.SPANS_LOST && value.value() > 0)
                .forEach(value -> log.accept(value.value() + " spans were lost"));
    }

    /** Lets a sender go on for a moment, and ends it then. */
    static void stop(Thread sender) {
        try {
            sender.join(STOP_MILLIS);
            sender.interrupt();
            sender.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
