package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class DoctorCommandTest extends VerbTest {

    @TempDir
    private Path temp;

    @BeforeEach
    void onLinux() {
        assumeTrue(Files.isDirectory(Path.of("/sys/class/net/lo")), "there is no Linux with a loopback here");
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void looksAtEverythingThatAServiceNeeds() throws Exception {
        String config = Files.writeString(
                        temp.resolve("sniffer.yaml"), "spool: {directory: " + temp + ", max-bytes: 4MiB}")
                .toString();
        assertEquals(0, run("doctor", "lo", "--config", config, "--seconds", "0", "--json"), this::printed);
        Set<String> subjects = new HashSet<>();
        for (JsonNode finding : new ObjectMapper().readTree(printed())) {
            subjects.add(finding.get("subject").asText());
            assertTrue(
                    finding.get("level").asText().equals("ok")
                            || !finding.get("advice").asText().isEmpty(),
                    finding::toString);
        }
        assertEquals(Set.of("java", "privileges", "salt", "libpcap", "clock", "configuration", "disk", "lo"), subjects);
    }

    @Test
    void failsAndSaysWhatToDoWhenSomethingIsBad() throws Exception {
        String config =
                Files.writeString(temp.resolve("sniffer.yaml"), "snifer: 1").toString();
        assertEquals(1, run("doctor", "wp-none", "--config", config, "--seconds", "0"));
        String text = printed();
        assertTrue(text.contains("bad      configuration  " + config + ":1:1: snifer: there is no such key"), text);
        assertTrue(text.contains("bad      wp-none        there is no such interface\n"), text);
        assertTrue(text.contains("                        → check the name; 'ip link' lists them\n"), text);
    }

    @Test
    void refusesToWatchForever() {
        assertEquals(2, run("doctor", "--seconds", "61"));
    }
}
