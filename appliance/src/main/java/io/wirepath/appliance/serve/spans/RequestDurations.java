package io.wirepath.appliance.serve.spans;

import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.report.export.CallSpans;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How long requests of clients took since the service started, by the service that they ask, each window's once; and of
 * each span of durations the latest request whose spans were sent, so that a figure leads to a trace. Thread-safe.
 */
public final class RequestDurations {

    /** Upper ends of the spans of durations, seconds. */
    private static final double[] BOUNDS = {
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, Double.POSITIVE_INFINITY
    };

    /** Services that have figures of their own; those that come later are told together. */
    private static final int MAX_SERVICES = 100;

    private static final String OTHERS = "others";
    private static final double SECOND = 1e9;
    private static final long MILLI = 1_000_000;

    private final Map<String, Times> services = new TreeMap<>();

    /**
     * A request whose spans were sent.
     *
     * @param seconds how long it took
     * @param atMillis when it began, since the epoch
     * @param trace its trace, 32 hexadecimal digits
     * @param span the span of the service, 16 digits
     */
    public record Example(double seconds, long atMillis, String trace, String span) {}

    /**
     * Requests to a service.
     *
     * @param counts how many, by the spans of {@link #bounds}
     * @param seconds how long all took together
     * @param examples at most one of each span
     */
    public record OfService(String service, List<Long> counts, double seconds, List<Example> examples) {}

    private static final class Times {
        private final long[] counts = new long[BOUNDS.length];
        private final @Nullable Example[] examples = new @Nullable Example[BOUNDS.length];
        private double seconds;
    }

    /** Upper ends of the spans of durations, seconds; the last is infinite. */
    public static double[] bounds() {
        return BOUNDS.clone();
    }

    /** Adds the requests that a window counts. */
    synchronized void window(Analysis analysis, CallSpans spans, SpanChoice choice) {
        MessageTable messages = analysis.messages();
        CallTable calls = analysis.calls();
        TimeSpan window = analysis.counted();
        for (int call = 0; call < calls.size(); call++) {
            int request = calls.request()[call];
            int response = calls.response()[call];
            if (calls.root()[call] == call
                    && response != MessageTable.NONE
                    && window.holds(messages.timeNanos(request))) {
                double seconds = Math.max(0, messages.timeNanos(response) - messages.timeNanos(request)) / SECOND;
                Times times = of(spans.service(call));
                int at = 0;
                while (seconds > BOUNDS[at]) {
                    at++;
                }
                times.counts[at]++;
                times.seconds += seconds;
                if (choice.isChosen()[call]) {
                    long millis = messages.timeNanos(request) / MILLI;
                    times.examples[at] = new Example(seconds, millis, spans.traceOf(call), spans.spanOf(call));
                }
            }
        }
    }

    private Times of(String service) {
        String known = services.containsKey(service) || services.size() < MAX_SERVICES ? service : OTHERS;
        return services.computeIfAbsent(known, unseen -> new Times());
    }

    /** What is known of each service. */
    public synchronized List<OfService> services() {
        List<OfService> all = new ArrayList<>();
        services.forEach((service, times) -> {
            List<Long> counts = new ArrayList<>();
            List<Example> examples = new ArrayList<>();
            for (int i = 0; i < BOUNDS.length; i++) {
                counts.add(times.counts[i]);
                if (times.examples[i] != null) {
                    examples.add(Objects.requireNonNull(times.examples[i]));
                }
            }
            all.add(new OfService(service, counts, times.seconds, examples));
        });
        return all;
    }
}
