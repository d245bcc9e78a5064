package io.wirepath.flows.stream;

import io.wirepath.flows.ConnectionListener;
import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.flows.decode.DecodeSettings;
import io.wirepath.flows.decode.PacketDecoder;
import io.wirepath.flows.decode.PacketIndex;
import io.wirepath.flows.decode.PacketView;
import io.wirepath.flows.pipeline.FlowShard;
import io.wirepath.flows.tcp.TcpSettings;
import io.wirepath.flows.udp.UdpSettings;
import io.wirepath.sniffer.CounterSet;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads one capture to its end, in one thread, and tells a listener all that reassembly finds. */
public final class StreamReading {

    private final PacketDecoder decoder;
    private final FlowShard[] shards = new FlowShard[FlowShard.SHARDS];
    private long latestNanos = Long.MIN_VALUE;

    /**
     * Prepares for one capture.
     *
     * @param decode how frames are decoded
     * @param listener told about all connections; called by the thread that calls {@link #read}
     */
    public StreamReading(DecodeSettings decode, ConnectionListener listener) {
        decoder = new PacketDecoder(decode);
        for (int i = 0; i < shards.length; i++) {
            shards[i] = new FlowShard(TcpSettings.forStreams(), UdpSettings.forStreams(), listener);
        }
    }

    /** Frames read so far. */
    public long frames() {
        return decoder.framesIn();
    }

    /** The fate of every frame: their sum is {@link #frames()}. */
    public List<CounterSet.Value> fates() {
        return decoder.counters().values();
    }

    /** What else was counted: what the decoder saw on the way, and what reassembly did. */
    public List<CounterSet.Value> counters() {
        CounterSet<ReassemblyCounter> reassembly = new CounterSet<>(ReassemblyCounter.class);
        for (FlowShard shard : shards) {
            reassembly.add(shard.counters());
        }
        List<CounterSet.Value> counters = new ArrayList<>(decoder.remarks().values());
        counters.addAll(reassembly.values());
        return counters;
    }

    /**
     * Reads the frames of a source to their end; closes the source not.
     *
     * @throws IOException when the source cannot be read at all; damage inside it only ends its frames
     */
    public void read(FrameSource source) throws IOException {
        FrameBlock block = new FrameBlock(FrameBlock.DEFAULT_BYTES);
        PacketIndex index = new PacketIndex(block);
        PacketView packet = new PacketView();
        while (source.fill(block)) {
            decoder.decode(block, index);
            for (int i = 0; i < index.count(); i++) {
                latestNanos = Math.max(latestNanos, index.timeNanos(i));
                shards[index.shard(i)].onPacket(packet.wrap(index, i));
            }
            for (FlowShard shard : shards) {
                shard.onBlockEnd(latestNanos);
            }
        }
        for (FlowShard shard : shards) {
            shard.onEndOfCapture(latestNanos);
        }
    }
}
