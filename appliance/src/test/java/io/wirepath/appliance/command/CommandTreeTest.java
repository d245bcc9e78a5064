package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.pipeline.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        assertTrue(data(page).contains("app2 is about 51 ms slower than app1"));
        assertEquals("", complaints());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "help"})
    void listsTheVerbsAsTheyWouldDescribeThemselves(String asked) {
        assertEquals(0, run(asked), this::complaints);
        String list = printed();
        Console console = new Console(out, System.err, false, false, false);
        assertEquals(CommandTree.line(console).getUsageMessage(), list);
    }

    /** The JSON that a page holds, which stands in it compressed. */
    private static String data(Path page) throws IOException {
        Matcher packed = Pattern.compile("<script type=\"application/gzip\" id=\"data\">([^<]+)</script>")
                .matcher(Files.readString(page));
        assertTrue(packed.find(), "the page holds its data");
        byte[] bytes = Base64.getDecoder().decode(packed.group(1));
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
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
        int spans = 0;
        for (String line : Files.readAllLines(temp.resolve("spans.json"))) {
            assertTrue(line.length() < 1 << 20, "a collector takes lines of 1 MiB");
            spans += new ObjectMapper().readTree(line).findValues("spanId").size();
        }
        assertEquals(2 * calls, spans, "a span of the caller and one of the called");
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
        assertEquals(0, run("analyze", HOSTS, CAPTURE, "--algorithm", "linking"));
        assertTrue(printed().contains("Left out: " + HOSTS + ": is not a capture"));
        assertTrue(complaints().startsWith("wirepath: " + HOSTS + ": is not a capture"), this::complaints);
        assertEquals(1, complaints().lines().count());
    }

    @ParameterizedTest
    @ValueSource(strings = {"analyze", "messages", "streams", "nat", "clocks"})
    void failsWhereAnInputIsNotThere(String verb) {
        assertEquals(1, run(verb, "nowhere.pcap", CAPTURE, "elsewhere.pcap"));
        assertEquals(
                "wirepath: nowhere.pcap: there is no such file; check the name; 1 more of the 3 inputs are not there\n",
                complaints());
        assertEquals("", printed());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--html", "--otlp", "--zipkin", "--dot", "--json"})
    void refusesAnOutputThatCannotBeWrittenBeforeItReadsAnything(String option) {
        String nowhere = temp.resolve("none/out.json").toString();
        assertEquals(1, run("analyze", HOSTS, option + "=" + nowhere));
        assertTrue(
                complaints().startsWith("wirepath: " + nowhere + ": cannot be written: there is no directory "),
                this::complaints);
        assertEquals(1, complaints().lines().count());
    }

    @Test
    void refusesADirectoryOrAnInputAsAnOutput() throws IOException {
        assertEquals(1, run("analyze", HOSTS, "--otlp", temp.toString()));
        assertTrue(complaints().startsWith("wirepath: " + temp + ": is a directory; name a file"), this::complaints);
        err.reset();
        Path capture = Files.copy(Path.of(CAPTURE), temp.resolve("a.pcap.gz"));
        assertEquals(1, run("analyze", capture.toString(), "--html", capture.toString()));
        assertTrue(complaints().contains("is an input, and would be overwritten"), this::complaints);
        assertEquals(Files.size(Path.of(CAPTURE)), Files.size(capture));
    }

    @Test
    void leavesWhatWasThereWhenTheWorkFails() throws IOException {
        Path page = Files.writeString(temp.resolve("report.html"), "<!doctype html>wirepath of yesterday");
        assertEquals(
                1,
                run(
                        "analyze",
                        HOSTS,
                        "--html",
                        page.toString(),
                        "--csv",
                        temp.resolve("csv").toString()));
        assertEquals("<!doctype html>wirepath of yesterday", Files.readString(page));
        try (Stream<Path> files = Files.walk(temp)) {
            assertEquals(List.of("csv", "report.html"), names(files));
        }
    }

    private List<String> names(Stream<Path> files) {
        return files.filter(file -> !file.equals(temp))
                .map(file -> temp.relativize(file).toString())
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"messages,true", "streams,true", "nat,false", "clocks,false"})
    void writesJsonWhereAFileIsAttachedAndLeavesTheNextWord(String verb, boolean instead) throws IOException {
        Path file = temp.resolve("out.json");
        assertEquals(0, run(verb, "--json=" + file, SampleCapture.path("sw-data"), "--quiet"), this::complaints);
        assertEquals(instead, printed().isEmpty());
        assertEquals(0, run(verb, "--json", SampleCapture.path("sw-data"), "--quiet"));
        assertEquals(Files.readString(file), printed());
    }

    @ParameterizedTest
    @ValueSource(strings = {"messages", "streams", "analyze", "query", "request", "nat", "clocks", "compare"})
    void takesNoInputForAnOutputWhateverItIsCalled(String verb) throws IOException {
        Path trace = Files.writeString(temp.resolve("traces.json"), "[{\"the only\":\"copy\"}]");
        Path other = Files.writeString(temp.resolve("more.jsonl"), "{\"the only\":\"copy\"}");
        List<String> words = new ArrayList<>(List.of(verb, "--json", trace.toString(), other.toString()));
        if (verb.equals("query") || verb.equals("request")) {
            words.add(1, verb.equals("query") ? "From r In requests Select COUNT" : "1");
        }
        run(words.toArray(String[]::new));
        assertEquals("[{\"the only\":\"copy\"}]", Files.readString(trace));
        assertEquals("{\"the only\":\"copy\"}", Files.readString(other));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--html", "--otlp", "--zipkin", "--dot", "--dot=calls", "--json", "--write-ulm"})
    void replacesAnOutputOfItsOwnFormAlone(String option) throws IOException {
        Path file = temp.resolve("out");
        String[] words = {
            "analyze", "--quiet", "--algorithm", "linking", SampleCapture.path("sw-data"), option + "=" + file
        };
        Path capture = Files.copy(Path.of(CAPTURE), file);
        assertEquals(1, run(words));
        assertTrue(complaints().contains(file + ": is there already, and not what is written here"), this::complaints);
        assertEquals(-1, Files.mismatch(Path.of(CAPTURE), capture));
        Files.delete(file);
        assertEquals(0, run(words), this::complaints);
        assertEquals(0, run(words), this::complaints);
    }

    /** The script for Wireshark is written again, and replaces nothing else. */
    @Test
    void writesThePluginOverNothingOfTheUsers() throws IOException {
        Path file = temp.resolve("plugin");
        Files.writeString(file, "mine");
        assertEquals(1, run("extcap", "--plugin", file.toString(), temp.toString()));
        assertEquals("mine", Files.readString(file));
        Files.delete(file);
        assertEquals(0, run("extcap", "--plugin", file.toString(), temp.toString()));
        assertEquals(0, run("extcap", "--plugin", file.toString(), temp.toString()), this::complaints);
        assertTrue(Files.isExecutable(file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--csv", "--parquet"})
    void replacesTablesOfItsOwnAlone(String option) throws IOException {
        Path directory = temp.resolve("tables");
        String[] words = {
            "analyze", "--quiet", "--algorithm", "linking", SampleCapture.path("sw-data"), option, directory.toString()
        };
        assertEquals(0, run(words), this::complaints);
        assertEquals(0, run(words), this::complaints);
        Path table = directory.resolve("calls." + option.substring(2));
        Files.writeString(table, "month,calls\nMay,7\n");
        assertEquals(1, run(words));
        assertTrue(complaints().contains("is there already, and not what is written here"), this::complaints);
        assertEquals("month,calls\nMay,7\n", Files.readString(table));
    }

    @Test
    void neverReplacesACaptureOfAnother() throws IOException {
        Path capture = Files.copy(Path.of(CAPTURE), temp.resolve("kept.pcap"));
        assertEquals(1, run("skew", SampleCapture.path("sw-data"), capture.toString()));
        assertEquals(1, run("maketrace", "multi-tier", "--capture", capture.toString()));
        assertEquals(-1, Files.mismatch(Path.of(CAPTURE), capture));
        Path made = temp.resolve("made.pcap");
        assertEquals(0, run("skew", SampleCapture.path("sw-data"), made.toString()), this::complaints);
        assertEquals(0, run("skew", SampleCapture.path("sw-data"), made.toString()), this::complaints);
    }

    @Test
    void removesWhatAKillLeftOfTheSameOutput() throws IOException {
        String ended = "out.json.2147483647.part";
        Files.writeString(temp.resolve(ended), "half");
        String others = "other.json.2147483647.part";
        Files.writeString(temp.resolve(others), "half");
        String running =
                "out.json." + ProcessHandle.current().parent().orElseThrow().pid() + ".part";
        Files.writeString(temp.resolve(running), "half");
        assertEquals(0, run("nat", "--json=" + temp.resolve("out.json"), SampleCapture.path("sw-data"), "--quiet"));
        try (Stream<Path> files = Files.walk(temp)) {
            assertEquals(Stream.of("out.json", running, others).sorted().toList(), names(files));
        }
    }

    @Test
    void takesTheCapturesOfADirectoryAndSaysWhatElseIsThere() throws IOException {
        Files.copy(Path.of(CAPTURE), temp.resolve("a.pcap.gz"));
        Files.writeString(temp.resolve("notes.txt"), "what was done");
        assertEquals(0, run("analyze", temp.toString(), "--algorithm", "linking"));
        assertTrue(printed().contains("a file was left out: notes.txt is not a capture"));
        assertTrue(
                complaints().startsWith("wirepath: " + temp + ": left out: notes.txt is not a capture"),
                this::complaints);
    }

    @Test
    void streamsWantsBytesWhichAStoreDoesNotHold() {
        String store = temp.resolve("store").toString();
        assertEquals(0, run("merge", SampleCapture.path("sw-data"), "--to", store));
        assertEquals(1, run("streams", store));
        assertTrue(complaints().startsWith("wirepath: " + store + ": is a message store, which holds no streams"));
    }

    @Test
    void refusesTwoSniffersOfOneName() {
        String spools = temp.toString();
        for (String place : new String[] {"a", "b"}) {
            String data = SampleCapture.path("sw-data");
            assertEquals(0, run("sniff", "--pace", "max", "--read", data, "--spool", spools + "/" + place));
        }
        assertEquals(1, run("serve", "--directory", spools, spools + "/a/sw-data", spools + "/b/sw-data"));
        assertTrue(complaints().contains("two sniffers cannot both be called sw-data"), this::complaints);
    }

    @Test
    void letsNoFileNameCommandTheTerminal() {
        assertEquals(1, run("analyze", "no\u001b[2Jwhere.pcap"));
        assertEquals("wirepath: no?[2Jwhere.pcap: there is no such file; check the name\n", complaints());
    }

    @Test
    void saysNoPlaceOfAValueThatNobodyGave() {
        assertEquals(1, run("serve", "--directory", temp.toString(), "--listen", "0.0.0.0:1"));
        assertTrue(complaints().startsWith("wirepath: http.certificate: is missing; "), this::complaints);
    }

    @Test
    void explainsAVerbThatHelpIsAskedFor() {
        assertEquals(0, run("help", "nat"));
        assertTrue(printed().startsWith("Usage: wirepath nat "));
        assertEquals(0, run("help", "config", "check"));
        assertTrue(printed().startsWith("Usage: wirepath config check "));
        assertEquals(0, run("help"));
        assertTrue(printed().startsWith("Usage: wirepath "));
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
                "1 | analyze --names pom.xml ../samples/slow/sw-app.pcap.gz | pom.xml: line 1 is not an address and a"
                        + " name",
                "1 | demo --samples nowhere | nowhere/slow/sw-app.pcap.gz: the sample is not there",
                "1 | serve --directory /proc/nowhere | /proc/nowhere: there is no such file or directory",
                "1 | serve --directory x ../samples/slow/sw-app.pcap.gz | ../samples/slow/sw-app.pcap.gz: is a file; a spool is a",
                "1 | serve --directory x ../samples | ../samples: holds no spool; name the directory of one sniffer",
                "2 | analyze | Missing required parameter: 'INPUT'; see 'wirepath analyze --help'",
                "2 | analyze --workers 0 x | --workers must be 1 to 16, not 0",
                "2 | messages --key mac x | --key: 'mac' is neither vlan nor vni",
                "2 | streams --tunnel-port vxlan=0 x | --tunnel-port: '0' is not a UDP port (1 to 65535)",
                "2 | analyze --top 0 x | --top must be 1 or more, not 0",
                "2 | analyze --max-delay 5 x | Invalid value for option '--max-delay': '5' is not a time span",
                "2 | analyze --rank best x | Invalid value for option '--rank': 'best' is none of count",
                "2 | analyze --algorithm magic x | --algorithm: there is no algorithm \"magic\"; choose joint,"
                        + " linking, nesting or convolution, or auto",
                "2 | analyze --tie x y | Value for option '--tie'",
                "2 | analyze --jsn x | there is no option '--jsn' (did you mean '--json'?); see 'wirepath analyze"
                        + " --help'",
                "2 | analize x | there is no verb 'analize' (did you mean 'analyze'?); see 'wirepath --help'",
                "2 | config chek | there is no verb 'chek' (did you mean 'check'?)",
                "2 | help chek | there is no verb 'chek'",
                "2 | help mcp | '''mcp'' is a program of its own: ''wirepath mcp --help'' tells of it'",
                "2 | dance | there is no verb 'dance'; see 'wirepath --help'",
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
        String verbs = printed().replaceAll("\\s+", " ");
        assertTrue(verbs.contains("and copies the packets of all sniffers to one file. nat "), verbs);
        assertEquals(0, run("version"));
        assertTrue(printed().startsWith("wirepath "));
    }
}
