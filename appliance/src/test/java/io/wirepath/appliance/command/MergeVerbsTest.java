package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** nat, clocks and merge on the sample's four captures, whose clocks are known to be wrong by how much. */
final class MergeVerbsTest extends VerbTest {

    private static final List<String> SNIFFERS = List.of("sw-app", "sw-data", "sw-front", "sw-web");

    private static final int WHOLE = 1 << 18;

    /** Of Ethernet, IPv4 and TCP without options: no byte of payload is left. */
    private static final int HEADERS = 54;

    @TempDir
    private Path directory;

    /** With the sample's captures, of every frame of which only the first bytes are left. */
    private String[] withCaptures(int snapLength, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(arguments));
        for (String sniffer : SNIFFERS) {
            Path cut = directory.resolve(sniffer + ".pcap");
            all.add(snapLength == WHOLE ? SampleCapture.path(sniffer) : cut.toString());
            SampleCapture.of(sniffer).writeCut(snapLength, cut);
        }
        return all.toArray(String[]::new);
    }

    @ParameterizedTest
    @ValueSource(ints = {WHOLE, 96, HEADERS})
    void clocksFindsHowTheSamplesClocksWereShifted(int snapLength) throws IOException {
        JsonNode clocks = new ObjectMapper()
                .readTree(printed(withCaptures(snapLength, "clocks", "--quiet", "--json", "--reference", "sw-app")));
        assertEquals("sw-app", clocks.get("reference").asText());
        double[] seconds = {0, 0.120, 1.732, -0.911};
        double[] ppm = {0, 80, 35, -20};
        for (int i = 0; i < seconds.length; i++) {
            JsonNode clock = clocks.get("sniffers").get(i);
            assertEquals(SNIFFERS.get(i), clock.get("sniffer").asText());
            assertEquals(ppm[i], clock.get("skewPpm").asDouble(), 0.5);
            // half of some 24 s of drift, give or take when that capture began
            double drifted = seconds[i] + ppm[i] * 12e-6;
            assertEquals(drifted, clock.get("offsetNanos").asDouble() / 1e9, Math.abs(ppm[i]) * 2e-6 + 50e-6);
            assertTrue(clock.get("offsetUncertaintyNanos").asLong() < 50_000);
        }
        for (JsonNode home : clocks.get("homes")) {
            String network = home.get("node").asText().substring(0, 5);
            String wanted = List.of("sw-front", "sw-web", "sw-app", "sw-data").get(network.charAt(3) - '1');
            assertEquals(wanted, home.get("sniffer").asText(), home.toString());
            assertEquals(1.0, home.get("share").asDouble());
        }
        for (JsonNode loss : clocks.get("losses")) {
            assertEquals(
                    0, loss.get("segments").asLong() + loss.get("emptySegments").asLong(), loss.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {WHOLE, 96, HEADERS})
    void aStoreTellsWhatItsCapturesTold(int snapLength) throws IOException {
        String store = directory.resolve("store").toString();
        printed(withCaptures(snapLength, "merge", "--quiet", "--to", store));
        JsonNode translations = new ObjectMapper().readTree(printed("nat", "--json", store));
        assertEquals(3, translations.get("translations").size());
        for (JsonNode translation : translations.get("translations")) {
            assertEquals("destination", translation.get("kind").asText());
            assertEquals(
                    "10.1.0.100:80", translation.get("from").get("destination").asText());
            assertTrue(translation.get("to").get("destination").asText().matches("10\\.2\\.0\\.1[123]:8080"));
        }
        assertEquals(11_700, printed("messages", "--json", store).lines().count());
        assertTrue(printed("clocks", store).contains("sw-front"));
    }

    @Test
    void aDirectoryOfFilesThatFollowEachOtherIsOneCapture() throws IOException {
        List<String> directories = new ArrayList<>();
        for (String sniffer : SNIFFERS) {
            Path parts = Files.createDirectory(directory.resolve(sniffer));
            SampleCapture.of(sniffer).writeInParts(3, parts);
            directories.add(parts.toString());
        }
        for (String verb : List.of("messages", "clocks", "nat")) {
            List<String> ofDirectories = new ArrayList<>(List.of(verb, "--quiet", "--json"));
            ofDirectories.addAll(directories);
            List<String> wanted = linesOf(withCaptures(WHOLE, verb, "--quiet", "--json"));
            List<String> found = linesOf(ofDirectories.toArray(String[]::new));
            assertEquals(wanted.size(), found.size(), verb);
            for (int i = 0; i < wanted.size(); i++) {
                assertEquals(wanted.get(i), found.get(i), verb);
            }
        }
    }

    /** Whether the FIN behind a message was noticed before the message was handed on depends on where blocks end. */
    private List<String> linesOf(String... arguments) {
        return printed(arguments)
                .lines()
                .map(line -> line.replaceAll("\"fin\",?", "").replace(",\"flags\":[]", ""))
                .toList();
    }
}
