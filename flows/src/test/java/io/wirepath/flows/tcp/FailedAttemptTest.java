package io.wirepath.flows.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.PacketBuilder;
import io.wirepath.flows.Transcript;
import io.wirepath.flows.pipeline.FlowShard;
import io.wirepath.flows.udp.UdpSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which attempts to open a connection failed. Client 10.0.0.1 with SYN 100, server 10.0.0.2:80. */
class FailedAttemptTest {

    private final PacketBuilder packets = new PacketBuilder();
    private final Transcript seen = new Transcript();
    private final FlowShard shard = new FlowShard(TcpSettings.defaults(), UdpSettings.defaults(), seen);

    private PacketBuilder client(int port, double millis) {
        return packets.from("10.0.0.1", port)
                .to("10.0.0.2", 80)
                .seq(100)
                .ack(0)
                .flags("S")
                .atMillis(millis);
    }

    private PacketBuilder server(int port, double millis, String flags, int acknowledgment) {
        return packets.from("10.0.0.2", 80)
                .to("10.0.0.1", port)
                .seq(0)
                .ack(acknowledgment)
                .flags(flags)
                .atMillis(millis);
    }

    private List<String> attempts(double untilMillis, boolean end) {
        packets.replay(shard::onPacket);
        if (end) {
            shard.onEndOfCapture((long) (untilMillis * 1e6));
        } else {
            shard.onBlockEnd((long) (untilMillis * 1e6));
        }
        return seen.lines().stream().filter(line -> line.contains("attempt")).toList();
    }

    @Test
    void tellsAnAttemptThatResetAnswers() {
        client(1000, 1).tcp("");
        server(1000, 2, "RA", 101).tcp("");
        assertEquals(List.of("> attempt refused at 2.0 ms"), attempts(10, false));
    }

    @Test
    void tellsEachAttemptWhereTheSynComesAgain() {
        client(1000, 1).tcp("");
        server(1000, 2, "RA", 101).tcp("");
        client(1000, 1001).tcp("");
        server(1000, 1002, "RA", 101).tcp("");
        assertEquals(List.of("> attempt refused at 2.0 ms", "> attempt refused at 1002.0 ms"), attempts(1010, false));
    }

    @Test
    void believesNoResetThatDoesNotAcknowledgeTheSyn() {
        client(1000, 1).tcp("");
        server(1000, 2, "RA", 999).tcp("");
        client(1001, 1).tcp("");
        server(1001, 2, "R", 0).tcp("");
        assertEquals(List.of(), attempts(10, false));
    }

    @Test
    void tellsAnAttemptWithoutAnAnswerOnceItIsThreeSecondsOld() {
        client(1000, 1).tcp("");
        client(1001, 500).tcp("");
        assertEquals(List.of("> attempt without an answer at 3001.0 ms"), attempts(3100, false));
        assertEquals(
                List.of("> attempt without an answer at 3001.0 ms", "> attempt without an answer at 3500.0 ms"),
                attempts(4000, false));
    }

    @Test
    void takesAnAnsweredSynForNoFailure() {
        client(1000, 1).tcp("");
        server(1000, 2, "SA", 101).tcp("");
        assertEquals(List.of(), attempts(9000, true));
    }

    @Test
    void takesOneDirectionAloneForNoFailure() {
        client(1000, 1).tcp("");
        client(1000, 2).seq(101).ack(501).flags("A").tcp("");
        assertEquals(List.of(), attempts(9000, true));
    }

    @Test
    void tellsAtTheEndWhatWasSentAgainInVain() {
        client(1000, 1).tcp("");
        client(1000, 1001).tcp("");
        client(1001, 1100).tcp("");
        assertEquals(List.of("> attempt without an answer at 1200.0 ms"), attempts(1200, true));
    }
}
