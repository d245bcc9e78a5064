package io.wirepath.report.export;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * How long requests took, as a request of OTLP: a histogram of each service, in seconds, of all since a first moment.
 * Who misses one has all of it with the next. Immutable.
 *
 * @param beginNanos from when on requests count, ns since the epoch
 * @param nanos until when
 * @param bounds upper ends of the buckets but the last, in order
 * @param services those there are
 */
public record OtlpHistograms(
        String version, long beginNanos, long nanos, List<Double> bounds, List<OfService> services) {

    /** The histogram's name, beside its unit, which makes it {@code wirepath_request_seconds} in a Prometheus. */
    private static final String NAME = "wirepath.request";

    /** AGGREGATION_TEMPORALITY_CUMULATIVE. */
    private static final int SINCE_THE_BEGIN = 2;

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * Requests to a service.
     *
     * @param counts how many, bucket by bucket, one more than there are bounds
     * @param seconds how long all took together
     */
    public record OfService(String service, List<Long> counts, double seconds, List<Example> examples) {}

    /**
     * One whose spans were sent.
     *
     * @param nanos when it began, ns since the epoch
     * @param trace 32 hexadecimal digits
     * @param span 16 digits
     */
    public record Example(double seconds, long nanos, String trace, String span) {}

    /** The request, in JSON without line breaks. */
    public byte[] json() {
        ObjectNode request = JSON.createObjectNode();
        ArrayNode resources = request.putArray(OtlpSignal.METRICS.field);
        for (OfService each : services) {
            ObjectNode resource = resources.addObject();
            ObjectNode name =
                    resource.putObject("resource").putArray("attributes").addObject();
            name.put("key", "service.name").putObject("value").put("stringValue", each.service);
            ObjectNode scope = resource.putArray("scopeMetrics").addObject();
            scope.putObject("scope").put("name", "wirepath").put("version", version);
            ObjectNode metric = scope.putArray("metrics").addObject();
            metric.put("name", NAME);
            metric.put("description", "How long requests of clients took, as packets tell.");
            metric.put("unit", "s");
            ObjectNode histogram = metric.putObject("histogram");
            histogram.put("aggregationTemporality", SINCE_THE_BEGIN);
            put(histogram.putArray("dataPoints").addObject(), each);
        }
        return request.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void put(ObjectNode point, OfService of) {
        point.put("startTimeUnixNano", Long.toString(beginNanos));
        point.put("timeUnixNano", Long.toString(nanos));
        long count = of.counts.stream().mapToLong(Long::longValue).sum();
        point.put("count", Long.toString(count));
        point.put("sum", of.seconds);
        ArrayNode counts = point.putArray("bucketCounts");
        of.counts.forEach(each -> counts.add(Long.toString(each)));
        ArrayNode ends = point.putArray("explicitBounds");
        bounds.forEach(ends::add);
        ArrayNode examples = point.putArray("exemplars");
        for (Example each : of.examples) {
            ObjectNode example = examples.addObject();
            example.put("timeUnixNano", Long.toString(each.nanos));
            example.put("asDouble", each.seconds);
            example.put("traceId", each.trace);
            example.put("spanId", each.span);
        }
    }
}
