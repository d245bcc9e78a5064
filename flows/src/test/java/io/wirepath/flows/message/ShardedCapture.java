package io.wirepath.flows.message;

import io.wirepath.flows.ConnectionListener;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.decode.DecodeSettings;
import io.wirepath.flows.decode.PacketDecoder;
import io.wirepath.flows.decode.PacketIndex;
import io.wirepath.flows.decode.PacketView;
import io.wirepath.flows.pipeline.FlowShard;
import io.wirepath.flows.tcp.TcpSettings;
import io.wirepath.flows.udp.UdpSettings;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.file.CaptureFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Runs a test capture through decoding, reassembly and message assembly, in one thread. */
public final class ShardedCapture {

    private final SightingBatch[] batches = new SightingBatch[FlowShard.SHARDS];
    private final FlowShard[] shards = new FlowShard[FlowShard.SHARDS];

    /** {@code before} may put a listener in front of each assembler. */
    public ShardedCapture(MessageSettings settings, UnaryOperator<ConnectionListener> before) {
        for (int i = 0; i < shards.length; i++) {
            batches[i] = new SightingBatch();
            ConnectionListener listener = before.apply(new MessageAssembler(settings, batches[i]));
            shards[i] = new FlowShard(TcpSettings.defaults(), UdpSettings.defaults(), listener);
        }
    }

    /** Reads a capture from the test resources. */
    public void run(String resource, Consumer<Sighting> sink) throws IOException {
        Path file = Files.createTempFile("capture", ".pcap.gz");
        try (InputStream in = Objects.requireNonNull(ShardedCapture.class.getResourceAsStream(resource), resource)) {
            Files.write(file, in.readAllBytes());
            try (FrameSource source = CaptureFile.open(file.toString())) {
                run(source, sink);
            }
        } finally {
            Files.delete(file);
        }
    }

    private void run(FrameSource source, Consumer<Sighting> sink) throws IOException {
        PacketDecoder decoder = new PacketDecoder(DecodeSettings.defaults());
        FrameBlock block = new FrameBlock(FrameBlock.DEFAULT_BYTES);
        PacketIndex index = new PacketIndex(block);
        PacketView packet = new PacketView();
        long now = 0;
        while (source.fill(block)) {
            decoder.decode(block, index);
            for (int i = 0; i < index.count(); i++) {
                packet.wrap(index, i);
                now = Math.max(now, packet.timeNanos());
                batches[index.shard(i)].trigger(packet.frameNumber());
                shards[index.shard(i)].onPacket(packet);
            }
            for (FlowShard shard : shards) {
                shard.onBlockEnd(now);
            }
            drain(sink);
        }
        for (FlowShard shard : shards) {
            shard.onEndOfCapture(now);
        }
        drain(sink);
    }

    private void drain(Consumer<Sighting> sink) {
        Sighting sighting = new Sighting();
        for (SightingBatch batch : batches) {
            for (int i = 0; i < batch.count(); i++) {
                sink.accept(batch.wrap(i, sighting));
            }
            batch.reset();
        }
    }
}
