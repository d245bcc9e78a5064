package io.wirepath.bench.soak;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * Compares the windows that a service kept with what {@link HonestCalls} did: how many calls each server got of the one
 * before it, how long they took, that their cause is told, that the first has its name, and that no translation was
 * made up. Prints a line a window.
 *
 * <pre>
 *  java io.wirepath.bench.soak.SoakVerdict WINDOWS
 * </pre>
 *
 * Ends with 1 where a whole window tells anything else. The first and the last window are cut by the run and are not
 * judged.
 */
public final class SoakVerdict {

    /** What delays may differ by: histograms have three digits. */
    private static final double TOLERANCE = 0.01;

    private static final double APP_MILLIS = 11.18;
    private static final double STORE_MILLIS = 5.06;
    private static final long SECOND = 1_000_000_000L;

    private final ObjectMapper json = new ObjectMapper();
    private int wrong;
    private long nextNanos;

    private SoakVerdict() {}

    /** Prints the verdict. */
    public static void main(String[] arguments) throws IOException {
        SoakVerdict verdict = new SoakVerdict();
        List<Path> windows;
        try (Stream<Path> files = Files.list(Path.of(arguments[0]))) {
            windows = files.filter(file -> file.toString().endsWith(".json.gz"))
                    .sorted()
                    .toList();
        }
        for (int i = 1; i < windows.size() - 1; i++) {
            verdict.judge(windows.get(i));
        }
        System.out.printf("%d windows, %d of them wrong%n", Math.max(0, windows.size() - 2), verdict.wrong);
        System.exit(verdict.wrong == 0 && windows.size() > 2 ? 0 : 1);
    }

    /** The calls between each two tiers, and whether their delays are those of the senders. */
    private record Tiers(long clients, long app, long store, boolean onTime) {

        static Tiers of(JsonNode report) {
            long clients = 0;
            long app = 0;
            long store = 0;
            boolean onTime = true;
            for (JsonNode call : report.get("calls")) {
                String from = call.get("from").asText();
                String to = call.get("to").asText();
                if (from.startsWith("10.1.0.") && isNamed(to)) {
                    clients += call.get("calls").asLong();
                } else if (isNamed(from) && to.endsWith("10.2.0.2")) {
                    app += call.get("calls").asLong();
                    onTime &= isNear(call, APP_MILLIS);
                } else if (from.endsWith("10.2.0.2") && to.endsWith("10.2.0.3")) {
                    store += call.get("calls").asLong();
                    onTime &= isNear(call, STORE_MILLIS);
                }
            }
            return new Tiers(clients, app, store, onTime);
        }
    }

    private void judge(Path file) throws IOException {
        JsonNode report;
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            report = json.readTree(in);
        }
        JsonNode window = report.get("window");
        long fromNanos = window.get("fromNanos").asLong();
        if (nextNanos > 0 && fromNanos != nextNanos) {
            wrong++;
            System.out.printf("WRONG: no report of %d s%n", (fromNanos - nextNanos) / SECOND);
        }
        nextNanos = window.get("toNanos").asLong();
        long wanted = (nextNanos - fromNanos) / SECOND * HonestCalls.A_SECOND;
        Tiers tiers = Tiers.of(report);
        long paths = paths(report);
        int translations = report.get("merge").get("translations").size();
        boolean right = tiers.equals(new Tiers(wanted, wanted, wanted, true)) && paths == wanted && translations == 0;
        wrong += right ? 0 : 1;
        System.out.printf(
                "%s %s: of %d calls %d, %d, %d and %d paths; delays %s; %d translations; %d messages of %d nodes%n",
                window.get("id").asText(),
                right ? "right" : "WRONG",
                wanted,
                tiers.clients,
                tiers.app,
                tiers.store,
                paths,
                tiers.onTime ? "right" : "wrong",
                translations,
                report.get("totals").get("messages").asLong(),
                report.get("totals").get("nodes").asLong());
    }

    /**
     * How often the whole path was found, that which all honest calls take: by nodes, as strangers may change what
     * roles are named.
     */
    private static long paths(JsonNode report) {
        long found = 0;
        for (JsonNode pattern : report.get("patterns")) {
            found += pattern.get("members").isEmpty() ? counted(List.of(pattern)) : counted(pattern.get("members"));
        }
        return found;
    }

    private static long counted(Iterable<JsonNode> patterns) {
        long found = 0;
        for (JsonNode pattern : patterns) {
            String title = pattern.get("title").asText();
            if (title.contains(HonestCalls.NAME) && title.contains("10.2.0.2") && title.endsWith("10.2.0.3")) {
                found += pattern.get("count").asLong();
            }
        }
        return found;
    }

    /** The first server has its name, behind which its address stands while strangers call it otherwise as well. */
    private static boolean isNamed(String node) {
        return node.equals(HonestCalls.NAME) || node.equals(HonestCalls.NAME + "@10.2.0.1");
    }

    private static boolean isNear(JsonNode call, double millis) {
        double median = call.get("delay").get("p50Nanos").asDouble() / 1e6;
        return Math.abs(median - millis) <= millis * TOLERANCE;
    }
}
