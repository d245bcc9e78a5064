package io.wirepath.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.config.ServeConfig;
import io.wirepath.appliance.config.ServiceKind;
import io.wirepath.appliance.config.binding.ConfigSources;
import io.wirepath.appliance.config.binding.EffectiveConfig;
import io.wirepath.appliance.config.binding.LiveConfig;
import io.wirepath.appliance.serve.ServiceLog;
import io.wirepath.appliance.serve.run.ServeRun;
import io.wirepath.cluster.flink.ResultTopics;
import io.wirepath.cluster.kafka.KafkaAddress;
import io.wirepath.cluster.kafka.KafkaShippers;
import io.wirepath.cluster.local.LocalKafka;
import io.wirepath.cluster.local.OneProcess;
import io.wirepath.cluster.slice.AnalysisChoice;
import io.wirepath.cluster.slice.SliceSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code serve} shows the windows of a job, in whatever order the job wrote them, and reads the sniffers' topics as
 * well.
 */
class ShownWindowsTest {

    private static final long SECOND = 1_000_000_000L;
    private static final SliceSettings SLICES = new SliceSettings(5 * SECOND, 2 * SECOND, 2 * SECOND);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final Pattern ANSWERS = Pattern.compile("page and API at http://127\\.0\\.0\\.1:(\\d+)");
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path directory;

    @Test
    void serveShowsWhatAJobAnalysedAndReadsWhatSnifferWrote() throws Exception {
        Path spools = directory.resolve("spools");
        Spools.make(spools);
        Map<String, byte[]> results =
                OneProcess.results(Spools.of(spools), SLICES, AnalysisChoice.defaults(), new Random(1));
        try (LocalKafka kafka = new LocalKafka(directory.resolve("kafka"))) {
            KafkaAddress at = kafka.address("shown");
            ResultTopics.make(at, 1);
            List<String> names = windows(results);
            List<String> mixed = new ArrayList<>(names);
            Collections.shuffle(mixed, new Random(1));
            for (String name : mixed) {
                Spools.put(at, "windows", name, results.get("windows " + name));
            }
            Spools.put(at, "windows", "whole", new byte[] {'{', '}'});
            KafkaShippers.shipAll(spools.resolve("sw-app"), "sw-app", at);
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            ServeRun serve = serve(at, said);
            try {
                await(() -> ANSWERS.matcher(text(said)).find(), said);
                await(() -> listed(said).size() == names.size(), said);
                assertEquals(names, listed(said));
                for (String name : names) {
                    ObjectNode sent = (ObjectNode) JSON.readTree(results.get("windows " + name));
                    assertNotNull(sent.remove("kept"), "what windows are added by goes beside the report");
                    assertEquals(sent, get(said, "/windows/" + name));
                }
                await(() -> text(said).contains("is no window that can be shown"), said);
                assertTrue(get(said, "/findings").path("findings").size() > 0, "the sample has a finding");
                await(() -> received() == Spools.lastNumber(spools.resolve("sw-app")), said);
            } finally {
                serve.stop();
            }
            await(() -> text(said).contains("stopped:"), said);
        }
    }

    private ServeRun serve(KafkaAddress at, ByteArrayOutputStream said) throws Exception {
        ConfigSources sources = new ConfigSources(
                List.of(),
                Map.of(),
                List.of(
                        "directory=" + directory.resolve("serve"),
                        "receive.listen=",
                        "receive.kafka=" + at,
                        "receive.windows=" + at,
                        "http.listen=127.0.0.1:0"));
        EffectiveConfig<ServeConfig> read = ServiceKind.SERVE.reader().read(sources);
        ServiceLog log = new ServiceLog(new PrintStream(said, true, StandardCharsets.UTF_8), Map.of());
        ServeRun run = new ServeRun(read.config(), Map.of(), log);
        FutureTask<Void> task = new FutureTask<>(() -> {
            run.run(applying -> new LiveConfig<>(ServiceKind.SERVE.reader(), sources, read, applying, log::info));
            return null;
        });
        Thread thread = new Thread(task, "serve");
        thread.setDaemon(true);
        thread.start();
        return run;
    }

    private static List<String> windows(Map<String, byte[]> results) {
        return results.keySet().stream()
                .filter(key -> key.startsWith("windows "))
                .map(key -> key.substring("windows ".length()))
                .sorted()
                .toList();
    }

    private long received() throws IOException {
        Path sniffer = directory.resolve("serve").resolve("received").resolve("sw-app");
        if (!Files.isDirectory(sniffer)) {
            return 0;
        }
        try (Stream<Path> incarnations = Files.list(sniffer)) {
            Path spool = incarnations.findFirst().orElse(null);
            return spool == null ? 0 : Spools.lastNumber(spool);
        }
    }

    private static List<String> listed(ByteArrayOutputStream said) throws Exception {
        List<String> ids = new ArrayList<>();
        get(said, "/windows")
                .path("windows")
                .forEach(each -> ids.add(each.path("id").asText()));
        return ids;
    }

    private static JsonNode get(ByteArrayOutputStream said, String path) throws Exception {
        Matcher answers = ANSWERS.matcher(text(said));
        assertTrue(answers.find());
        URI uri = URI.create("http://127.0.0.1:" + answers.group(1) + "/api/v1" + path);
        return JSON.readTree(HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofByteArray())
                .body());
    }

    private static String text(ByteArrayOutputStream said) {
        return said.toString(StandardCharsets.UTF_8);
    }

    /** What is waited for. */
    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(Condition condition, ByteArrayOutputStream said) throws Exception {
        long until = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.holds()) {
            assertTrue(System.nanoTime() < until, () -> "waited too long: " + text(said));
            // looking asks a service
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }
}
