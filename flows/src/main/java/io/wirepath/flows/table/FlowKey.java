package io.wirepath.flows.table;

import io.wirepath.flows.SplitMix64;
import io.wirepath.flows.decode.PacketView;

/**
 * The addresses, ports and scope of the packet at hand, read once. A flyweight that is loaded again for each packet.
 * The hash is the same for both directions.
 */
public final class FlowKey {

    private static final long MIX = SplitMix64.STEP;
    private static final long MIX_PORT = 0xc2b2_ae3d_27d4_eb4fL;

    public long sourceHigh;
    public long sourceLow;
    public long destinationHigh;
    public long destinationLow;
    public int sourcePort;
    public int destinationPort;
    public long scope;

    /** Symmetric hash of the fields above. */
    public int hash;

    /** Reads the fields from a packet. */
    public void load(PacketView packet) {
        sourceHigh = packet.sourceHigh();
        sourceLow = packet.sourceLow();
        destinationHigh = packet.destinationHigh();
        destinationLow = packet.destinationLow();
        sourcePort = packet.sourcePort();
        destinationPort = packet.destinationPort();
        scope = packet.scope();
        long mixed =
                (end(sourceHigh, sourceLow, sourcePort) + end(destinationHigh, destinationLow, destinationPort) ^ scope)
                        * MIX;
        hash = (int) (mixed >>> 32);
    }

    private static long end(long high, long low, int port) {
        long mixed = (high * MIX_PORT ^ low) * MIX ^ port * MIX_PORT;
        return mixed ^ mixed >>> 29;
    }
}
