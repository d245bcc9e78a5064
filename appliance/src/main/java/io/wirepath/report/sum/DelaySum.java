package io.wirepath.report.sum;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Delay distributions of reports, added. */
public final class DelaySum {

    private static final int BIN_FIELDS = 3;

    private record Bin(long toNanos, double weight) {}

    private final TreeMap<Long, Bin> bins = new TreeMap<>();
    private boolean known;
    private long samples;
    private double weight;
    private double sum;
    private double squares;
    private double negative;
    private long max;

    /** Adds a distribution; null, or a JSON null, adds nothing. */
    public void add(@Nullable JsonNode delay) {
        if (delay == null || !delay.isObject()) {
            return;
        }
        known = true;
        double own = delay.path("weight").asDouble();
        double mean = delay.path("meanNanos").asDouble();
        double deviation = delay.path("deviationNanos").asDouble();
        samples += delay.path("samples").asLong();
        weight += own;
        sum += own * mean;
        squares += own * (deviation * deviation + mean * mean);
        negative += delay.path("negativeWeight").asDouble();
        max = Math.max(max, delay.path("maxNanos").asLong());
        for (JsonNode bin : delay.path("histogram")) {
            if (bin.size() == BIN_FIELDS) {
                Bin more = new Bin(bin.get(1).asLong(), own * bin.get(2).asDouble());
                bins.merge(
                        bin.get(0).asLong(),
                        more,
                        (one, other) -> new Bin(one.toNanos(), one.weight() + other.weight()));
            }
        }
    }

    /** Sum of the weights. */
    double weight() {
        return weight;
    }

    /** The sum in the form of a report; null where nothing was known. */
    public @Nullable ObjectNode json() {
        if (!known) {
            return null;
        }
        double mean = weight == 0 ? 0 : sum / weight;
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("samples", samples);
        to.put("weight", weight);
        to.put("meanNanos", mean);
        to.put("deviationNanos", weight == 0 ? 0 : Math.sqrt(Math.max(0, squares / weight - mean * mean)));
        to.put("p50Nanos", percentile(50));
        to.put("p90Nanos", percentile(90));
        to.put("p99Nanos", percentile(99));
        to.put("maxNanos", max);
        to.put("negativeWeight", negative);
        double all = binned();
        ArrayNode histogram = to.putArray("histogram");
        bins.forEach((from, bin) ->
                histogram.addArray().add(from).add(bin.toNanos()).add(all == 0 ? 0 : bin.weight() / all));
        return to;
    }

    private double binned() {
        return bins.values().stream().mapToDouble(Bin::weight).sum();
    }

    /** The place within its bin is taken as if the bin were filled evenly. */
    private long percentile(double percent) {
        double wanted = binned() * percent / 100;
        double before = 0;
        for (Map.Entry<Long, Bin> each : bins.entrySet()) {
            Bin bin = each.getValue();
            if (before + bin.weight() >= wanted && bin.weight() > 0) {
                double share = (wanted - before) / bin.weight();
                long within = Math.round(share * (bin.toNanos() - each.getKey()));
                return Math.min(max, each.getKey() + within);
            }
            before += bin.weight();
        }
        return max;
    }
}
