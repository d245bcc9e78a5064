package io.wirepath.appliance.serve.http;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.wirepath.appliance.serve.MergeView;
import io.wirepath.appliance.serve.Published;
import io.wirepath.appliance.serve.Service;
import io.wirepath.appliance.serve.input.SnifferLedger;
import io.wirepath.appliance.serve.spans.SpanExport;
import io.wirepath.merge.live.MergeStatus.SnifferStatus;
import io.wirepath.merge.result.ClockLine;
import io.wirepath.merge.spool.HostLoad;
import io.wirepath.report.SiteIds;
import io.wirepath.sniffer.CounterSet;
import java.io.Closeable;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The figures of the service in Prometheus' text form. Every counter of every stage is there by its name, with its
 * sentence as help; those of a sniffer carry its name as a label. Times are seconds. Thread-safe.
 */
final class Metrics implements Closeable {

    /** The form that has no exemplars, for who asks for no other. */
    private static final String PLAIN = "text/plain; version=0.0.4; charset=utf-8";

    private static final String OPEN_METRICS = "application/openmetrics-text";

    private static final double SECOND = 1e9;

    /**
     * Series of a machine that have a figure; others that a sniffer may tell have none, so that their number is
     * bounded.
     */
    private static final Set<String> MACHINE_SERIES = Set.of(
            "cpu.busy",
            "cpu.iowait",
            "cpu.steal",
            "memory.available",
            "disk.busy",
            "disk.read",
            "disk.written",
            "interface.received",
            "interface.sent",
            "interface.dropped");

    private final Service service;
    private final PrometheusMeterRegistry registry = registry();
    private final Map<String, Figure> figures = new ConcurrentHashMap<>();
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private final FindingMetrics findings = new FindingMetrics(registry);

    /** A figure that is told again before each answer. */
    private static final class Figure {
        private volatile double value;

        double value() {
            return value;
        }
    }

    /** A registry whose exemplars stand where Prometheus takes them: it refuses all of an answer with one elsewhere. */
    static PrometheusMeterRegistry registry() {
        return new PrometheusMeterRegistry(new PrometheusConfig() {
            @Override
            public @Nullable String get(String key) {
                return null;
            }

            @Override
            public Properties prometheusProperties() {
                Properties own = new Properties();
                own.setProperty("io.prometheus.exporter.exemplarsOnAllMetricTypes", "false");
                return own;
            }
        });
    }

    Metrics(Service service) {
        this.service = service;
        registry.getPrometheusRegistry().register(new QueryMetrics(service.queries()));
        registry.getPrometheusRegistry().register(new RequestMetrics(() -> {
            SpanExport spans = service.published().spans();
            return spans == null ? List.of() : spans.durations().services();
        }));
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        collections.bindTo(registry);
    }

    /** The form in which somebody wants them: OpenMetrics, which has exemplars, where that is asked for. */
    static String form(@Nullable String accepted) {
        return accepted != null && accepted.contains(OPEN_METRICS)
                ? OPEN_METRICS + "; version=1.0.0; charset=utf-8"
                : PLAIN;
    }

    /** All figures as they are now, in Prometheus' text form. */
    String scrape() {
        return scrape(PLAIN);
    }

    /** All figures as they are now, in a {@link #form}. */
    synchronized String scrape(String form) {
        Published published = service.published();
        counters("serve", Tags.empty(), published.counters());
        counters("log", Tags.empty(), service.logs().counters());
        counters("site", Tags.empty(), service.ids().counters());
        ids(published.ids());
        SpanExport spans = published.spans();
        if (spans != null) {
            counters("export", Tags.empty(), spans.counters());
        }
        counters("history", Tags.empty(), service.historyCounters().values());
        counter("analysis.seconds", Tags.empty(), "Time that all analyses took.", published.analysisNanos() / SECOND);
        gauge(
                "analysis.last.seconds",
                Tags.empty(),
                "Time of the last analysis.",
                published.lastAnalysisNanos() / SECOND);
        gauge(
                "history.reports",
                Tags.empty(),
                "Reports kept.",
                service.reports().size());
        gauge(
                "history.report.bytes",
                Tags.empty(),
                "Disk space of reports.",
                service.reports().bytes());
        gauge(
                "up",
                Tags.empty(),
                "1 while both stages make progress.",
                service.health().alive() ? 1 : 0);
        gauge("history.waiting", Tags.empty(), "1 while the merge waits for a full disk.", service.isWaiting() ? 1 : 0);
        findings.update(published, service.reports());
        MergeView merge = published.merge();
        if (merge != null) {
            merge(merge);
        }
        return registry.scrape(form);
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }

    private void ids(@Nullable SiteIds ids) {
        if (ids == null) {
            return;
        }
        counter(
                "links.measured.calls",
                Tags.empty(),
                "Calls whose cause identifiers tell.",
                ids.known().calls());
        counter(
                "links.measured.linked",
                Tags.empty(),
                "Those of them that were given a cause with an identifier.",
                ids.linked().calls());
        counter("links.measured.right", Tags.empty(), "Those of them whose cause is right.", ids.right());
        share("links.precision.ratio", "Of causes given, the share that is right by identifiers.", ids.precision());
        share("links.recall.ratio", "Of causes known by identifiers, the share that was found.", ids.recall());
    }

    /** A share and the interval that holds the true one with 95 %. */
    private void share(String name, String help, SiteIds.@Nullable Share share) {
        if (share != null) {
            gauge(name, Tags.of("bound", "none"), help, share.value());
            gauge(name, Tags.of("bound", "low"), help, share.low());
            gauge(name, Tags.of("bound", "high"), help, share.high());
        }
    }

    private void merge(MergeView view) {
        Tags none = Tags.empty();
        counters("merge", none, view.status().counters());
        counters("window", none, view.windows());
        gauge(
                "merge.held",
                none,
                "Sightings that wait for their turn.",
                view.status().held());
        gauge(
                "merge.open",
                none,
                "Sightings that wait for others of their message.",
                view.status().open());
        gauge("merge.connections", none, "Connections at hand.", view.status().connections());
        gauge(
                "merge.warming.up",
                none,
                "1 while clocks are not known.",
                view.status().warmingUp() ? 1 : 0);
        gauge("window.bytes", none, "Memory of the messages of open windows.", view.windowBytes());
        gauge("history.message.bytes", none, "Disk space of messages.", view.messageBytes());
        gauge("merge.remembered.bytes", none, "Disk space for the detection of late copies.", view.pastBytes());
        if (view.status().watermarkNanos() != Long.MIN_VALUE) {
            gauge(
                    "merge.watermark.lag.seconds",
                    none,
                    "How far the merged stream is behind this machine's clock.",
                    (view.atNanos() - view.status().watermarkNanos()) / SECOND);
        }
        List<SnifferStatus> sniffers = view.status().sniffers();
        for (int i = 0; i < sniffers.size(); i++) {
            sniffer(sniffers.get(i), view.sniffers().get(i), view.atNanos());
        }
    }

    private void sniffer(SnifferStatus status, SnifferLedger.Entry entry, long nowNanos) {
        Tags own = Tags.of("sniffer", status.name());
        for (HostLoad load : entry.loads()) {
            if (MACHINE_SERIES.contains(load.name())) {
                gauge(
                        "machine.load",
                        own.and("series", load.name()),
                        "Load of the sniffer's machine: shares, bytes, and bytes or frames a second.",
                        load.value());
            }
        }
        counters("sniffer", own, entry.counters());
        counter("sniffer.documents", own, "Documents read from its spools.", entry.documents());
        counter("sniffer.sightings.merged", own, "Sightings that came into the merge.", status.sightings());
        counter("sniffer.sightings.late", own, "Sightings that arrived behind the watermark.", status.late());
        counter("sniffer.documents.missing", own, "Documents deleted before they were read.", status.missing());
        counter("sniffer.runs", own, "How often it was started.", status.runs());
        counter("sniffer.clock.steps", own, "How often its clock was set.", status.clockSteps());
        gauge("sniffer.behind.seconds", own, "How far it is behind the foremost.", status.behindNanos() / SECOND);
        if (status.progressNanos() != Long.MIN_VALUE) {
            double lag = (nowNanos - status.progressNanos()) / SECOND;
            gauge("sniffer.lag.seconds", own, "How far its latest message is behind this machine's clock.", lag);
        }
        for (var state : io.wirepath.merge.live.MergeStatus.State.values()) {
            Tags both = own.and("state", state.name().toLowerCase(Locale.ROOT));
            gauge("sniffer.state", both, "1 for its state in the merge.", status.state() == state ? 1 : 0);
        }
        ClockLine clock = status.clock();
        if (clock != null) {
            gauge("clock.offset.seconds", own, "Its clock minus the reference's.", clock.offsetNanos() / SECOND);
            gauge(
                    "clock.offset.uncertainty.seconds",
                    own,
                    "How uncertain that is.",
                    clock.offsetUncertaintyNanos() / SECOND);
            gauge("clock.skew.ratio", own, "How much faster its clock runs than the reference's.", clock.skew());
        }
    }

    private void counters(String stage, Tags tags, List<CounterSet.Value> values) {
        for (CounterSet.Value value : values) {
            String name = stage + "."
                    + value.counter().name().toLowerCase(Locale.ROOT).replace('_', '.');
            counter(name, tags, value.counter().sentence(), value.value());
        }
    }

    private void counter(String name, Tags tags, String help, long value) {
        counter(name, tags, help, (double) value);
    }

    private void gauge(String name, Tags tags, String help, long value) {
        gauge(name, tags, help, (double) value);
    }

    private void counter(String name, Tags tags, String help, double value) {
        figures.computeIfAbsent("c" + name + tags, unseen -> {
                    Figure figure = new Figure();
                    FunctionCounter.builder("wirepath." + name, figure, Figure::value)
                            .tags(tags)
                            .description(help)
                            .register(registry);
                    return figure;
                })
                .value = value;
    }

    private void gauge(String name, Tags tags, String help, double value) {
        figures.computeIfAbsent("g" + name + tags, unseen -> {
                    Figure figure = new Figure();
                    Gauge.builder("wirepath." + name, figure, Figure::value)
                            .tags(tags)
                            .description(help)
                            .register(registry);
                    return figure;
                })
                .value = value;
    }
}
