package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.PacketBuilder;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.decode.DecodeSettings;
import io.wirepath.flows.decode.PacketDecoder;
import io.wirepath.flows.decode.PacketIndex;
import io.wirepath.flows.pipeline.FlowShard;
import io.wirepath.flows.tcp.TcpSettings;
import io.wirepath.flows.udp.UdpSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How frames are cut into blocks, by the kernel's ring and its time, changes nothing of what they say. */
class DatagramsOverBlocksTest {

    private static final long MILLI = 1_000_000;

    private final PacketBuilder packets = new PacketBuilder();
    private final PacketDecoder decoder = new PacketDecoder(DecodeSettings.defaults());
    private final SiteEvidence site = new SiteEvidence();
    private final SightingBatch batch = new SightingBatch();
    private final FlowShard shard = new FlowShard(
            TcpSettings.defaults(),
            UdpSettings.defaults(),
            new MessageAssembler(MessageSettings.defaults(), batch, site));
    private long nowNanos;

    private void endBlock() {
        PacketIndex index = new PacketIndex(packets.block());
        decoder.decode(packets.block(), index);
        site.take(index);
        packets.replay(shard::onPacket);
        shard.onBlockEnd(nowNanos);
        packets.next();
    }

    private List<String> messages() {
        endBlock();
        shard.onEndOfCapture(nowNanos);
        Sighting sighting = new Sighting();
        List<String> messages = new ArrayList<>();
        for (int i = 0; i < batch.count(); i++) {
            batch.wrap(i, sighting);
            messages.add(sighting.role() + " " + sighting.lengthBytes());
        }
        return messages;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFirstRequestIsOneThoughItsAnswerComesInAnotherBlock(boolean oneBlock) {
        packets.from("10.0.1.1", 33_001)
                .to("10.0.0.2", 7000)
                .at(nowNanos)
                .udp("asks")
                .udp("again");
        if (!oneBlock) {
            endBlock();
        }
        nowNanos += 300 * MILLI;
        packets.turn().at(nowNanos).udp("answers").udp("twice here");

        assertEquals(List.of("REQUEST 4", "REQUEST 5", "RESPONSE 7", "RESPONSE 10"), messages());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 40})
    void whoIsNeverAnsweredDoesNotAsk(int perBlock) {
        packets.from("10.0.1.1", 33_001).to("10.0.0.2", 514);
        for (int i = 0; i < 40; i++) {
            nowNanos += 10 * MILLI;
            packets.at(nowNanos).udp("<13>one");
            if (i % perBlock == 0) {
                endBlock();
            }
        }

        assertEquals(Stream.generate(() -> "ONE_WAY 7").limit(40).toList(), messages());
    }
}
