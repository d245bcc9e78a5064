package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.appliance.run.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CommandTreeTest {

    private static final String CAPTURE = "../samples/slow/sw-app.pcap.gz";
    private static final String HOSTS = "../samples/slow/hosts";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path temp;

    private int run(String... arguments) {
        return run(out, arguments);
    }

    private int run(OutputStream to, String... arguments) {
        PrintStream complaints = new PrintStream(err, true, StandardCharsets.UTF_8);
        return CommandTree.run(new Console(to, complaints, false, false, false), arguments);
    }

    private String printed() {
        String text = out.toString(StandardCharsets.UTF_8);
        out.reset();
        return text;
    }

    private String complaints() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void putsTheSlowReplicaFirst() throws IOException {
        Path page = temp.resolve("report.html");
        assertEquals(0, run("demo", "--samples", "../samples", "--html", page.toString()), this::complaints);
        String text = printed();
        int finding = text.indexOf("FINDINGS\n  ✖ app2 is about 51 ms slower than app1");
        assertTrue(finding > 0 && finding < text.indexOf("PATHS"), text);
        assertTrue(Files.readString(page).contains("app2 is about 51 ms slower than app1"));
        assertEquals("", complaints());
    }

    @Test
    void analysesAKeptStoreToTheSameReportAsItsCaptures() {
        String store = temp.resolve("store").toString();
        assertEquals(0, run("analyze", CAPTURE, "--names", HOSTS, "--keep", store, "--title", "T", "--json"));
        String first = printed();
        assertEquals(0, run("analyze", store, "--names", HOSTS, "--title", "T", "--json"), this::complaints);
        assertEquals(first, printed());
    }

    @Test
    void tellsAPortOnceWhereTheCalleeIsCalledAfterIt() {
        assertEquals(0, run("analyze", CAPTURE, "--algorithm", "linking"));
        String text = printed();
        assertTrue(text.contains("→ redis:6379\n"), text);
        assertFalse(text.contains("redis:6379:6379"), text);
    }

    @Test
    void printsTheSameMessagesOnAnyNumberOfWorkers() {
        assertEquals(0, run("messages", "--json", CAPTURE));
        String one = printed();
        assertEquals(8502, one.lines().count());
        assertEquals(0, run("messages", "--json", "--workers", "3", CAPTURE));
        assertEquals(one, printed());
    }

    @Test
    void writesEveryKindOfOutput() throws IOException {
        assertEquals(
                0,
                run(
                        "analyze",
                        CAPTURE,
                        "--names",
                        HOSTS,
                        "--algorithm",
                        "linking",
                        "--otlp",
                        temp.resolve("spans.json").toString(),
                        "--csv",
                        temp.resolve("csv").toString(),
                        "--dot",
                        temp.resolve("map.dot").toString(),
                        "--json=" + temp.resolve("report.json")),
                this::complaints);
        assertTrue(printed().contains("causes by linking"));
        JsonNode report =
                new ObjectMapper().readTree(temp.resolve("report.json").toFile());
        int calls = report.at("/totals/calls").asInt();
        assertEquals("2 s", report.at("/settings/max-delay").asText());
        JsonNode spans = new ObjectMapper().readTree(temp.resolve("spans.json").toFile());
        assertEquals(calls, spans.findValues("spanId").size());
        assertEquals(
                calls + 1, Files.readAllLines(temp.resolve("csv/calls.csv")).size());
        assertTrue(Files.readString(temp.resolve("map.dot")).contains("app2 (10.3.0.12)"));
    }

    @Test
    void usesEverythingBeforeTheDamageAndSaysSo() throws IOException {
        byte[] whole;
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(Path.of(CAPTURE)))) {
            whole = in.readAllBytes();
        }
        Path cut = Files.write(temp.resolve("cut.pcap"), Arrays.copyOf(whole, whole.length / 2));
        assertEquals(0, run("messages", "--json", cut.toString()));
        assertTrue(printed().lines().count() > 1000);
        assertTrue(complaints().startsWith("wirepath: " + cut + ": damaged at packet "), this::complaints);
        assertEquals(1, complaints().lines().count());
    }

    @Test
    void goesOnWithTheInputsThatCanBeUsed() {
        assertEquals(0, run("analyze", "nowhere.pcap", CAPTURE, "--algorithm", "linking"));
        assertTrue(printed().contains("Left out: nowhere.pcap: there is no such file"));
        assertEquals("wirepath: nowhere.pcap: there is no such file; check the name\n", complaints());
    }

    @Test
    void failsWhenAnOutputCannotBeWritten() {
        assertEquals(1, run("analyze", CAPTURE, "--algorithm", "linking", "--otlp", temp.toString()));
        assertTrue(complaints().startsWith("wirepath: " + temp + ": cannot be written: "), this::complaints);
    }

    @Test
    void endsQuietlyWhenNobodyReadsAnyMore() {
        OutputStream closed = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        assertEquals(0, run(closed, "messages", "--json", CAPTURE));
        assertEquals(0, run(closed, "analyze", CAPTURE, "--algorithm", "linking"));
        assertEquals("", complaints());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | analyze nowhere.pcap | nowhere.pcap: there is no such file; check the name",
                "1 | messages ../samples/slow/hosts | ../samples/slow/hosts: is not a capture",
                "1 | analyze --names pom.xml ../samples/slow/sw-app.pcap.gz | pom.xml: line 1 is not an address and a name",
                "1 | demo --samples nowhere | nowhere/slow/sw-app.pcap.gz: the sample is not there",
                "1 | serve --directory /proc/nowhere | /proc/nowhere: there is no such file or directory",
                "2 | analyze | Missing required parameter: 'INPUT'; see 'wirepath analyze --help'",
                "2 | analyze --workers 0 x | --workers must be 1 to 16, not 0",
                "2 | messages --key mac x | --key: 'mac' is neither vlan nor vni",
                "2 | streams --tunnel-port vxlan=0 x | --tunnel-port: '0' is no UDP port (1 to 65535)",
                "2 | analyze --top 0 x | --top must be 1 or more, not 0",
                "2 | analyze --max-delay 5 x | Invalid value for option '--max-delay': '5' is no time span",
                "2 | analyze --rank best x | Invalid value for option '--rank': 'best' is none of count",
                "2 | analyze --algorithm magic x | --algorithm: there is no algorithm \"magic\"",
                "2 | dance | Unmatched argument at index 0: 'dance'",
                "2 | '' | a verb is missing; see 'wirepath --help'",
            })
    void saysInOneLineWhatIsWrongAndWhatToDo(int exitCode, String arguments, String wanted) {
        assertEquals(exitCode, run(arguments.isEmpty() ? new String[0] : arguments.split(" ", -1)));
        assertTrue(complaints().startsWith("wirepath: " + wanted), this::complaints);
        assertEquals(1, complaints().lines().count());
        assertEquals("", printed());
    }

    @Test
    void helpsWithEveryVerb() {
        for (String verb : new String[] {"analyze", "messages", "streams", "demo", "version"}) {
            assertEquals(0, run(verb, "--help"), verb);
            String help = printed();
            assertTrue(help.startsWith("Usage: wirepath " + verb), help);
            assertFalse(help.lines().anyMatch(line -> line.length() > 100), help);
        }
        assertEquals(0, run("--help"));
        assertTrue(printed().contains("analyze"));
        assertEquals(0, run("version"));
        assertTrue(printed().startsWith("wirepath "));
    }
}
