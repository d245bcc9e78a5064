package io.wirepath.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.AddressText;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.reconcile.MergeSettings;
import io.wirepath.merge.result.ClockLine;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.report.Report;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A capture and what programs wrote of the same run: a message that both tell of counts once. */
class MixedTracesTest {

    private static final int CAPTURED = 588;

    @TempDir
    private static Path directory;

    @BeforeAll
    static void unpack() throws IOException {
        for (String name : List.of("sw.pcap.gz", "nginx.jsonl.gz", "combined.log.gz", "nginx.strace.gz")) {
            Files.copy(
                    Objects.requireNonNull(MixedTracesTest.class.getResourceAsStream("/mixed/" + name)),
                    directory.resolve(name));
        }
    }

    private static Report analyse(String... files) throws IOException {
        MergeReading reading =
                new MergeReading(FlowSettings.defaults(), MergeSettings.defaults(), Console.ofProcess(), false);
        return new AnalysisRun(reading, null, Inference.defaults(), CallSelection.of(List.of()))
                .run(
                        Stream.of(files)
                                .map(name -> directory.resolve(name).toString())
                                .toList(),
                        null,
                        null)
                .report();
    }

    private static void assertNote(Report report, String wanted) {
        assertTrue(report.notes().stream().anyMatch(note -> note.contains(wanted)), report.notes()::toString);
    }

    @ParameterizedTest
    @CsvSource({"nginx.jsonl.gz, 348, 348, 0", "combined.log.gz, 174, 174, 0", "nginx.strace.gz, 350, 351, 1"})
    void aTraceOfOneServerAddsOnlyWhatNoPacketCarries(String trace, int also, int all, int own) throws IOException {
        Report report = analyse(trace, "sw.pcap.gz");
        assertEquals(CAPTURED + own, report.analysis().messages().size());
        assertNote(
                report, also + " of its " + all + " messages are in captures too, by ends and time, and count once.");
    }

    @Test
    void whatIsOnlyInTheTraceStays() throws IOException {
        List<String> lines = lines("nginx.jsonl.gz");
        String last = lines.get(lines.size() - 1);
        // the same client, ten seconds after the capture
        Matcher time = Pattern.compile("\"msec\":\"(\\d+)").matcher(last);
        assertTrue(time.find());
        lines.add(last.replace(time.group(), "\"msec\":\"" + (Long.parseLong(time.group(1)) + 10)));
        Files.write(directory.resolve("more.jsonl"), lines);
        assertEquals(
                CAPTURED + 4,
                analyse("sw.pcap.gz", "more.jsonl").analysis().messages().size());
    }

    /** Clients call the balancer's address; the capture behind it has those of the servers alone. */
    @Test
    void aCallToATranslatedAddressCountsOnceToo() throws IOException {
        StringBuilder table = new StringBuilder("sent_ns,received_ns,from,to,role,call,connection\n");
        new MergeReading(FlowSettings.defaults(), MergeSettings.defaults(), Console.ofProcess(), false)
                .read(
                        List.of("../samples/slow/sw-front.pcap.gz"),
                        message -> table.append(String.join(
                                        ",",
                                        Long.toString(message.sentNanos()),
                                        Long.toString(message.receivedNanos()),
                                        end(message.sourceHigh(), message.sourceLow(), message.sourcePort()),
                                        end(
                                                message.destinationHigh(),
                                                message.destinationLow(),
                                                message.destinationPort()),
                                        message.role().name().toLowerCase(Locale.ROOT),
                                        Long.toString(message.callId()),
                                        Long.toString(message.connection())))
                                .append('\n'),
                        sniffer -> {},
                        note -> {});
        Files.writeString(directory.resolve("clients.csv"), table);
        Files.copy(Path.of("../samples/slow/sw-web.pcap.gz"), directory.resolve("web.pcap.gz"));
        Report report = analyse("web.pcap.gz", "clients.csv");
        assertEquals(5626, report.analysis().messages().size());
        assertNote(report, "3198 of its 3198 messages are in captures too");
    }

    private static String end(long high, long low, int port) {
        return AddressText.endpoint(high, low, port);
    }

    @Test
    void aTableOfBareMessagesTellsItsClock() throws IOException {
        StringBuilder table = new StringBuilder("sent_ms,received_ms,from,to,role,call\n");
        int call = 0;
        for (String line : lines("nginx.jsonl.gz")) {
            call++;
            Matcher matcher = Pattern.compile("\"msec\":\"(\\d+)\\.(\\d{3})\".*\"request_time\":(\\d+)\\.(\\d{3})")
                    .matcher(line);
            assertTrue(matcher.find());
            long end = Long.parseLong(matcher.group(1) + matcher.group(2)) + 37_250;
            long begin = end - Long.parseLong(matcher.group(3) + matcher.group(4));
            table.append(begin + "," + begin + ",10.77.0.10,10.77.0.11,request," + call + "\n");
            table.append(end + "," + end + ",10.77.0.11,10.77.0.10,response," + call + "\n");
        }
        Files.writeString(directory.resolve("bare.csv"), table);
        Report report = analyse("bare.csv", "sw.pcap.gz");
        // one request waited so long in the server that its time alone does not tell which it is
        assertEquals(CAPTURED, report.analysis().messages().size(), 2);
        MergeResult.SnifferClock clock =
                Objects.requireNonNull(report.merge()).clocks().get(1);
        ClockLine line = Objects.requireNonNull(clock.line());
        assertEquals(37.25e9, line.offsetNanos(), line.offsetUncertaintyNanos() + 1e6);
    }

    /** A message stands in the table of who asks, and the other end has a table of its own. */
    @Test
    void aTableForEachHostTellsWhenMessagesCame() throws IOException {
        String header = "sent_ms,received_ms,from,to,role\n";
        StringBuilder[] tables = {new StringBuilder(header), new StringBuilder(header), new StringBuilder(header)};
        for (int i = 0; i < 100; i++) {
            for (int hop = 0; hop < 2; hop++) {
                long at = 1_700_000_000_000L + 100L * i + i * i % 37 + 10L * hop;
                String asks = "10.0.0." + hop + ":4000";
                String asked = "10.0.0." + (hop + 1) + ":80";
                tables[hop].append(at + ",," + asks + "," + asked + ",request\n");
                tables[hop + 1].append("," + (at + 2) + "," + asks + "," + asked + ",request\n");
                tables[hop + 1].append((at + 50 - 20L * hop) + ",," + asked + "," + asks + ",response\n");
                tables[hop].append("," + (at + 52 - 20L * hop) + "," + asked + "," + asks + ",response\n");
            }
        }
        List<String> files = new ArrayList<>();
        for (int host = 0; host < tables.length; host++) {
            files.add(Files.writeString(directory.resolve("host" + host + ".csv"), tables[host])
                    .toString());
        }
        List<Long> delays = new ArrayList<>();
        new MergeReading(FlowSettings.defaults(), MergeSettings.defaults(), Console.ofProcess(), false)
                .read(
                        files,
                        message -> delays.add(message.receivedNanos() - message.sentNanos()),
                        sniffer -> {},
                        note -> {});
        assertEquals(Collections.nCopies(400, 2_000_000L), delays);
    }

    /** A host has a table, the other one the calls of a process on its sockets, an hour ahead. */
    @ParameterizedTest
    @CsvSource({"10.0.0.1,10.0.0.2", "asks,asked"})
    void callsOnSocketsBesideATableCountOnce(String asks, String asked) throws IOException {
        StringBuilder table = new StringBuilder("sent_ms,received_ms,src,source,dst,destination,role\n");
        StringBuilder calls = new StringBuilder(
                "web\npid=7\nbind(fd=4, addr={10.0.0.2:80})\naccept(lfd=4, addr={10.0.0.1:4000}) = 6\n");
        for (int i = 0; i < 100; i++) {
            long at = 1_700_000_000_000L + 100L * i + i * i % 37;
            table.append(at + ",,10.0.0.1:4000," + asks + ",10.0.0.2:80," + asked + ",request\n");
            table.append("," + (at + 52) + ",10.0.0.2:80," + asked + ",10.0.0.1:4000," + asks + ",response\n");
            long there = at + 3_600_000;
            calls.append(call("recv", there + 2)).append(call("send", there + 50));
        }
        List<String> files = List.of(
                Files.writeString(directory.resolve("asks.csv"), table).toString(),
                Files.writeString(directory.resolve("web.txt"), calls).toString());
        List<Long> delays = new ArrayList<>();
        Set<String> nodes = new TreeSet<>();
        new MergeReading(FlowSettings.defaults(), MergeSettings.defaults(), Console.ofProcess(), false)
                .read(
                        files,
                        message -> {
                            delays.add((message.receivedNanos() - message.sentNanos()) / 10_000);
                            nodes.add(AddressText.of(message.sourceHigh(), message.sourceLow()));
                        },
                        sniffer -> {},
                        note -> {});
        assertEquals(Collections.nCopies(200, 200L), delays);
        assertEquals(Set.of("10.0.0.1", "10.0.0.2"), nodes);
    }

    private static String call(String name, long millis) {
        return "%s(fd=6, len=10, time=%d.%03d)%n".formatted(name, millis / 1000, millis % 1000);
    }

    @Test
    void anotherDayIsNotTheSameRun() throws IOException {
        List<String> lines = lines("combined.log.gz");
        Files.write(
                directory.resolve("other.log"),
                lines.stream().map(line -> line.replace("24/Nov", "23/Nov")).toList());
        assertEquals(
                CAPTURED + 2 * lines.size(),
                analyse("sw.pcap.gz", "other.log").analysis().messages().size());
    }

    private static List<String> lines(String name) throws IOException {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(directory.resolve(name))), StandardCharsets.UTF_8))) {
            return new ArrayList<>(reader.lines().toList());
        }
    }
}
