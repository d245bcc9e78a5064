package io.wirepath.bench.growth;

import io.wirepath.appliance.command.CommandTree;
import io.wirepath.pipeline.Console;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * How the CPU of {@code analyze}, and of windows of {@code serve}, grows where one thing is doubled and all else stays:
 * at most {@value #MAX_RATIO} times is linear with some noise. Both are told by the least of several runs. The stages
 * are packages, by samples of the stack of the thread that analyses, so a stage that grows faster than the rest is seen
 * where the rest hides it.
 *
 * <pre>
 *  java io.wirepath.bench.growth.GrowthBench [MESSAGES [analyze|serve|both [DIMENSION...]]]        20000, both, all
 * </pre>
 *
 * Ends with 1 where a ratio is larger. Run by {@code bench/growth}.
 */
public final class GrowthBench {

    static final double MAX_RATIO = 2.2;

    private static final int MESSAGES = 20_000;
    private static final long SAMPLE_MILLIS = 5;
    private static final int BASE_RUNS = 7;

    /** What is doubled is compiled then, but neither is told by a run in which the machine did something else. */
    private static final int DOUBLED_RUNS = 3;

    private static final double SHOWN_SHARE = 0.05;
    private static final String OURS = "io.wirepath.";
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** CPU of a run, seconds, in all and by package. */
    private record Cost(double seconds, Map<String, Double> stages) {}

    private final boolean isServed;

    private GrowthBench(boolean isServed) {
        this.isServed = isServed;
    }

    /** Measures. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        // else other threads take some of the work, and its CPU is not counted
        System.setProperty("java.util.concurrent.ForkJoinPool.common.parallelism", "0");
        int messages = arguments.length > 0 ? Integer.parseInt(arguments[0]) : MESSAGES;
        String which = arguments.length > 1 ? arguments[1] : "both";
        if (!Set.of("analyze", "serve", "both").contains(which)) {
            throw new IllegalArgumentException(which + ": is none of analyze, serve and both");
        }
        List<String> wanted =
                arguments.length > 2 ? List.of(arguments).subList(2, arguments.length) : GrowthTraffic.DIMENSIONS;
        boolean isLinear = true;
        for (String verb : which.equals("both") ? List.of("analyze", "serve") : List.of(which)) {
            isLinear &= new GrowthBench(verb.equals("serve")).measure(messages, wanted);
        }
        System.exit(isLinear ? 0 : 1);
    }

    private boolean measure(int messages, List<String> wanted) throws IOException, InterruptedException {
        boolean isLinear = measure("usual", new GrowthTraffic(messages, 40, 10, 20, 40, 50, 1, 1, 0, false), wanted);
        isLinear &= measure("a scan", new GrowthTraffic(messages, 2, 1, 10, messages / 4, 10, 1, 1, 0, false), wanted);
        isLinear &= measure("relayed", new GrowthTraffic(messages, 40, 10, 20, 1, 50, 1, 1, 0, true), wanted);
        isLinear &= measure("kept open", new GrowthTraffic(messages, 2, 3, 1, 1, 50, 1, 1, 2, false), wanted);
        return isLinear;
    }

    /** Whether all ratios of a kind of traffic are small. */
    private boolean measure(String kind, GrowthTraffic base, List<String> wanted)
            throws IOException, InterruptedException {
        Cost before = least(base, BASE_RUNS); // the JVM compiles; a base that waits for it hides what grows
        System.out.printf(Locale.ROOT, "%s, %s: %s%n", isServed ? "windows of serve" : "analyze", kind, base);
        System.out.printf(Locale.ROOT, "%-12s %8s %8s %6s  %s%n", "doubled", "CPU s", "doubled", "ratio", "stages");
        boolean isLinear = true;
        for (String dimension : wanted) {
            Cost after = least(base.doubled(dimension), DOUBLED_RUNS);
            double ratio = after.seconds() / before.seconds();
            isLinear &= ratio <= MAX_RATIO;
            System.out.printf(
                    Locale.ROOT,
                    "%-12s %8.2f %8.2f %6.2f  %s%n",
                    dimension,
                    before.seconds(),
                    after.seconds(),
                    ratio,
                    stages(before, after));
        }
        return isLinear;
    }

    /** The run that took least of so many. */
    private Cost least(GrowthTraffic traffic, int runs) throws IOException, InterruptedException {
        Cost least = run(traffic);
        for (int again = 1; again < runs; again++) {
            Cost other = run(traffic);
            least = other.seconds() < least.seconds() ? other : least;
        }
        return least;
    }

    /** The stages that take most, each with how it grew. */
    private static String stages(Cost before, Cost after) {
        List<String> shown = new ArrayList<>();
        after.stages().entrySet().stream()
                .filter(stage -> stage.getValue() > SHOWN_SHARE * after.seconds())
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .forEach(stage -> shown.add(String.format(
                        Locale.ROOT,
                        "%s %.2f→%.2f",
                        stage.getKey(),
                        before.stages().getOrDefault(stage.getKey(), 0.0),
                        stage.getValue())));
        return String.join(", ", shown);
    }

    private Cost run(GrowthTraffic traffic) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("wirepath-growth");
        try {
            List<String> captures =
                    traffic.write(directory).stream().map(Path::toString).toList();
            return measured(captures, directory.resolve("windows"));
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private Cost measured(List<String> captures, Path directory) throws InterruptedException {
        Console console = Console.silent();
        long[] nanos = {-1};
        Thread analysis = new Thread(
                () -> {
                    if (work(captures, directory, console)) {
                        nanos[0] = THREADS.getCurrentThreadCpuTime();
                    }
                },
                "growth");
        analysis.start();
        Map<String, Double> stages = new TreeMap<>();
        long seen = 0;
        while (analysis.isAlive()) {
            analysis.join(SAMPLE_MILLIS);
            ThreadInfo info = THREADS.getThreadInfo(analysis.getId(), Integer.MAX_VALUE);
            long used = THREADS.getThreadCpuTime(analysis.getId());
            if (info != null && used > seen) {
                stages.merge(stage(info), (used - seen) / 1e9, Double::sum);
                seen = used;
            }
        }
        if (nanos[0] < 0) {
            throw new IllegalStateException("failed: " + String.join(" ", captures));
        }
        return new Cost(nanos[0] / 1e9, stages);
    }

    private boolean work(List<String> captures, Path directory, Console console) {
        if (!isServed) {
            List<String> words = new ArrayList<>(List.of("analyze", "--quiet", "--workers", "1"));
            words.addAll(captures);
            return CommandTree.run(console, words.toArray(String[]::new)) == 0;
        }
        try {
            return ServedWindows.of(captures, directory, console) > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String stage(ThreadInfo info) {
        for (StackTraceElement frame : info.getStackTrace()) {
            String name = frame.getClassName();
            if (name.startsWith(OURS)) {
                return name.substring(OURS.length(), name.lastIndexOf('.'));
            }
        }
        return "other";
    }
}
