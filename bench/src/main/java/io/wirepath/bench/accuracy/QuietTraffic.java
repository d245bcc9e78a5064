package io.wirepath.bench.accuracy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.incident.Incident;
import io.wirepath.analyze.incident.IncidentCase;
import io.wirepath.analyze.incident.Incidents;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * {@code bench/diagnosis --quiet REPLAYS DIR…}: problems told of traffic in which nothing was made to change. Of each
 * set the time before its fault is taken, whole, in halves and in eighths as it was recorded, and replayed: blocks of
 * traces and single traces in another order, and the last first. What is told of single traces in another order is
 * chance alone.
 */
final class QuietTraffic {

    private static final double SECOND = 1e9;

    private static final int[] PARTS = {1, 2, 8};
    private static final int[] BLOCKS = {8, 32};

    /** Shorter stretches say nothing. */
    private static final double MIN_SECONDS = 10;

    private final Map<String, double[]> sums = new TreeMap<>();
    private final int replays;

    private QuietTraffic(int replays) {
        this.replays = replays;
    }

    /** Prints what is told, and how much of it an hour. */
    static void print(int replays, List<Path> directories) throws IOException {
        QuietTraffic own = new QuietTraffic(replays);
        for (Path directory : directories) {
            Analysis analysis = DiagnosisBench.analysis(directory);
            own.add(directory.getFileName().toString(), analysis, quiet(directory, analysis.messages()));
        }
        own.print();
    }

    private void print() {
        System.out.println("| quiet traffic | hours | problems | notices |");
        System.out.println("|---|---:|---:|---:|");
        sums.forEach((how, sum) ->
                System.out.printf(Locale.ROOT, "| %s | %.2f | %.0f | %.0f |%n", how, sum[0] / 3600, sum[1], sum[2]));
    }

    private void add(String name, Analysis analysis, TimeSpan whole) {
        MessageTable messages = analysis.messages();
        ServedCalls served = new ServedCalls(messages, analysis.calls());
        TrafficEdit.Edited recorded = new TrafficEdit.Edited(messages, analysis.calls(), served);
        for (int parts : PARTS) {
            for (TimeSpan span : parts(whole, parts)) {
                judge(name, "recorded, 1/" + parts, recorded, analysis, span);
            }
        }
        Random random = new Random(name.hashCode());
        judge(
                name,
                "replayed backwards",
                edit(recorded).permuteTraces(whole, true, random).build(),
                analysis,
                whole);
        for (int i = 0; i < replays; i++) {
            for (int blocks : BLOCKS) {
                judge(
                        name,
                        "replayed in " + blocks + " blocks",
                        edit(recorded).permuteBlocks(whole, blocks, random).build(),
                        analysis,
                        whole);
            }
            judge(
                    name,
                    "replayed by single traces",
                    edit(recorded).permuteTraces(whole, false, random).build(),
                    analysis,
                    whole);
        }
    }

    /** The time before its fault, or all of it. */
    static TimeSpan quiet(Path directory, MessageTable messages) throws IOException {
        long to = messages.timeNanos(messages.size() - 1);
        Path file = directory.resolve("incident.json");
        if (Files.exists(file)) {
            JsonNode incident = new ObjectMapper().readTree(file.toFile());
            to = incident.has("onset_us")
                    ? incident.get("onset_us").asLong() * 1000
                    : incident.get("fault_s").asLong() * (long) SECOND;
        }
        return new TimeSpan(messages.timeNanos(0), to);
    }

    private static TrafficEdit edit(TrafficEdit.Edited of) {
        return new TrafficEdit(of.messages(), of.calls(), of.served());
    }

    private static List<TimeSpan> parts(TimeSpan whole, int parts) {
        List<TimeSpan> spans = new ArrayList<>();
        long length = (whole.toNanos() - whole.fromNanos()) / parts;
        for (int i = 0; i < parts; i++) {
            spans.add(new TimeSpan(whole.fromNanos() + i * length, whole.fromNanos() + (i + 1) * length));
        }
        return spans;
    }

    private void judge(String set, String how, TrafficEdit.Edited in, Analysis analysis, TimeSpan span) {
        double seconds = (span.toNanos() - span.fromNanos()) / SECOND;
        if (seconds < MIN_SECONDS) {
            return;
        }
        double[] sum = sums.computeIfAbsent(how, unseen -> new double[3]);
        sum[0] += seconds;
        for (IncidentCase each : Incidents.of(in.messages(), in.calls(), in.served(), analysis.roles(), span)) {
            Incident own = each.cause();
            boolean notice = own.isTraffic() || own.kind() == Incident.Kind.QUEUES || each.isHarmless();
            if (own.kind() != Incident.Kind.FASTER) {
                sum[notice ? 2 : 1]++;
                System.err.printf(
                        Locale.ROOT,
                        "%s, %s of %.0f s: %s at %s %s from %.1f to %.1f s: %.4g to %.4g, effect %.3f ms, %d, chance %.2g; requests %.3f ms, %.3f%n",
                        set,
                        how,
                        seconds,
                        own.kind(),
                        names(analysis, own.nodes()),
                        names(analysis, own.peers()),
                        (own.change().onsetNanos() - span.fromNanos()) / SECOND,
                        own.change().lasts() ? seconds : (own.change().endNanos() - span.fromNanos()) / SECOND,
                        own.before(),
                        own.after(),
                        own.effectNanos() / 1e6,
                        own.observations(),
                        own.change().chance(),
                        each.requests().longerNanos() / 1e6,
                        each.requestShare());
            }
        }
    }

    static List<String> names(Analysis analysis, List<Integer> nodes) {
        return nodes.stream()
                .map(node -> analysis.messages().nodes().get(node).name())
                .toList();
    }
}
