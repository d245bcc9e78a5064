package io.wirepath.flows.pipeline;

import io.wirepath.flows.ConnectionListener;
import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.flows.decode.PacketView;
import io.wirepath.flows.table.FlowKey;
import io.wirepath.flows.tcp.TcpSettings;
import io.wirepath.flows.tcp.TcpTracker;
import io.wirepath.flows.udp.UdpSettings;
import io.wirepath.flows.udp.UdpTracker;
import io.wirepath.sniffer.CounterSet;

/**
 * All connections whose addresses, ports and scope hash to one of {@link #SHARDS} numbers. The number of shards is
 * fixed and every bound is a shard's own, so results do not depend on how many workers share the shards. Used by
 * one thread at a time.
 */
public final class FlowShard {

    /** Number of shards; a power of two. */
    public static final int SHARDS = 16;

    private final CounterSet<ReassemblyCounter> counters = new CounterSet<>(ReassemblyCounter.class);
    private final FlowKey key = new FlowKey();
    private final ConnectionListener listener;
    private final TcpTracker tcp;
    private final UdpTracker udp;

    /** Makes a shard without connections, which tells its listener what it rebuilds. */
    public FlowShard(TcpSettings tcpSettings, UdpSettings udpSettings, ConnectionListener listener) {
        this.listener = listener;
        tcp = new TcpTracker(tcpSettings, SHARDS, listener, counters);
        udp = new UdpTracker(udpSettings, SHARDS, listener, counters);
    }

    /** Takes the next packet of this shard. */
    public void onPacket(PacketView packet) {
        key.load(packet);
        if (packet.isTcp()) {
            tcp.onSegment(packet, key);
        } else {
            udp.onDatagram(packet, key);
        }
    }

    /**
     * All packets of a block were taken.
     *
     * @param nowNanos the latest time stamp of any packet so far, of all shards
     */
    public void onBlockEnd(long nowNanos) {
        tcp.onTime(nowNanos);
        udp.onTime(nowNanos);
        listener.onTime(nowNanos);
    }

    /** The capture is over: closes all connections. */
    public void onEndOfCapture(long nowNanos) {
        tcp.onEndOfCapture(nowNanos);
        udp.onEndOfCapture();
        listener.onTime(nowNanos);
    }

    /** What was counted so far. */
    public CounterSet<ReassemblyCounter> counters() {
        return counters;
    }
}
