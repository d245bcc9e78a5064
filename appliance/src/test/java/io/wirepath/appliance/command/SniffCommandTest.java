package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SniffCommandTest extends VerbTest {

    private static final String CAPTURES = "../samples/slow/";

    @TempDir
    private Path temp;

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String complained() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private int sniff(String... more) {
        List<String> arguments = new ArrayList<>(List.of("sniff", "--pace", "max", "--spool", temp.toString()));
        arguments.addAll(List.of(more));
        return run(arguments.toArray(String[]::new));
    }

    @Test
    void replaysCapturesIntoASpoolEachAndTellsTheCounters() throws IOException {
        assertEquals(0, sniff("--read", CAPTURES + "sw-app.pcap.gz", "--read", CAPTURES + "sw-web.pcap.gz", "--json"));
        JsonNode sniffers = new ObjectMapper().readTree(printed()).get("sniffers");
        assertEquals(2, sniffers.size());
        for (JsonNode sniffer : sniffers) {
            JsonNode counters = sniffer.get("counters");
            assertEquals(sniffer.get("frames"), counters.get("FRAMES"));
            assertEquals(sniffer.get("lastNumber"), counters.get("SPOOL_DOCUMENTS"));
            String capture = CAPTURES + sniffer.get("sniffer").asText() + ".pcap.gz";
            assertEquals(0, run("messages", "--json", "--quiet", capture));
            String ofCapture = withoutDigests(printed());
            assertEquals(
                    0, run("messages", "--json", "--quiet", sniffer.get("spool").asText()));
            assertEquals(ofCapture, withoutDigests(printed()));
        }
    }

    /** Each run keys its digests again. */
    private static String withoutDigests(String lines) {
        return lines.replaceAll("\"digest\":\"[0-9a-f]{16}\"", "");
    }

    @Test
    void aCountEndsTheRun() throws IOException {
        assertEquals(
                0,
                run(
                        "sniff",
                        "--read",
                        CAPTURES + "sw-app.pcap.gz",
                        "--pace",
                        "real",
                        "--count",
                        "10",
                        "--spool",
                        temp.toString(),
                        "--json"));
        JsonNode sniffer =
                new ObjectMapper().readTree(printed()).get("sniffers").get(0);
        long frames = sniffer.get("frames").asLong();
        assertTrue(frames >= 10 && frames < 12_000, frames + " frames");
    }

    @Test
    void aReportOfASpoolTellsWhatWasLeftOut() throws IOException {
        assertEquals(0, sniff("--read", CAPTURES + "sw-app.pcap.gz", "--sample", "50%", "--name", "half"));
        assertEquals(0, run("analyze", "--json", "--quiet", temp.resolve("half").toString()));
        JsonNode counters =
                new ObjectMapper().readTree(printed()).get("captures").get(0).get("counters");
        long leftOut = 0;
        for (JsonNode counter : counters) {
            leftOut += counter.get("name").asText().equals("PACKETS_LEFT_OUT_BY_SAMPLING")
                    ? counter.get("value").asLong()
                    : 0;
        }
        assertTrue(leftOut > 1000, leftOut + " packets left out");
    }

    @Test
    void makesASaltThatNobodyElseMayReadAndRefusesOneThatOthersMay() throws IOException {
        Path salt = temp.resolve("salt");
        String[] content = {
            "--read", CAPTURES + "sw-app.pcap.gz", "--set", "content.enabled=true", "--set", "content.salt-file=" + salt
        };
        assertEquals(0, sniff(content), this::complained);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(salt)));
        assertEquals(32, Files.size(salt));
        Files.setPosixFilePermissions(salt, PosixFilePermissions.fromString("rw-r--r--"));
        assertEquals(1, sniff(content));
        assertTrue(complained().contains("others may read this salt"), complained());
    }

    @Test
    void wrongUsageIsToldInALine() {
        assertEquals(2, sniff());
        assertTrue(complained().contains("name an interface, a capture with --read FILE, or a stream"), complained());
        assertEquals(2, sniff("eth1", "--read", "x.pcap"));
        assertEquals(2, run("sniff", "--read", CAPTURES + "sw-app.pcap.gz", "--pace", "fast"));
        assertTrue(complained().contains("not a pace"), complained());
        assertEquals(2, sniff("eth1", "--max-bytes", "little"));
        assertEquals(1, sniff("--read", temp.resolve("none.pcap").toString()));
        assertEquals(1, sniff("wp-none0"));
        assertTrue(complained().contains("wp-none0"), complained());
    }
}
