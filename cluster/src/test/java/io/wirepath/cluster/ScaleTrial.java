package io.wirepath.cluster;

import com.sun.management.OperatingSystemMXBean;
import io.wirepath.cluster.flink.JobSettings;
import io.wirepath.cluster.flink.ResultTopics;
import io.wirepath.cluster.kafka.KafkaAddress;
import io.wirepath.cluster.kafka.KafkaShippers;
import io.wirepath.cluster.kafka.LatestRecords;
import io.wirepath.cluster.local.LocalFlink;
import io.wirepath.cluster.local.LocalKafka;
import io.wirepath.cluster.slice.AnalysisChoice;
import io.wirepath.cluster.slice.SliceSettings;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolReader;
import io.wirepath.pipeline.StoreDirectory;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the job costs on 1, 2 and 4 slots: {@code bench/cluster} runs it. Prints a line a run: slots, windows, messages,
 * seconds by the clock, CPU seconds of the process, and messages per CPU second.
 */
public final class ScaleTrial {

    private static final long SECOND = 1_000_000_000L;

    private ScaleTrial() {}

    /** Spools' directory, seconds of a window, seconds of a margin, then numbers of slots. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path spools = Path.of(arguments[0]);
        long window = Long.parseLong(arguments[1]) * SECOND;
        long margin = Long.parseLong(arguments[2]) * SECOND;
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        List<Path> sniffers;
        try (Stream<Path> inside = Files.list(spools)) {
            sniffers = inside.filter(Spool::isSpool).sorted().toList();
        }
        try (StoreDirectory directory = new StoreDirectory();
                LocalKafka kafka = new LocalKafka(directory.path().resolve("kafka"))) {
            ship(sniffers, kafka.address("trial"), out);
            out.println("slots  windows  messages  wall s   CPU s  messages per CPU s");
            for (int i = 3; i < arguments.length; i++) {
                int slots = Integer.parseInt(arguments[i]);
                KafkaAddress to = kafka.address("slots" + i + "x" + slots);
                ResultTopics.make(to, slots);
                JobSettings job = new JobSettings(
                        kafka.address("trial"),
                        to,
                        new SliceSettings(window, margin, margin),
                        AnalysisChoice.defaults(),
                        true,
                        JobSettings.DEFAULT_HOLD_NANOS,
                        JobSettings.DEFAULT_IDLE_NANOS,
                        sniffers.stream()
                                .map(each -> String.valueOf(each.getFileName()))
                                .toList());
                try (LocalFlink flink = new LocalFlink(directory.path().resolve("checkpoints" + i), 1, slots)) {
                    long wall = System.nanoTime();
                    long cpu = cpuNanos();
                    flink.await(flink.submit(job));
                    double wallSeconds = (System.nanoTime() - wall) / (double) SECOND;
                    double cpuSeconds = (cpuNanos() - cpu) / (double) SECOND;
                    int messages = LatestRecords.of(to, to.results("messages")).size();
                    int windows = LatestRecords.of(to, to.results("windows")).size();
                    out.printf(
                            "%5d  %7d  %8d  %6.1f  %6.1f  %18.0f%n",
                            slots, windows, messages, wallSeconds, cpuSeconds, messages / cpuSeconds);
                }
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private static void ship(List<Path> sniffers, KafkaAddress to, PrintStream out)
            throws IOException, InterruptedException {
        long cpu = cpuNanos();
        long documents = 0;
        for (Path spool : sniffers) {
            KafkaShippers.shipAll(spool, String.valueOf(spool.getFileName()), to);
            try (SpoolReader reader = Spool.read(spool)) {
                documents += reader.lastNumber();
            }
        }
        out.printf(
                "%d documents of %d sniffers to Kafka: %.1f CPU s, broker and start of both included%n",
                documents, sniffers.size(), (cpuNanos() - cpu) / (double) SECOND);
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
