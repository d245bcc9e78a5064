package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.PacketBuilder;
import io.wirepath.flows.SightingCodec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A request that a reset leaves without an answer says so, however soon its message goes on its way. */
class ResetTest {

    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    private final BlocksOfPackets traffic = new BlocksOfPackets();

    @Test
    void aRequestThatWasResetIsTakenAsReset() {
        PacketBuilder packets = traffic.packets.from("10.0.1.1", 33_001).to("10.0.0.2", 8080);
        packets.flags("S").seq(100).tcp("");
        packets.turn().flags("SA").seq(500).ack(101).tcp("");
        packets.turn().flags("A").seq(101).ack(501).tcp(REQUEST);
        traffic.after(1).turn().flags("RA").seq(501).ack(101 + REQUEST.length()).tcp("");
        traffic.endBlock();

        assertEquals(
                List.of("REQUEST true ", "UNKNOWN false tcp reset"),
                traffic.taken(message -> message.role() + " " + ((message.flags() & SightingCodec.FLAG_RST) != 0) + " "
                        + Outcome.text(message.outcome())));
    }
}
