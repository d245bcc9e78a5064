package io.wirepath.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.delay.NodeSummary;
import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.reconcile.MergeSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Recorded systems of equal peers, in which nothing tells who asks, against what the peers themselves say: each
 * datagram, and the one that caused it ({@code peers/README.md}).
 */
class PeerSystemsTest {

    @TempDir
    private Path directory;

    /** What a peer sent, when the capture has it. */
    private record Datagram(long timeNanos, String from) {}

    /** What was sent, with its cause, or itself where there was none. What was sent again is not among them. */
    private static Map<Datagram, Datagram> truth(String name) throws IOException {
        Map<Datagram, Datagram> causes = new HashMap<>();
        try (InputStream in = Objects.requireNonNull(
                        PeerSystemsTest.class.getResourceAsStream("/peers/" + name + ".csv.gz"), name);
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(new GZIPInputStream(in), StandardCharsets.US_ASCII))) {
            lines.readLine();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] f = line.split(",", -1);
                Datagram sent = new Datagram(Long.parseLong(f[0]), f[1]);
                if (f[6].equals("0")) {
                    causes.put(sent, f[3].isEmpty() ? sent : new Datagram(Long.parseLong(f[3]), f[4]));
                }
            }
        }
        return causes;
    }

    private Analysis analyse(String name) throws IOException {
        Path capture = directory.resolve(name + ".pcap.gz");
        try (InputStream in = Objects.requireNonNull(
                PeerSystemsTest.class.getResourceAsStream("/peers/" + name + ".pcap.gz"), name)) {
            Files.copy(in, capture);
        }
        MergeReading reading =
                new MergeReading(FlowSettings.defaults(), MergeSettings.defaults(), Console.ofProcess(), false);
        AnalysisRun run = new AnalysisRun(reading, null, Inference.defaults(), CallSelection.of(List.of()));
        return run.run(List.of(capture.toString()), null, null).report().analysis();
    }

    private static List<Datagram> datagrams(MessageTable messages) {
        List<Datagram> datagrams = new ArrayList<>();
        for (int row = 0; row < messages.size(); row++) {
            datagrams.add(new Datagram(messages.timeNanos(row), peer(messages, messages.source(row))));
        }
        return datagrams;
    }

    /** Peers are numbered from 10.77.0.10 on. */
    private static String peer(MessageTable messages, int node) {
        String address = messages.nodes().get(node).address();
        return Integer.toString(Integer.parseInt(address.substring(address.lastIndexOf('.') + 1)) - 10);
    }

    /** What is right of what is so, in per cent. */
    private record Share(int[] counts) {
        void count(boolean right) {
            counts[0] += right ? 1 : 0;
            counts[1]++;
        }

        int percent() {
            return counts[1] == 0 ? 100 : 100 * counts[0] / counts[1];
        }
    }

    /**
     * In per cent: datagrams with a cause of which it was found, those without of which that was found; and how many
     * calls.
     */
    @ParameterizedTest
    @CsvSource({
        "iterative, 82, 85, 770",
        "recursive, 90, 85, 710",
        "direct, 86, 90, 50",
        "bittorrent, 62, 68, 600",
    })
    void causesAmongPeersAreFound(String name, int leastCaused, int leastRoots, int leastCalls) throws IOException {
        Map<Datagram, Datagram> truth = truth(name);
        Analysis analysis = analyse(name);
        MessageTable messages = analysis.messages();
        LinkTable links = analysis.links();
        List<Datagram> sent = datagrams(messages);
        Share caused = new Share(new int[2]);
        Share roots = new Share(new int[2]);
        Share answered = new Share(new int[2]);
        for (int row = 0; row < messages.size(); row++) {
            Datagram cause = truth.get(sent.get(row));
            int found = links.likelyParent(row);
            if (messages.role(row) == Role.REQUEST) {
                answered.count(messages.partner(row) != MessageTable.NONE);
            }
            if (cause != null && cause.equals(sent.get(row))) {
                roots.count(found == MessageTable.NONE);
            } else if (cause != null) {
                caused.count(found != MessageTable.NONE && sent.get(found).equals(cause));
            }
        }
        String figures = "causes " + caused.percent() + " %, roots " + roots.percent() + " %, calls "
                + answered.counts()[0] + " of " + answered.counts()[1];
        assertTrue(caused.percent() >= leastCaused && roots.percent() >= leastRoots, figures);
        assertTrue(answered.counts()[0] >= leastCalls && answered.percent() >= 97, figures);
        assertEquals(List.of(), problems(analysis));
        assertEquals(
                List.of(), analysis.nodes().stream().filter(NodeSummary::client).toList());
    }

    private static List<String> problems(Analysis analysis) {
        return analysis.findings().stream()
                .filter(finding -> finding.severity() == Finding.Severity.PROBLEM)
                .map(Finding::title)
                .toList();
    }

    /** Requests over UDP, and those that nobody answered, by the address that did not. */
    private static String calls(Analysis analysis) {
        MessageTable messages = analysis.messages();
        int calls = 0;
        Map<String, Integer> unanswered = new TreeMap<>();
        for (int row = 0; row < messages.size(); row++) {
            if (messages.role(row) == Role.REQUEST && messages.transport(row) == IpProtocol.UDP) {
                calls++;
                if (messages.partner(row) == MessageTable.NONE) {
                    unanswered.merge(
                            messages.nodes().get(messages.destination(row)).address(), 1, Integer::sum);
                }
            }
        }
        return calls + " " + unanswered;
    }

    @Test
    void timeBetweenPeersIsNoCallAndEachQuestionOfAClientIsAnswered() throws IOException {
        Analysis analysis = analyse("ntp");
        assertEquals("315 {}", calls(analysis));
        assertEquals(List.of(), problems(analysis));
    }

    @Test
    void transactionsOfSipAreCallsHoweverOftenTheyAreSent() throws IOException {
        Analysis analysis = analyse("sip");
        assertEquals("220 {}", calls(analysis));
        assertEquals(List.of(), problems(analysis));
    }

    /** What was killed leaves probes without an answer; one more of all others may be. */
    @Test
    void probesAmongGossipAreTheCalls() throws IOException {
        Analysis analysis = analyse("gossip");
        assertEquals("232 {10.88.0.14=1, 10.88.0.15=10}", calls(analysis));
        assertEquals(List.of(), problems(analysis));
    }
}
