package io.wirepath.flows.message;

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
import java.util.function.Function;

/** Packets built by a test, cut into blocks, through one shard: {@link #messages} says what they say. */
public final class BlocksOfPackets {

    public final PacketBuilder packets = new PacketBuilder();
    private final PacketDecoder decoder = new PacketDecoder(DecodeSettings.defaults());
    private final SiteEvidence site;
    private final SightingBatch batch = new SightingBatch();
    private final FlowShard shard;
    private long nowNanos;

    public BlocksOfPackets() {
        this(true);
    }

    /** {@code known} tells whether other connections may say what is spoken with a server. */
    public BlocksOfPackets(boolean known) {
        site = new SiteEvidence();
        shard = new FlowShard(
                TcpSettings.defaults(),
                UdpSettings.defaults(),
                new MessageAssembler(MessageSettings.defaults(), batch, known ? site : new SiteEvidence()));
    }

    /** The next packets pass so much later. */
    public PacketBuilder after(long millis) {
        nowNanos += millis * 1_000_000;
        return packets.at(nowNanos);
    }

    /** What was built so far is a block. */
    public void endBlock() {
        PacketIndex index = new PacketIndex(packets.block());
        decoder.decode(packets.block(), index);
        site.take(index);
        packets.replay(shard::onPacket);
        shard.onBlockEnd(nowNanos);
        packets.next();
    }

    /** All messages, each as this says. */
    public List<String> messages(Function<Sighting, String> text) {
        endBlock();
        shard.onEndOfCapture(nowNanos);
        return taken(text);
    }

    /** The messages of the blocks so far, each as this says: they are gone then, as behind each block of a capture. */
    public List<String> taken(Function<Sighting, String> text) {
        Sighting sighting = new Sighting();
        List<String> messages = new ArrayList<>();
        for (int i = 0; i < batch.count(); i++) {
            messages.add(text.apply(batch.wrap(i, sighting)));
        }
        batch.reset();
        return messages;
    }
}
