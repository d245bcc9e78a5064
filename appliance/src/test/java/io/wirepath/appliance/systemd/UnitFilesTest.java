package io.wirepath.appliance.systemd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What systemd itself says of the units. */
@Timeout(60)
final class UnitFilesTest {

    private static final Path UNITS = Path.of("../systemd");
    private static final double HIGHEST_EXPOSURE = 2.0;

    @TempDir
    private Path temp;

    @BeforeEach
    void systemdIsInstalled() throws Exception {
        assumeTrue(
                run("systemd-analyze", "--version").status == 0,
                "systemd-analyze is not installed (.ci/packages: systemd)");
    }

    private record Run(int status, String output) {}

    private Run run(String... command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(temp, "run", ".txt");
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
        } catch (IOException e) {
            return new Run(-1, String.valueOf(e.getMessage()));
        }
        assertTrue(process.waitFor(30, TimeUnit.SECONDS), Arrays.toString(command));
        return new Run(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    }

    /** The unit as it would be installed, but for a program that is there. */
    private Path installed(String unit) throws IOException {
        String text = Files.readString(UNITS.resolve(unit)).replace("/usr/bin/wirepath", "/bin/true");
        return Files.writeString(temp.resolve(unit.replace("@.", "@eth1.")), text);
    }

    @Test
    void systemdUnderstandsEveryLine() throws Exception {
        List<String> command = new ArrayList<>(List.of("systemd-analyze", "verify", "--man=no"));
        for (String unit : List.of("wirepath-sniffer@.service", "wirepath-serve.service", "wirepath.target")) {
            command.add(installed(unit).toString());
        }
        Run run = run(command.toArray(String[]::new));
        assertEquals("", run.output);
        assertEquals(0, run.status);
    }

    @Test
    void theCheckFindsALineThatSystemdDoesNotUnderstand() throws Exception {
        Path unit = installed("wirepath-serve.service");
        Files.writeString(unit, Files.readString(unit).replace("NoNewPrivileges", "NoMorePrivileges"));
        assertTrue(run("systemd-analyze", "verify", "--man=no", unit.toString())
                .output
                .contains("NoMorePrivileges"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"wirepath-sniffer@.service", "wirepath-serve.service"})
    void exposeLittle(String unit) throws Exception {
        Run run = run(
                "systemd-analyze",
                "security",
                "--offline=true",
                "--no-pager",
                installed(unit).toString());
        Matcher overall =
                Pattern.compile("Overall exposure level for \\S+: ([0-9.]+)").matcher(run.output);
        assertTrue(overall.find(), run.output);
        assertTrue(Double.parseDouble(overall.group(1)) <= HIGHEST_EXPOSURE, run.output);
    }

    @ParameterizedTest
    @ValueSource(strings = {"wirepath-sniffer@.service", "wirepath-serve.service"})
    void leaveOutOnlyWhatIsExplained(String unit) throws Exception {
        Run run = run(
                "systemd-analyze",
                "security",
                "--offline=true",
                "--no-pager",
                "--json=short",
                installed(unit).toString());
        String text = Files.readString(UNITS.resolve(unit));
        for (JsonNode row : new ObjectMapper().readTree(run.output)) {
            String name = row.get("json_field").asText();
            boolean missing = !row.get("set").asBoolean();
            if (missing
                    && List.of("MemoryDenyWriteExecute", "PrivateUsers", "ProcSubset")
                            .contains(name)) {
                assertTrue(text.contains("# " + name), name + " is left out without a reason");
            }
        }
    }

    @Test
    void onlyTheSnifferHasAPrivilegeAndItIsOne() throws IOException {
        String sniffer = Files.readString(UNITS.resolve("wirepath-sniffer@.service"));
        String serve = Files.readString(UNITS.resolve("wirepath-serve.service"));
        assertTrue(sniffer.contains("\nAmbientCapabilities=CAP_NET_RAW\nCapabilityBoundingSet=CAP_NET_RAW\n"));
        assertTrue(serve.contains("\nCapabilityBoundingSet=\n") && !serve.contains("AmbientCapabilities"));
    }

    @Test
    void noTwoServicesShareAUserOrADirectory() throws IOException {
        Set<String> seen = new HashSet<>();
        int lines = 0;
        for (String unit : List.of("wirepath-sniffer@.service", "wirepath-serve.service")) {
            for (String line : Files.readAllLines(UNITS.resolve(unit))) {
                if (line.matches("(User|Group|StateDirectory|WorkingDirectory)=.*")) {
                    assertTrue(seen.add(line), line);
                    lines++;
                }
            }
        }
        assertEquals(8, lines);
    }
}
