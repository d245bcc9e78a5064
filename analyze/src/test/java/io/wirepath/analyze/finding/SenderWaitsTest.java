package io.wirepath.analyze.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.analyze.whole.Algorithms;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages that wait for who reads them (NetLogger, Figure 6), or for who acknowledges them. */
class SenderWaitsTest {

    private static final long MILLI = 1_000_000;

    private static List<String> told(int files, long tookMillis, long closedMillis) {
        return told("closed-windows", 0, files, tookMillis, closedMillis);
    }

    /** Files that take so long, or nobody knows how long, of which their sender waits so long for what these flags tell. */
    private static List<String> told(String kind, int flags, int files, long tookMillis, long waitedMillis) {
        NodeTable nodes = new NodeTable();
        MessageTableBuilder builder = new MessageTableBuilder(nodes);
        int sender = nodes.add("ftp", "ftp", true);
        int receiver = nodes.add("client", "client", true);
        for (int i = 0; i < files; i++) {
            long sent = 10_000 * MILLI * i;
            long received = tookMillis == 0 ? MessageTable.NIL : sent + tookMillis * MILLI;
            builder.add(sent, received, sender, 20, receiver, 4000, 0, 6, Role.ONE_WAY, 0, i, 100_000_000, flags, i);
            builder.tcp(0, 0, 1000 * waitedMillis, 0);
        }
        MessageTable messages = builder.build();
        return Analyzer.analyze(messages, Algorithms.byName("linking"), AnalysisSettings.defaults()).findings().stream()
                .filter(finding -> finding.kind().equals(kind))
                .map(finding -> finding.severity() + " " + finding.title())
                .toList();
    }

    @Test
    void tellsWhoDoesNotRead() {
        assertEquals(
                List.of(
                        "PROBLEM client does not read as fast as ftp sends: 92 % of the time of 1 message is a closed receive window"),
                told(1, 5000, 4600));
        assertEquals(1, told(3, 400, 200).size());
    }

    /** Nobody saw them arrive. */
    @Test
    void tellsNoShareOfATimeThatIsNotKnown() {
        assertEquals(
                List.of(
                        "PROBLEM client does not read as fast as ftp sends: 9.2 s of the time of 2 messages is a closed receive window"),
                told(2, 0, 4600));
    }

    @Test
    void aWindowThatIsClosedForAMomentIsNoMatter() {
        assertEquals(List.of(), told(3, 5000, 0));
        assertEquals(List.of(), told(3, 5000, 100));
        assertEquals(List.of(), told(1, 20, 15));
    }

    @Test
    void tellsWhoWaitsForDelayedAcknowledgments() {
        assertEquals(
                List.of(
                        "NOTICE ftp sends messages in parts and goes on when a delayed acknowledgment of client comes: about 98 % of the time of 40 messages"),
                told("delayed-acknowledgments", SightingCodec.FLAG_DELAYED_ACK, 40, 41, 40));
        assertEquals(List.of(), told("closed-windows", SightingCodec.FLAG_DELAYED_ACK, 40, 41, 40));
    }

    @Test
    void aFewDelayedAcknowledgmentsAreNoMatter() {
        assertEquals(List.of(), told("delayed-acknowledgments", SightingCodec.FLAG_DELAYED_ACK, 2, 41, 40));
    }
}
