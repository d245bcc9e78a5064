package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertLinesMatch;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.run.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real traffic on the loopback of a network namespace, captured by us and by tcpdump at the same time. */
final class SniffLiveTest {

    private static final String NAMESPACE = "wp-sniff-live";
    private static final int REQUESTS = 100;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** A server and a client that calls it, in one. */
    private static final String TRAFFIC = String.join(
            "\n",
            "import http.server, threading, urllib.request",
            "class H(http.server.BaseHTTPRequestHandler):",
            "    def do_GET(s):",
            "        b = s.path.encode() * 50",
            "        s.send_response(200); s.send_header('Content-Length', str(len(b))); s.end_headers(); s.wfile.write(b)",
            "    def log_message(s, *a): pass",
            "srv = http.server.ThreadingHTTPServer(('127.0.0.1', 8080), H)",
            "threading.Thread(target=srv.serve_forever, daemon=True).start()",
            "for i in range(" + REQUESTS + "): urllib.request.urlopen('http://127.0.0.1:8080/%d' % i).read()");

    @TempDir
    private Path temp;

    private final List<Process> started = new ArrayList<>();

    @BeforeEach
    void makeNamespace() throws Exception {
        assumeTrue(run("ip", "netns", "add", NAMESPACE), "network namespaces are made by root only");
        assumeTrue(run("which", "tcpdump") && run("which", "python3"), "tcpdump and python3 are needed");
        assertTrue(run("ip", "netns", "exec", NAMESPACE, "ip", "link", "set", "lo", "up"));
    }

    @AfterEach
    void removeNamespace() throws Exception {
        started.forEach(Process::destroyForcibly);
        run("ip", "netns", "del", NAMESPACE);
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    private Process inNamespace(Path errors, String... command) throws IOException {
        List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", NAMESPACE));
        all.addAll(Arrays.asList(command));
        Process process = new ProcessBuilder(all)
                .redirectOutput(temp.resolve("out-" + started.size()).toFile())
                .redirectError(errors.toFile())
                .start();
        started.add(process);
        return process;
    }

    private static void await(BooleanSupplier condition, String what) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, what);
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private static boolean isSniffing(Path spool) {
        try (Stream<Path> files = Files.list(spool)) {
            return files.anyMatch(file -> file.getFileName().toString().startsWith("0"));
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean holds(Path file, String text) {
        try {
            return Files.readString(file).contains(text);
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Of every message what does not depend on the moment of capture. That a FIN followed is told with a message only where
     * both came in one block of frames, and a live block is shorter than one of a file.
     */
    private static List<String> messages(Path input) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream err = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        CommandTree.run(new Console(out, err, false, false, false), "messages", "--json", "--quiet", input.toString());
        return out.toString(StandardCharsets.UTF_8)
                .lines()
                .map(SniffLiveTest::timeless)
                .sorted()
                .toList();
    }

    private static String timeless(String line) {
        try {
            ObjectNode message = (ObjectNode) new ObjectMapper().readTree(line);
            return message.without(List.of("sent", "received", "connection", "flags"))
                    .toString();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aLiveRunSeesWhatTcpdumpSawAndEndsInOrderWhenToldTo() throws Exception {
        Path spool = temp.resolve("spools/tap");
        Path capture = temp.resolve("tcpdump.pcap");
        Path tcpdumpErrors = temp.resolve("tcpdump.err");
        Process tcpdump = inNamespace(
                tcpdumpErrors, "tcpdump", "-i", "lo", "-Q", "in", "-U", "-Z", "root", "-w", capture.toString());
        Process sniffer = inNamespace(
                temp.resolve("sniff.err"),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@../config/jvm.args",
                "-cp",
                System.getProperty("java.class.path"),
                "io.wirepath.appliance.Wirepath",
                "sniff",
                "lo",
                "--direction",
                "in",
                "--name",
                "tap",
                "--spool",
                temp.resolve("spools").toString());
        await(() -> isSniffing(spool) && holds(tcpdumpErrors, "listening"), "both should be capturing");
        assertTrue(run("ip", "netns", "exec", NAMESPACE, "python3", "-c", TRAFFIC));
        await(
                () -> messages(spool).size() >= 2 * REQUESTS
                        && messages(capture).size() >= 2 * REQUESTS,
                "both should have seen all");
        sniffer.destroy();
        tcpdump.destroy();
        assertTrue(sniffer.waitFor(60, TimeUnit.SECONDS) && tcpdump.waitFor(10, TimeUnit.SECONDS));
        assertTrue(!Files.exists(spool.resolve("running")), "the spool was ended in order");
        List<String> live = messages(spool);
        assertEquals(2 * REQUESTS, live.size());
        assertLinesMatch(messages(capture), live);
    }
}
