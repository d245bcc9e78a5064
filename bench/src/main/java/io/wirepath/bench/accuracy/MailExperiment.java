package io.wirepath.bench.accuracy;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.convolution.Convolution;
import io.wirepath.causes.convolution.ConvolutionSettings;
import io.wirepath.causes.convolution.PathVertex;
import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.Role;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Accuracy and cost of convolution by its quantum (Project 5 §7.5.7, Figure 23 and the last rows of Table 1): on
 * generated mail of the length of the paper's trace of Received headers, 81,044 messages in 5.1 million seconds, which
 * was never published. Mail comes from outside to one of two exchangers, most of it goes through a scanner to one of
 * three mailboxes, some is forwarded.
 *
 * <p>A path is real where some mail took it; a path of the graph is false where none did. A real path is frequent with
 * 100 mails.
 */
final class MailExperiment {

    private static final int MESSAGES = 81_044;
    private static final double SECONDS = 5.1e6;
    private static final int PORT = 25;
    private static final int FREQUENT = 100;
    private static final int[] QUANTA_SECONDS = {5, 10, 20, 30, 60, 120, 240, 360, 720};
    private static final long SECOND = 1_000_000_000L;
    private static final double PER_CENT = 100;
    private static final double MEGABYTE = 1e6;
    private static final String OUTSIDE = "outside";

    /** A hop of a mail: seconds after the trace's begin. */
    private record Hop(String from, String to, double at) {}

    /** A line of the table, and the time in it. */
    private record Cost(String row, double cpuSeconds) {}

    private final Random random;
    private final Map<String, Integer> real = new TreeMap<>();

    MailExperiment(long seed) {
        random = new Random(seed);
    }

    /** Runs, writes {@code figure23.csv} into the directory. */
    void write(Path directory) throws IOException {
        MessageTable messages = messages();
        StringBuilder csv = new StringBuilder(
                "quantum_s,steps,cpu_s,mbytes,paths,false_paths,paths_of_100,false_of_100,frequent_real,missed\n");
        ExperimentPlot plot = new ExperimentPlot("figure23", "quantum, s", "CPU, s");
        double perStep = 0;
        for (int quantum : QUANTA_SECONDS) {
            Cost cost = cost(messages, quantum);
            csv.append(cost.row());
            System.out.print(cost.row());
            double steps = SECONDS / quantum;
            perStep = perStep == 0 ? cost.cpuSeconds() / (steps * Math.log(steps)) : perStep;
            plot.add("mail", "convolution", quantum, cost.cpuSeconds() / PER_CENT);
            plot.add("mail", "S log S", quantum, perStep * steps * Math.log(steps) / PER_CENT);
        }
        plot.write(directory);
        Files.writeString(directory.resolve("figure23.csv"), csv.toString());
    }

    private Cost cost(MessageTable messages, int quantum) {
        ConvolutionSettings own = ConvolutionSettings.defaults();
        Convolution convolution = new Convolution(new ConvolutionSettings(
                quantum * SECOND,
                own.spikeDeviations(),
                own.valleyDeviations(),
                2L * quantum * SECOND,
                1000L * quantum * SECOND,
                own.maxVisits(),
                own.maxDepth(),
                own.maxVertices(),
                0));
        convolution.graphs(messages); // the compilers' work is not part of the cost
        HeapPeak peak = new HeapPeak();
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        List<PathVertex> graphs = convolution.graphs(messages);
        double cpu = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before) / (double) SECOND;
        double bytes = peak.bytes();
        Map<String, Integer> found = new TreeMap<>();
        graphs.forEach(graph -> leaves(messages, graph, "", found));
        long wrong =
                found.keySet().stream().filter(path -> !real.containsKey(path)).count();
        List<String> often = found.entrySet().stream()
                .filter(each -> each.getValue() >= FREQUENT)
                .map(Map.Entry::getKey)
                .toList();
        List<String> wanted = real.entrySet().stream()
                .filter(each -> each.getValue() >= FREQUENT)
                .map(Map.Entry::getKey)
                .toList();
        String row = String.format(
                Locale.ROOT,
                "%d,%d,%.2f,%.0f,%d,%d,%d,%d,%d,%d%n",
                quantum,
                Math.round(SECONDS / quantum),
                cpu,
                bytes / MEGABYTE,
                found.size(),
                wrong,
                often.size(),
                often.stream().filter(path -> !real.containsKey(path)).count(),
                wanted.size(),
                wanted.stream().filter(path -> !found.containsKey(path)).count());
        return new Cost(row, cpu);
    }

    private static void leaves(MessageTable messages, PathVertex at, String above, Map<String, Integer> into) {
        String here = above + " " + messages.nodes().get(at.node()).name();
        int ended = at.messageCount()
                - at.next().stream().mapToInt(PathVertex::messageCount).sum();
        if (ended > 0) {
            into.merge(here.strip(), ended, Integer::sum);
        }
        at.next().forEach(next -> leaves(messages, next, here, into));
    }

    private static int number(String host, Map<String, Integer> numbers, NodeTable nodes) {
        return numbers.computeIfAbsent(host, name -> nodes.add(name, name, true));
    }

    private MessageTable messages() {
        List<Hop> hops = new ArrayList<>();
        while (hops.size() < MESSAGES) {
            mail(random.nextDouble() * SECONDS, hops);
        }
        hops.sort(Comparator.comparingDouble(Hop::at));
        NodeTable nodes = new NodeTable();
        Map<String, Integer> numbers = new TreeMap<>();
        for (Hop hop : hops) {
            number(hop.from(), numbers, nodes);
            number(hop.to(), numbers, nodes);
        }
        MessageTableBuilder table = new MessageTableBuilder(nodes);
        for (Hop hop : hops) {
            long nanos = Math.round(hop.at()) * SECOND; // headers tell whole seconds, and the receiver's clock alone
            table.add(
                    nanos,
                    nanos,
                    number(hop.from(), numbers, nodes),
                    PORT,
                    number(hop.to(), numbers, nodes),
                    PORT,
                    0,
                    IpProtocol.TCP,
                    Role.ONE_WAY,
                    0,
                    MessageTableBuilder.NO_CALL,
                    1000,
                    0,
                    0);
        }
        return table.build();
    }

    /** One mail: its hops, and its path among the real ones. */
    private void mail(double start, List<Hop> into) {
        String exchanger = "mx" + (1 + random.nextInt(2));
        List<String> path = new ArrayList<>(List.of(OUTSIDE + random.nextInt(4), exchanger));
        if (random.nextDouble() < 0.9) {
            path.add("scanner");
        }
        path.add("box" + (1 + random.nextInt(3)));
        if (random.nextDouble() < 0.1) {
            path.add("forward");
        }
        double at = start;
        for (int i = 0; i + 1 < path.size(); i++) {
            into.add(new Hop(path.get(i), path.get(i + 1), at));
            double usual = path.get(i + 1).equals("scanner") ? 3 : 40;
            // most mail waits a common time at a host, some waits in a queue
            at += random.nextDouble() < 0.85
                    ? Math.max(0, usual + random.nextGaussian() * usual / 10)
                    : -600 * Math.log(1 - random.nextDouble());
        }
        real.merge(String.join(" ", path), 1, Integer::sum);
    }
}
