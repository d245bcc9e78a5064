package io.wirepath.appliance.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code maketrace} and {@code skew}, through the real chain. */
class MaketraceCommandTest extends VerbTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int FILE_HEADER = 24;
    private static final int RECORD_HEADER = 16;

    /** SPAN_KIND_SERVER: below the span of the caller, which stands for the call. */
    private static final int SERVER_SPAN = 2;

    @TempDir
    private Path directory;

    private String file(String name) {
        return directory.resolve(name).toString();
    }

    private List<JsonNode> lines(String name) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(directory.resolve(name))) {
            lines.add(JSON.readTree(line));
        }
        return lines;
    }

    /** The calls of an OTLP file, and of the truth, as "client>server@milliseconds". */
    private Set<String> inferredCalls(String name) throws IOException {
        Set<String> calls = new TreeSet<>();
        List<JsonNode> spans = new ArrayList<>();
        for (JsonNode line : lines(name)) {
            spans.addAll(line.findParents("spanId"));
        }
        for (JsonNode span : spans) {
            if (span.get("kind").asInt() == SERVER_SPAN) {
                continue;
            }
            String[] at = new String[4];
            for (JsonNode attribute : span.get("attributes")) {
                String value = attribute.get("value").elements().next().asText();
                switch (attribute.get("key").asText()) {
                    case "client.address" -> at[0] = value;
                    case "client.port" -> at[1] = value;
                    case "server.address" -> at[2] = value;
                    case "server.port" -> at[3] = value;
                    default -> {}
                }
            }
            long millis = span.get("startTimeUnixNano").asLong() / 1_000_000;
            calls.add(at[0] + ':' + at[1] + '>' + at[2] + ':' + at[3] + '@' + millis);
        }
        return calls;
    }

    private Set<String> trueCalls(String name) throws IOException {
        Set<String> calls = new TreeSet<>();
        for (JsonNode line : lines(name)) {
            // The sniffer stands half way, and messages take 100 µs.
            long millis = (line.get("req_send_us").asLong() + 50) / 1000;
            calls.add(line.get("src").asText() + '>' + line.get("dst").asText() + '@' + millis);
        }
        return calls;
    }

    @ParameterizedTest
    @CsvSource({"children-parallel, 240", "children-0/2, 140", "penalty-breaker, 190", "multi-tier, 300"})
    void makesCapturesInWhichTheChainFindsEveryCallAndNoOther(String configuration, int least) throws IOException {
        assertEquals(
                0,
                run("maketrace", configuration, "--traces", "80", "--capture", file("a.pcap"), "--truth", file("t")),
                err.toString(UTF_8));
        assertEquals(
                0,
                run("analyze", file("a.pcap"), "--quiet", "--algorithm", "linking", "--otlp", file("o")),
                err.toString(UTF_8));
        assertTrue(lines("t").size() >= least, lines("t").size() + " calls");
        assertEquals(trueCalls("t"), inferredCalls("o"));
    }

    @Test
    void writesTheNamesThatAnalyzeTakes() {
        assertEquals(
                0, run("maketrace", "multi-tier", "--traces", "20", "--capture", file("m.pcap"), "--hosts", file("h")));
        assertEquals(0, run("analyze", file("m.pcap"), "--names", file("h"), "--algorithm", "linking"), err::toString);
        assertTrue(out.toString(UTF_8).contains("WS2"), () -> out.toString(UTF_8));
    }

    @Test
    void makesTheSameFilesAgain() throws IOException {
        for (String name : List.of("a", "b")) {
            run(
                    "maketrace",
                    "children-d/cc",
                    "--traces",
                    "30",
                    "--capture",
                    file(name),
                    "--messages",
                    file(name + "m"));
        }
        assertArrayEquals(Files.readAllBytes(directory.resolve("a")), Files.readAllBytes(directory.resolve("b")));
        assertArrayEquals(Files.readAllBytes(directory.resolve("am")), Files.readAllBytes(directory.resolve("bm")));
    }

    @Test
    void writesMessagesWithTheirParents() throws IOException {
        run("maketrace", "children-parallel", "--traces", "1", "--messages", file("m"));
        List<JsonNode> lines = lines("m");
        assertEquals(6, lines.size());
        assertTrue(lines.get(0).get("parent").isNull());
        assertEquals(
                lines.get(0).get("message").asInt(), lines.get(1).get("parent").asInt());
    }

    private List<JsonNode> made(String name, String field, String value) throws IOException {
        return lines(name).stream()
                .filter(line -> line.get(field).asText().equals(value))
                .toList();
    }

    /** The manual's example has all that a file may say: what each line promises is so. */
    @Test
    void theManualsExampleIsMadeAsItSays() throws IOException {
        String manual = Files.readString(Path.of("../docs/manual/maketrace.md"));
        Matcher yaml = Pattern.compile("(?s)```yaml\\n(.*?)```").matcher(manual);
        assertTrue(yaml.find());
        Files.writeString(directory.resolve("shop.yaml"), yaml.group(1));
        String[] make = {"maketrace", file("shop.yaml"), "--traces", "200"};
        run(with(make, "--messages", file("m"), "--truth", file("t"), "--waits", file("w")));
        Map<String, JsonNode> calls = new HashMap<>();
        lines("t").forEach(call -> calls.put(call.get("span_id").asText(), call));
        Map<Integer, JsonNode> messages = new HashMap<>();
        lines("m").forEach(message -> messages.put(message.get("message").asInt(), message));

        List<JsonNode> late = made("t", "callee", "index");
        assertFalse(late.isEmpty());
        for (JsonNode call : late) {
            JsonNode page = calls.get(call.get("parent_span_id").asText());
            assertTrue(
                    call.get("req_send_us").asLong() >= page.get("resp_send_us").asLong(), "after the answer");
        }
        List<JsonNode> forwarded = made("m", "source", "store");
        assertFalse(forwarded.isEmpty());
        for (JsonNode message : forwarded) {
            JsonNode second = messages.get(message.get("parent").asInt());
            JsonNode first = messages.get(second.get("parent").asInt());
            assertEquals(
                    "crowd gate store crowd",
                    String.join(
                            " ",
                            first.get("source").asText(),
                            first.get("destination").asText(),
                            second.get("destination").asText(),
                            message.get("destination").asText()));
        }
        for (JsonNode message : made("m", "source", "db")) {
            long ahead =
                    message.get("sent_ns").asLong() - message.get("received_ns").asLong();
            boolean toFirst = message.get("destination").asText().equals("web1");
            assertEquals(toFirst ? 2220 : 2232, ahead / 1e9, 0.1, "each by its own clock");
        }
        Set<String> resources = new TreeSet<>();
        for (JsonNode wait : lines("w")) {
            resources.add(wait.get("resource").asText());
            long ends =
                    calls.get(wait.get("holder").asText()).get("resp_send_us").asLong();
            boolean isLast = wait.get("resource").asText().equals("barrier");
            assertTrue(isLast || wait.get("until_us").asLong() >= ends, "who waits goes on when the holder ends");
        }
        assertEquals(Set.of("barrier", "pool", "stock", "workers"), resources);
        long alone = -1;
        int interleaved = 0;
        for (JsonNode page : made("t", "callee", "web1")) {
            interleaved += page.get("req_recv_us").asLong() < alone ? 1 : 0;
            alone = Math.max(alone, page.get("resp_send_us").asLong());
        }
        assertTrue(interleaved > 10, interleaved + " pages begin at web1 while it works on another");
    }

    @Test
    void losesPacketsWhereTheSnifferIsTooSlow() throws IOException {
        String[] common = {"maketrace", "multi-tier", "--traces", "60", "--capture"};
        String all = printed(with(common, file("all")));
        assertTrue(all.contains(" 0 lost by the sniffer"), all);
        printed(with(common, file("some"), "--sniffer-rate", "20", "--sniffer-queue", "8"));
        assertTrue(Files.size(directory.resolve("some")) < Files.size(directory.resolve("all")));
    }

    private static String[] with(String[] first, String... more) {
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    /** Internet checksums over a right header are 0 (RFC 1071). */
    @Test
    void writesRightChecksums() throws IOException {
        run("maketrace", "children-0/2", "--traces", "20", "--capture", file("a"));
        ByteBuffer capture = ByteBuffer.wrap(Files.readAllBytes(directory.resolve("a")));
        int packets = 0;
        for (int at = FILE_HEADER; at < capture.limit(); packets++) {
            int length = capture.getInt(at + 8);
            int ip = at + RECORD_HEADER + 14;
            assertEquals(0, sum(capture, ip, ip + 20, 0));
            int end = at + RECORD_HEADER + length;
            assertEquals(0, sum(capture, ip + 12, end, 6 + end - ip - 20));
            at = end;
        }
        assertTrue(packets > 100);
    }

    private static int sum(ByteBuffer bytes, int from, int to, long start) {
        long sum = start;
        for (int at = from; at < to; at++) {
            sum += (bytes.get(at) & 0xffL) << ((at - from) % 2 == 0 ? 8 : 0);
        }
        while (sum >>> 16 != 0) {
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        return (int) (~sum & 0xffff);
    }

    @Test
    void skewsACaptureAndTakesTheSkewOutAgain() throws IOException {
        run("maketrace", "children-0/2", "--traces", "20", "--capture", file("a"));
        assertEquals(0, run("skew", file("a"), file("b"), "--offset=-1.5s", "--skew", "100"), err.toString(UTF_8));
        long[] before = times("a");
        long[] after = times("b");
        for (int i = 0; i < before.length; i++) {
            assertEquals(before[i] - 1_500_000_000L + Math.round((before[i] - before[0]) * 1e-4), after[i]);
        }
        assertEquals(0, run("skew", file("b"), file("c"), "--offset", "1500ms"));
        assertEquals(before[0], times("c")[0]);
    }

    @Test
    void skewsTheSendersThatItIsToldOf() throws IOException {
        run("maketrace", "children-0/2", "--traces", "5", "--capture", file("a"));
        assertEquals(0, run("skew", file("a"), file("b"), "--node", "10.77.0.2=20ms"), err.toString(UTF_8));
        long[] before = times("a");
        long[] after = times("b");
        ByteBuffer capture = ByteBuffer.wrap(Files.readAllBytes(directory.resolve("a")));
        int at = FILE_HEADER;
        for (int i = 0; i < before.length; i++) {
            boolean second = capture.getInt(at + RECORD_HEADER + 26) == 0x0a4d0002;
            assertEquals(before[i] + (second ? 20_000_000 : 0), after[i]);
            at += RECORD_HEADER + capture.getInt(at + 8);
        }
    }

    private long[] times(String name) throws IOException {
        ByteBuffer capture = ByteBuffer.wrap(Files.readAllBytes(directory.resolve(name)));
        List<Long> times = new ArrayList<>();
        for (int at = FILE_HEADER; at < capture.limit(); at += RECORD_HEADER + capture.getInt(at + 8)) {
            times.add(capture.getInt(at) * 1_000_000_000L + capture.getInt(at + 4));
        }
        return times.stream().mapToLong(Long::longValue).toArray();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "maketrace nothing --truth t|there is no configuration \"nothing\" and no file of that name; choose"
                        + " children",
                "maketrace nothing --show|choose children-parallel",
                "maketrace multi-tier|nothing to write: name files with --capture, --truth, --messages, --hosts or"
                        + " --waits",
                "maketrace multi-tier --truth t --traces 0|--traces",
                "maketrace multi-tier --truth t --deviation -1|--deviation is a share of the mean, 0 to 10",
                "maketrace multi-tier --capture t --sniffer-rate 0|--sniffer-rate: a sniffer has a rate above zero",
                "skew a b --offset 3|--offset: '3' is not a time span",
                "skew a b --skew fast|--skew: 'fast' is not a skew in parts per million",
                "skew a b --node example=1s|is not of the form ADDRESS=TIME[,PPM]",
                "skew a b --node 10.0.0.1=1s,x|--node: 'x' is not a skew",
            })
    void refusesWhatMakesNoSense(String command, String complaint) {
        assertEquals(2, run(command.split(" ", -1)));
        assertTrue(err.toString(UTF_8).contains(complaint), err.toString(UTF_8));
    }

    @Test
    void saysWhichFileCannotBeRead() {
        assertEquals(1, run("skew", file("missing"), file("b")));
        assertTrue(err.toString(UTF_8).contains("missing"), err.toString(UTF_8));
    }
}
