package io.wirepath.appliance.serve.http;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.Exemplar;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.wirepath.appliance.serve.spans.RequestDurations;
import java.util.List;
import java.util.function.Supplier;

/**
 * How long requests took as a histogram, {@code wirepath_request_seconds}, with exemplars that lead to traces. Where no
 * spans are sent there is none. Thread-safe.
 */
record RequestMetrics(Supplier<List<RequestDurations.OfService>> services) implements MultiCollector {

    private static final MetricMetadata NAME = new MetricMetadata(
            "wirepath_request_seconds", "How long requests of clients took, of all windows since the start.");

    @Override
    public MetricSnapshots collect() {
        List<HistogramDataPointSnapshot> points =
                services.get().stream().map(RequestMetrics::point).toList();
        return points.isEmpty() ? new MetricSnapshots() : new MetricSnapshots(new HistogramSnapshot(NAME, points));
    }

    private static HistogramDataPointSnapshot point(RequestDurations.OfService service) {
        List<Exemplar> exemplars = service.examples().stream()
                .map(each -> new Exemplar(
                        each.seconds(),
                        Labels.of(Exemplar.TRACE_ID, each.trace(), Exemplar.SPAN_ID, each.span()),
                        each.atMillis()))
                .toList();
        Number[] counts = service.counts().toArray(Number[]::new);
        return new HistogramDataPointSnapshot(
                ClassicHistogramBuckets.of(RequestDurations.bounds(), counts),
                service.seconds(),
                Labels.of("service", service.service()),
                Exemplars.of(exemplars),
                0);
    }
}
