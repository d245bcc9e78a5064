package io.wirepath.flows.decode;

import io.wirepath.flows.IpProtocol;
import io.wirepath.sniffer.CounterSet;
import io.wirepath.sniffer.FrameBlock;
import java.nio.ByteBuffer;

/**
 * Finds the innermost TCP segment or UDP datagram of each frame of a block.
 *
 * <p>Most frames of most captures are untagged Ethernet with plain IPv4 and TCP: for those, the code is straight and
 * looks at each header field once. All others go from {@link Layer} to layer. Both ways give the same entry for the
 * same frame.
 *
 * <pre>
 *   0            12       14   15   16        20         23        26      30      34 TCP ...  46
 *  | MACs       | 0x0800 | 45 | .. | total   | fragment | proto 6 | source | dest  | ports    | data offset
 * </pre>
 *
 * <p>Used by one thread. State lasts from block to block: that of defragmentation.
 */
public final class PacketDecoder {

    private static final int ETHERNET = 1;
    private static final int ETHERNET_BYTES = 14;
    private static final int SHORTEST_PLAIN = ETHERNET_BYTES + 20 + 20;
    private static final int IPV4_WITHOUT_OPTIONS = 0x080045;
    private static final int FRAGMENT_BITS = 0x3fff;
    private static final int NO_VLAN = FramePosition.NO_VLAN;

    private static final Layer AGGREGATED = new WlanAggregateLayer();

    private final CounterSet<DecodeCounter> counters = new CounterSet<>(DecodeCounter.class);
    private final CounterSet<DecodeRemark> remarks = new CounterSet<>(DecodeRemark.class);
    private final int maxLayers;
    private final Defragmentation defragmentation;
    private final FrameCursor cursor;
    private final FirstPackets firsts = new FirstPackets();
    private long framesIn;

    /** Makes a decoder that has seen no frame. */
    public PacketDecoder(DecodeSettings settings) {
        maxLayers = settings.maxLayers();
        defragmentation = new Defragmentation(settings.defrag(), counters, remarks);
        cursor = new FrameCursor(settings, defragmentation, remarks);
    }

    /** Empties the index and writes an entry for each packet that the block's frames bring or complete. */
    public void decode(FrameBlock block, PacketIndex index) {
        index.reset();
        ByteBuffer bytes = block.bytes();
        int frames = block.count();
        int plain = 0;
        for (int i = 0; i < frames; i++) {
            if (block.capturedLength(i) >= SHORTEST_PLAIN
                    && block.linkType(i) == ETHERNET
                    && decodePlain(bytes, block.offset(i), block.capturedLength(i), index, i)) {
                plain++;
            } else {
                decodeByLayers(block, index, i);
            }
        }
        counters.add(DecodeCounter.USED_TCP, plain);
        framesIn += frames;
        firsts.find(index);
        if (frames > 0) {
            defragmentation.onTime(block.timeNanos(frames - 1));
        }
    }

    /** Handles a whole, plain Ethernet/IPv4/TCP frame; answers no if it is anything else. */
    private static boolean decodePlain(ByteBuffer bytes, int at, int captured, PacketIndex index, int frame) {
        if (bytes.getInt(at + 12) >>> 8 != IPV4_WITHOUT_OPTIONS
                || (bytes.getShort(at + 20) & FRAGMENT_BITS) != 0
                || bytes.get(at + 23) != IpProtocol.TCP) {
            return false;
        }
        int total = bytes.getShort(at + 16) & 0xffff;
        int tcpHeader = (bytes.get(at + 46) & 0xf0) >>> 2;
        int headers = 20 + tcpHeader;
        if (tcpHeader < TcpLayer.HEADER_BYTES || total < headers || captured < ETHERNET_BYTES + total) {
            return false;
        }
        int ports = bytes.getInt(at + 34);
        int hash = FlowHash.connection(
                0,
                PacketView.mapped(bytes.getInt(at + 26)),
                ports >>> 16,
                0,
                PacketView.mapped(bytes.getInt(at + 30)),
                ports & 0xffff,
                0);
        int ip = at + ETHERNET_BYTES;
        index.add(frame, IpProtocol.TCP, ip, ip + 20, ip + headers, total - headers, 0, false, 0, NO_VLAN, hash);
        return true;
    }

    private void decodeByLayers(FrameBlock block, PacketIndex index, int frame) {
        cursor.begin(block, index, frame);
        follow(LinkTypes.next(cursor, block.linkType(frame)));
        DecodeCounter fate = cursor.fate();
        while (fate != DecodeCounter.FRAGMENT_WAITING && cursor.goToRest()) {
            follow(AGGREGATED);
            fate = fateOfFrame(fate, cursor.fate());
        }
        counters.increment(fate);
    }

    private void follow(Layer first) {
        Layer layer = first;
        int left = maxLayers;
        while (layer != Layer.DONE) {
            layer = left-- > 0 ? layer.decode(cursor) : cursor.end(DecodeCounter.TOO_DEEP);
        }
        cursor.fallBack();
    }

    /**
     * A frame with several packets is in the counter of the first one used, but a fragment that is held keeps its
     * account.
     */
    private static DecodeCounter fateOfFrame(DecodeCounter soFar, DecodeCounter next) {
        boolean used = soFar == DecodeCounter.USED_TCP || soFar == DecodeCounter.USED_UDP;
        return used && next != DecodeCounter.FRAGMENT_WAITING ? soFar : next;
    }

    /** The fate of every frame so far; their sum is {@link #framesIn()}. */
    public CounterSet<DecodeCounter> counters() {
        return counters;
    }

    /** What was seen on the way. */
    public CounterSet<DecodeRemark> remarks() {
        return remarks;
    }

    /** Frames looked at so far. */
    public long framesIn() {
        return framesIn;
    }
}
