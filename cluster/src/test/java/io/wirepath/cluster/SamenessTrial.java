package io.wirepath.cluster;

import io.wirepath.cluster.flink.JobSettings;
import io.wirepath.cluster.flink.ResultTopics;
import io.wirepath.cluster.kafka.KafkaAddress;
import io.wirepath.cluster.kafka.KafkaShippers;
import io.wirepath.cluster.kafka.LatestRecords;
import io.wirepath.cluster.local.LocalFlink;
import io.wirepath.cluster.local.LocalKafka;
import io.wirepath.cluster.local.OneProcess;
import io.wirepath.cluster.slice.AnalysisChoice;
import io.wirepath.cluster.slice.SliceSettings;
import io.wirepath.merge.spool.Spool;
import io.wirepath.pipeline.StoreDirectory;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Whether the job on 1 and on 4 slots tells of some spools what one process tells, to the byte: {@code bench/cluster
 * same} runs it. Prints a line a run; ends with 1 where anything differs.
 */
public final class SamenessTrial {

    private static final long SECOND = 1_000_000_000L;
    private static final List<String> KINDS = List.of("messages", "calls", "findings", "windows", "late");

    private final LocalKafka kafka;
    private final Path work;
    private final List<Path> spools;
    private final PrintStream out;

    private SamenessTrial(LocalKafka kafka, Path work, List<Path> spools, PrintStream out) {
        this.kafka = kafka;
        this.work = work;
        this.spools = spools;
        this.out = out;
    }

    /** Spools' directory, seconds of a window, seconds of a margin. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<Path> spools;
        try (Stream<Path> inside = Files.list(Path.of(arguments[0]))) {
            spools = inside.filter(Spool::isSpool).sorted().toList();
        }
        long window = Long.parseLong(arguments[1]) * SECOND;
        long margin = Long.parseLong(arguments[2]) * SECOND;
        boolean same = true;
        try (StoreDirectory directory = new StoreDirectory();
                LocalKafka kafka = new LocalKafka(directory.path().resolve("kafka"))) {
            SamenessTrial trial = new SamenessTrial(
                    kafka, directory.path(), spools, new PrintStream(System.out, true, StandardCharsets.UTF_8));
            trial.ship();
            same &= trial.compare("everything at once", SliceSettings.whole());
            same &= trial.compare("windows", new SliceSettings(window, margin, margin));
        }
        Runtime.getRuntime().halt(same ? 0 : 1);
    }

    private void ship() throws IOException, InterruptedException {
        for (Path spool : spools) {
            KafkaShippers.shipAll(spool, String.valueOf(spool.getFileName()), kafka.address("from"));
        }
    }

    private boolean compare(String what, SliceSettings slices) throws IOException, InterruptedException {
        JobSettings prepared = settings(kafka.address("from"), slices).prepared();
        Map<String, byte[]> one = OneProcess.results(spools, slices, prepared.choice(), new Random(1));
        boolean same = true;
        for (int slots : new int[] {1, 4}) {
            KafkaAddress to = kafka.address("slots" + slots + (slices.isWhole() ? "whole" : "windows"));
            ResultTopics.make(to, slots);
            JobSettings job = new JobSettings(
                    prepared.from(),
                    to,
                    slices,
                    prepared.choice(),
                    true,
                    prepared.holdNanos(),
                    prepared.idleNanos(),
                    prepared.awaited());
            try (LocalFlink flink = new LocalFlink(work.resolve(to.prefix()), slots == 1 ? 1 : 2, slots == 1 ? 1 : 2)) {
                flink.await(flink.submit(job));
            }
            String difference = difference(one, results(to));
            out.printf(
                    "%-20s %d slots  %d sniffers, %d messages, %d windows, %d results: %s%n",
                    what,
                    slots,
                    spools.size(),
                    count(one, "messages "),
                    count(one, "windows "),
                    one.size(),
                    difference.isEmpty() ? "the same bytes" : "DIFFERENT at " + difference);
            same &= difference.isEmpty();
        }
        return same;
    }

    private static JobSettings settings(KafkaAddress at, SliceSettings slices) {
        return new JobSettings(
                at,
                at,
                slices,
                AnalysisChoice.defaults(),
                true,
                JobSettings.DEFAULT_HOLD_NANOS,
                JobSettings.DEFAULT_IDLE_NANOS,
                List.of());
    }

    private static Map<String, byte[]> results(KafkaAddress at) {
        Map<String, byte[]> results = new TreeMap<>();
        for (String kind : KINDS) {
            LatestRecords.of(at, at.results(kind)).forEach((key, value) -> results.put(kind + " " + key, value));
        }
        return results;
    }

    private static String difference(Map<String, byte[]> one, Map<String, byte[]> other) {
        for (Map.Entry<String, byte[]> each : one.entrySet()) {
            if (!Arrays.equals(each.getValue(), other.get(each.getKey()))) {
                return each.getKey();
            }
        }
        return other.keySet().stream()
                .filter(key -> !one.containsKey(key))
                .findFirst()
                .orElse("");
    }

    private static long count(Map<String, byte[]> results, String kind) {
        return results.keySet().stream().filter(key -> key.startsWith(kind)).count();
    }
}
