package io.wirepath.report;

import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.delay.NodeSummary;
import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.host.HostLog;
import io.wirepath.analyze.host.HostRecord;
import io.wirepath.analyze.path.CallForest;
import io.wirepath.analyze.path.PathExample;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.PatternStep;
import io.wirepath.analyze.path.PatternTable;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.analyze.series.SeriesTable;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.fanin.Joins;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.sniffer.CaptureDamage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A small report with known figures: web asks app, app asks redis; app2 is slow; one name is hostile. */
public final class SampleReport {

    /** A name as a packet could bring it. */
    public static final String HOSTILE_NAME = "<img src=x onerror=document.title='owned'></script>";

    private SampleReport() {}

    /** The report. */
    public static Report make() {
        NodeTable nodes = new NodeTable();
        int web = nodes.add("10.2.0.11", "web", false);
        int app1 = nodes.add("10.3.0.11", "app1", true);
        int app2 = nodes.add("10.3.0.12", "app2", true);
        int redis = nodes.add("10.4.0.11", HOSTILE_NAME, false);
        MessageTableBuilder messages = new MessageTableBuilder(nodes);
        long start = 1_795_196_958_000_000_000L;
        addCall(messages, start, 30_000_000, web, app1, 8080, 0);
        addCall(messages, start + 1_000_000, 2_000_000, app1, redis, 6379, 1);
        addCall(messages, start + 50_000_000, 80_000_000, web, app2, 8080, 2);
        messages.outcome(Outcome.of(Outcome.Kind.HTTP, 503));
        MessageTable table = messages.build();
        LinkTable.Builder links = new LinkTable.Builder(table.size());
        for (int row = 0; row < table.size(); row++) {
            links.endChild(1);
        }
        CallTable calls = new CallTable(
                new int[] {0, 1, 4}, new int[] {3, 2, 5}, new int[] {-1, 0, -1}, new double[] {1, 0.9, 1}, new int[] {
                    0, 0, 2
                });
        Analysis analysis = new Analysis(
                "linking",
                table,
                TimeSpan.ALWAYS,
                links.build(),
                calls,
                List.of(pattern("p1", "web → app → redis", 40, 30_000_000), pattern("p2", "web → app", 400, 2_000_000)),
                new PatternTable(),
                List.of(
                        node(web, "web", 0, 0),
                        node(app1, "app", 30, 9_000_000),
                        node(app2, "app", 31, 59_000_000),
                        node(redis, "redis", 61, 300_000)),
                List.of(new RoleSummary("app", List.of(app1, app2))),
                Joins.none(nodes.size()),
                SeriesTable.NONE,
                List.of(new Finding(
                        Finding.Severity.PROBLEM,
                        "slow-replica",
                        "app2 is 50.0 ms slower than app1",
                        "31 calls against 30.",
                        List.of("app2"),
                        50e6,
                        1e6)),
                List.of());
        SnifferRecord health = new SnifferRecord(
                0,
                "sw-app",
                "sw-app.pcap.gz",
                1234,
                start,
                start + 130_000_000,
                Optional.of(new CaptureDamage("sw-app.pcap.gz", 1235, 99, "the file ends inside a packet")),
                List.of());
        return new Report(
                "sw-app.pcap.gz", "0.1.0", analysis, List.of(health), Map.of("max-delay", "2 s"), List.of("One note."));
    }

    /** The report of {@link #make} with what its hosts logged: a load of app1, and an event of it while it works. */
    public static Report withHosts() {
        Report of = make();
        long start = of.analysis().messages().timeNanos(0);
        HostLog hosts = HostLog.of(List.of(
                new HostRecord(start, 1000, "app1", "vmstat", "Usage", "cpu.user", 40, "", ""),
                new HostRecord(
                        start + 10_000_000, 1000, "10.3.0.11", "app", "Info", "cache.miss", Double.NaN, "7", "KEY=a")));
        return new Report(
                of.title(),
                of.version(),
                of.analysis(),
                of.inputs(),
                of.settings(),
                of.notes(),
                of.merge(),
                of.comparison(),
                of.graphs(),
                hosts,
                null);
    }

    /** A report of a capture without a message. */
    public static Report empty() {
        MessageTable none = new MessageTableBuilder(new NodeTable()).build();
        return of(none, new LinkTable.Builder(0).build());
    }

    /** A report of these messages with these links alone. */
    public static Report of(MessageTable messages, LinkTable links) {
        List<RoleSummary> roles = IntStream.range(0, messages.nodes().size())
                .mapToObj(node -> new RoleSummary(messages.nodes().get(node).name(), List.of(node)))
                .toList();
        Analysis analysis = new Analysis(
                "linking",
                messages,
                TimeSpan.ALWAYS,
                links,
                CallForest.of(messages, links),
                List.of(),
                new PatternTable(),
                List.of(),
                roles,
                Joins.none(messages.nodes().size()),
                SeriesTable.NONE,
                List.of(),
                List.of());
        return new Report("a.pcap", "0.1.0", analysis, List.of(), Map.of(), List.of());
    }

    private static void addCall(
            MessageTableBuilder to, long start, long nanos, int caller, int callee, int port, int connection) {
        to.add(start, start, caller, 40000 + connection, callee, port, connection, 6, Role.REQUEST, 0, 0, 100, 0, 0);
        long end = start + nanos;
        to.add(end, end, callee, port, caller, 40000 + connection, connection, 6, Role.RESPONSE, 0, 0, 900, 0, 0);
    }

    private static NodeSummary node(int node, String role, long served, long ownNanos) {
        return new NodeSummary(
                node, role, false, served, 0, 0, 0, delay(ownNanos, served), delay(2 * ownNanos, served));
    }

    private static PathPattern pattern(String id, String title, long count, long nanos) {
        PatternStep answer =
                step("app", "web", Role.RESPONSE, (double) nanos, delay(nanos - 2_000_000, count), List.of());
        PatternStep back = step("redis", "app", Role.RESPONSE, 2_000_000, delay(1_000_000, count), List.of(answer));
        PatternStep ask = step("app", "redis", Role.REQUEST, 1_000_000, delay(1_000_000, count), List.of(back));
        PatternStep root = step("web", "app", Role.REQUEST, 0, null, List.of(ask));
        return new PathPattern(
                id,
                title,
                PathPattern.Aggregation.ROLES,
                root,
                count,
                count * 0.9,
                0.99,
                delay(nanos, count),
                List.of(new PathExample(0, 30_000_000, 0.9)),
                List.of());
    }

    private static PatternStep step(
            String from,
            String to,
            Role role,
            double start,
            @Nullable DelayDistribution own,
            List<PatternStep> children) {
        boolean fromTraced = from.equals("app");
        String port = role == Role.REQUEST ? to.equals("app") ? "8080" : "6379" : "*";
        return new PatternStep(
                from,
                to,
                fromTraced,
                to.equals("app"),
                port,
                role,
                "",
                "",
                List.of(),
                true,
                0.9,
                own,
                own == null || !fromTraced
                        ? List.of()
                        : List.of(
                                new PatternStep.NodeDelay("app2", delay(52_000_000, 1)),
                                new PatternStep.NodeDelay("app1", delay(1_000_000, 1))),
                null,
                start,
                children);
    }

    private static DelayDistribution delay(long nanos, long samples) {
        DelayDistribution delay = new DelayDistribution();
        for (int i = 0; i < samples; i++) {
            delay.add(nanos, 1);
        }
        return delay;
    }
}
