package io.wirepath.bench.accuracy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The calls that a set's own truth knows, to hold figures and changes against them. */
final class TrueCalls {

    private static final long NANOS_PER_MICRO = 1000;

    /** Edges of fewer calls say nothing of means. */
    private static final int MIN_CALLS = 20;

    private static final double MEAN_SHARE = 0.05;
    private static final double MEAN_NANOS = 100_000;

    /** A change is there if the calls show this part of it at least. */
    private static final double SHOWN = 0.5;

    /**
     * A call as it was.
     *
     * @param edge addresses of caller and server
     * @param took from sending to receipt at the caller, ns
     * @param served from receipt to sending at the server, ns
     */
    private record Call(String edge, String server, long atNanos, double took, double served) {}

    /**
     * How the table of calls agrees: calls in the truth, calls told too many or too few, edges, and those whose mean is
     * neither what callers saw, nor what servers took, nor between.
     */
    record Agreement(long calls, long off, long edges, long meansOff) {}

    private final List<Call> calls = new ArrayList<>();

    /** Of the lines of a truth. */
    TrueCalls(Collection<JsonNode> lines) {
        for (JsonNode line : lines) {
            boolean called = line.path("on_wire").asBoolean(true)
                    && line.path("resp_recv_us").isNumber()
                    && line.path("req_send_us").isNumber()
                    && !line.path("kind").asText().equals("one-way");
            if (called) {
                String server = address(line.path("dst"));
                calls.add(new Call(
                        address(line.path("src")) + ' ' + server,
                        server,
                        NANOS_PER_MICRO * line.path("req_send_us").asLong(),
                        nanos(line, "req_send_us", "resp_recv_us"),
                        nanos(line, "req_recv_us", "resp_send_us")));
            }
        }
    }

    private static String address(JsonNode end) {
        String text = end.asText();
        return text.substring(0, Math.max(0, text.lastIndexOf(':')));
    }

    private static double nanos(JsonNode line, String from, String to) {
        return (double) NANOS_PER_MICRO
                * (line.path(to).asLong() - line.path(from).asLong());
    }

    boolean areKnown() {
        return !calls.isEmpty();
    }

    /** Holds the table of calls of a report against these. */
    Agreement with(JsonNode report, Map<String, String> addresses) {
        Map<String, List<Call>> byEdge = calls.stream().collect(Collectors.groupingBy(Call::edge));
        Map<String, Long> told = new HashMap<>();
        Map<String, Double> sums = new HashMap<>();
        for (JsonNode row : report.get("calls")) {
            String edge = addresses.get(row.get("from").asText())
                    + ' '
                    + addresses.get(row.get("to").asText());
            told.merge(edge, row.get("calls").asLong(), Long::sum);
            JsonNode delay = row.get("delay");
            sums.merge(
                    edge,
                    delay.path("samples").asDouble() * delay.path("meanNanos").asDouble(),
                    Double::sum);
        }
        long off = 0;
        long edges = 0;
        long meansOff = 0;
        for (Map.Entry<String, List<Call>> own : byEdge.entrySet()) {
            int made = own.getValue().size();
            long said = told.getOrDefault(own.getKey(), 0L);
            off += Math.abs(said - made);
            if (said >= MIN_CALLS && made >= MIN_CALLS) {
                double least = own.getValue().stream()
                        .mapToDouble(Call::served)
                        .average()
                        .orElse(0);
                double most = own.getValue().stream()
                        .mapToDouble(Call::took)
                        .average()
                        .orElse(0);
                double mean = sums.getOrDefault(own.getKey(), 0.0) / said;
                double away = Math.max(least - mean, mean - most);
                edges++;
                meansOff += away > MEAN_NANOS && away > MEAN_SHARE * most ? 1 : 0;
            }
        }
        return new Agreement(calls.size(), off, edges, meansOff);
    }

    /**
     * Whether these servers took longer since then, by half of what is said at least: in the mean, in the middle, or in
     * all for each of so many requests.
     */
    boolean show(Set<String> servers, long onsetNanos, long endNanos, double effectNanos, int requests) {
        double[] before = times(servers, Long.MIN_VALUE, onsetNanos);
        double[] since = times(servers, onsetNanos, endNanos);
        return before.length > 0
                && since.length > 0
                && Math.max(
                                (mean(since) - mean(before)) * Math.max(1.0, (double) since.length / requests),
                                middle(since) - middle(before))
                        >= SHOWN * effectNanos;
    }

    private double[] times(Set<String> servers, long from, long to) {
        return calls.stream()
                .filter(call -> servers.contains(call.server) && call.atNanos >= from && call.atNanos < to)
                .mapToDouble(Call::served)
                .sorted()
                .toArray();
    }

    private static double mean(double[] times) {
        return Arrays.stream(times).average().orElse(0);
    }

    private static double middle(double[] times) {
        return times[times.length / 2];
    }
}
