package io.wirepath.appliance.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.pipeline.Console;
import io.wirepath.sniffer.live.lab.Lab;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The kernel translates addresses, and is recorded on both of its sides.
 *
 * <pre>
 *  client ns              router ns, nftables                 server ns
 *  10.81.1.2 c0 ═══ c1 10.81.1.1      10.81.2.1 s1 ═══ s0 10.81.2.2, nginx at 8080
 *                   tcpdump: front    tcpdump: back           10.81.9.9:80 is virtual
 * </pre>
 */
final class NatLiveTest {

    private static final int CONNECTIONS = 12;

    private static final String DESTINATION_RULE = """
            add chain ip t pre { type nat hook prerouting priority dstnat; }
            add rule ip t pre ip daddr 10.81.9.9 tcp dport 80 dnat to 10.81.2.2:8080
            """;

    private static final String SOURCE_RULE = """
            add chain ip t post { type nat hook postrouting priority srcnat; }
            add rule ip t post oifname s1 masquerade
            """;

    @ParameterizedTest
    @CsvSource({
        "destination, 10.81.9.9/80, *, 10.81.9.9:80, *, 10.81.2.2:8080",
        "source, 10.81.2.2/8080, 10.81.1.2:*, *, 10.81.2.1:*, *",
        "both, 10.81.9.9/80, 10.81.1.2:*, 10.81.9.9:80, 10.81.2.1:*, 10.81.2.2:8080"
    })
    void exactlyWhatTheKernelWasToldIsFound(
            String kind, String called, String source, String destination, String toSource, String toDestination)
            throws IOException {
        try (Lab lab = Lab.open("tcpdump", "nginx", "nft")) {
            String client = lab.namespace("client");
            String router = lab.namespace("router");
            String server = lab.namespace("server");
            lay(lab, client, router, server);
            String rules = "add table ip t\n"
                    + (kind.equals("source") ? "" : DESTINATION_RULE)
                    + (kind.equals("destination") ? "" : SOURCE_RULE);
            Path file = Files.writeString(lab.folder().resolve("rules.nft"), rules);
            lab.in(router, "nft", "-f", file.toString());
            Path front = lab.folder().resolve("front.pcap");
            Path back = lab.folder().resolve("back.pcap");
            Process atFront = tcpdump(lab, router, "c1", front);
            Process atBack = tcpdump(lab, router, "s1", back);
            for (int i = 0; i < CONNECTIONS; i++) {
                lab.in(
                        client,
                        "bash",
                        "-c",
                        "exec 3<>/dev/tcp/" + called + "; printf 'GET /" + i + " HTTP/1.0\\r\\nX: " + "x".repeat(20 + i)
                                + "\\r\\n\\r\\n' >&3; cat <&3 >/dev/null");
            }
            endsWithTheLastAnswer(atFront, front);
            endsWithTheLastAnswer(atBack, back);

            JsonNode found = new ObjectMapper().readTree(run("nat", "--json", "--quiet", front, back));
            assertEquals(1, found.get("translations").size(), found::toPrettyString);
            JsonNode translation = found.get("translations").get(0);
            assertEquals(kind, translation.get("kind").asText());
            assertEquals(source, translation.get("from").get("source").asText());
            assertEquals(destination, translation.get("from").get("destination").asText());
            assertEquals(toSource, translation.get("to").get("source").asText());
            assertEquals(toDestination, translation.get("to").get("destination").asText());
            assertEquals(CONNECTIONS, translation.get("connections").asInt());

            Path store = lab.folder().resolve("store");
            run("merge", "--quiet", "--to=" + store, front, back);
            List<String> messages =
                    run("messages", "--json", "--quiet", store).lines().toList();
            assertEquals(2 * CONNECTIONS, messages.size(), messages::toString);
            for (String line : messages) {
                JsonNode message = new ObjectMapper().readTree(line);
                boolean request = message.get("role").asText().equals("request");
                assertEquals("10.81.1.2", address(message.get(request ? "source" : "destination")), line);
                assertEquals(
                        "10.81.2.2:8080",
                        message.get(request ? "destination" : "source").asText(),
                        line);
                // one kernel stamps both, and the model of the clocks is right to some microseconds
                long underWay = message.get("received").longValue()
                        - message.get("sent").longValue();
                assertTrue(Math.abs(underWay) < 50_000_000, line);
            }
        }
    }

    private static String address(JsonNode endpoint) {
        String text = endpoint.asText();
        return text.substring(0, text.indexOf(':'));
    }

    private static void lay(Lab lab, String client, String router, String server) throws IOException {
        lab.pair("c0", client, "c1", router);
        lab.pair("s0", server, "s1", router);
        lab.address(client, "c0", "10.81.1.2/24");
        lab.address(router, "c1", "10.81.1.1/24");
        lab.address(router, "s1", "10.81.2.1/24");
        lab.address(server, "s0", "10.81.2.2/24");
        lab.in(client, "ip", "route", "add", "default", "via", "10.81.1.1");
        lab.in(server, "ip", "route", "add", "default", "via", "10.81.2.1");
        lab.in(router, "sh", "-c", "echo 1 > /proc/sys/net/ipv4/ip_forward");
        Path folder = lab.folder();
        Path nginx = Files.writeString(folder.resolve("nginx.conf"), """
                daemon off; pid nginx.pid; error_log stderr notice; user root;
                events {}
                http { access_log off; server { listen 8080; location / { return 200 "$request_uri $msec\\n"; } } }
                """);
        lab.start(server, "start worker process", "nginx", "-p", folder.toString(), "-c", nginx.toString());
    }

    /** Ends once the last connection's answer is in its file: what is not written yet would be lost. */
    private static void endsWithTheLastAnswer(Process tcpdump, Path file) {
        String answer = "\r\n/" + (CONNECTIONS - 1) + " ";
        Lab.await(() -> text(file).contains(answer), () -> "no last answer in " + file);
        Lab.stop(tcpdump);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Process tcpdump(Lab lab, String namespace, String port, Path file) {
        return lab.start(
                namespace,
                "listening on",
                "tcpdump",
                "-i",
                port,
                "-w",
                file.toString(),
                "-U",
                "--immediate-mode",
                "--nano",
                "-Z",
                "root");
    }

    private static String run(Object... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(out, new PrintStream(err, true, UTF_8), false, false, false);
        String[] command = new String[arguments.length];
        for (int i = 0; i < command.length; i++) {
            command[i] = arguments[i].toString();
        }
        assertEquals(0, CommandTree.run(console, command), () -> err.toString(UTF_8));
        return out.toString(UTF_8);
    }
}
