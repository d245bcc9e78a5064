package io.wirepath.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.delay.NodeSummary;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.sum.BinnedDelays;
import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.DelayTrack;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.ShareTrack;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The requests over time, as JSON: {@code overTime} of the report. Requests are the calls of clients; where no node is
 * a client, those without a cause.
 */
public final class OverTimeJson {

    /** Steps, at most. */
    private static final int MAX_STEPS = 120;

    /** The shortest step: 10 ms. */
    private static final long MIN_STEP_NANOS = 10_000_000;

    /** What is told of them. */
    public static final Fields<Steps> FIELDS = Fields.<Steps>of(
                    "OverTime", "The requests of clients, step by step of time.")
            .time("from", "When the first step begins.", steps -> steps.fromNanos)
            .duration("step", "How long a step is.", steps -> steps.stepNanos)
            .numbers("requests", ValueType.NUMBER, "Requests.", steps -> boxed(steps.requests))
            .numbers("failed", ValueType.NUMBER, "Those that failed.", steps -> boxed(steps.failed))
            .numbers("calls", ValueType.NUMBER, "Calls.", steps -> boxed(steps.calls))
            .numbers("p50", ValueType.DURATION, "Median of how long they take.", steps -> steps.percentiles(50))
            .numbers("p99", ValueType.DURATION, "99th percentile of that.", steps -> steps.percentiles(99));

    private final Analysis analysis;
    private final MessageTable messages;
    private final CallTable calls;
    private final boolean[] client;
    private final boolean anyClient;

    OverTimeJson(Analysis analysis) {
        this.analysis = analysis;
        messages = analysis.messages();
        calls = analysis.calls();
        client = new boolean[messages.nodes().size()];
        analysis.nodes().stream().filter(NodeSummary::client).forEach(node -> client[node.node()] = true);
        anyClient = analysis.nodes().stream().anyMatch(NodeSummary::client);
    }

    /** The figures of each step; null where nothing was called. */
    @Nullable
    ObjectNode json() {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int call = 0; call < calls.size(); call++) {
            if (counts(call)) {
                first = Math.min(first, begin(call));
                last = Math.max(last, begin(call));
            }
        }
        if (first > last) {
            return null;
        }
        long step = step(last - first);
        long from = Math.floorDiv(first, step) * step;
        Steps steps = new Steps(from, step, (int) ((last - from) / step) + 1);
        for (int call = 0; call < calls.size(); call++) {
            if (counts(call)) {
                take(steps, (int) ((begin(call) - from) / step), call);
            }
        }
        return FieldJson.of(FIELDS, steps);
    }

    /**
     * The steps of a time that windows cover, from what these are compared by; without a window nothing.
     *
     * @param span the time
     */
    public static Steps of(TimeSpan span, List<Sums> windows) {
        long step = step(Math.max(1, span.toNanos() - 1 - span.fromNanos()));
        long from = Math.floorDiv(span.fromNanos(), step) * step;
        Steps steps = new Steps(from, step, (int) ((span.toNanos() - 1 - from) / step) + 1);
        windows.forEach(steps::add);
        return steps;
    }

    private static List<Long> boxed(long[] numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }

    private void take(Steps steps, int at, int call) {
        steps.calls[at]++;
        if (!isRequest(call)) {
            return;
        }
        steps.requests[at]++;
        steps.failed[at] += calls.isFailed(messages, call) ? 1 : 0;
        int response = calls.response()[call];
        if (response != MessageTable.NONE) {
            long received = messages.receivedNanos(response);
            long end = received == MessageTable.NIL ? messages.timeNanos(response) : received;
            steps.duration[at].add(Math.max(0, end - begin(call)), 1);
        }
    }

    private boolean counts(int call) {
        int row = calls.request()[call];
        return analysis.counted().holds(messages, row) && !calls.isOneWay(messages, call);
    }

    private boolean isRequest(int call) {
        return anyClient ? client[messages.source(calls.request()[call])] : calls.root()[call] == call;
    }

    private long begin(int call) {
        return messages.timeNanos(calls.request()[call]);
    }

    /** The least round step that is not too short and makes few enough of them. */
    static long step(long spanNanos) {
        for (long power = MIN_STEP_NANOS; ; power *= 10) {
            for (int times : new int[] {1, 2, 5}) {
                if (spanNanos / (power * times) < MAX_STEPS) {
                    return power * times;
                }
            }
        }
    }

    /** Figures of equal steps of time. Not thread-safe. */
    public static final class Steps {

        private final long fromNanos;
        private final long stepNanos;
        private final long[] requests;
        private final long[] failed;
        private final long[] calls;
        private final DelayDistribution[] duration;

        Steps(long fromNanos, long stepNanos, int count) {
            this.fromNanos = fromNanos;
            this.stepNanos = stepNanos;
            requests = new long[count];
            failed = new long[count];
            calls = new long[count];
            duration = Stream.generate(DelayDistribution::new).limit(count).toArray(DelayDistribution[]::new);
        }

        private void add(Sums window) {
            for (int block = 0; block < window.blocks().size(); block++) {
                TimeSpan time = window.blocks().get(block);
                long middle = time.fromNanos() + (time.toNanos() - time.fromNanos()) / 2;
                int at = (int) Math.max(0, Math.min(requests.length - 1, (middle - fromNanos) / stepNanos));
                for (ShareTrack track : window.shares()) {
                    long events = Math.round(track.events()[block]);
                    boolean ofClients = track.place().equals(ComparedPlace.SYSTEM);
                    requests[at] += ofClients && track.measure() == Measure.LOAD ? events : 0;
                    failed[at] += ofClients && track.measure() == Measure.FAILED ? events : 0;
                    calls[at] += isServed(track) ? events : 0;
                }
                for (DelayTrack track : window.delays()) {
                    if (track.place().equals(ComparedPlace.SYSTEM) && track.measure() == Measure.DURATION) {
                        BinnedDelays own = track.blocks().get(block);
                        for (int i = 0; i < own.bin().length; i++) {
                            duration[at].add(Math.round(BinnedDelays.nanos(own.bin()[i])), own.count()[i]);
                        }
                    }
                }
            }
        }

        private static boolean isServed(ShareTrack track) {
            return track.measure() == Measure.LOAD && track.place().sort() == ComparedPlace.Sort.NODE;
        }

        private List<@Nullable Long> percentiles(int percent) {
            return Arrays.stream(duration)
                    .<@Nullable Long>map(each -> each.samples() == 0 ? null : each.percentileNanos(percent))
                    .toList();
        }
    }
}
