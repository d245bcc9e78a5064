package io.wirepath.flows.decode;

import io.wirepath.flows.OuterLayers;
import io.wirepath.sniffer.FrameBlock;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Where the innermost TCP segment or UDP datagram of each frame of a block lies.
 *
 * <p>Written once by the {@link PacketDecoder}, which checks every length, and then trusted by all
 * that read it: an entry's IP header, transport header and payload lie inside {@link #bytes}.
 * Frames that hold no such packet have no entry; they are in the decoder's counters instead.
 */
public final class PacketIndex {

    private static final int INITIAL_PACKETS = 4096;

    private FrameBlock block;
    private ByteBuffer reassembled = ByteBuffer.allocateDirect(0);
    private int count;
    private int[] frame = new int[INITIAL_PACKETS];
    private int[] ipOffset = new int[INITIAL_PACKETS];
    private int[] transportOffset = new int[INITIAL_PACKETS];
    private int[] payloadOffset = new int[INITIAL_PACKETS];
    private int[] payloadLength = new int[INITIAL_PACKETS];
    private int[] payloadCut = new int[INITIAL_PACKETS];
    private byte[] transport = new byte[INITIAL_PACKETS];
    private int[] hash = new int[INITIAL_PACKETS];
    private boolean[] fromFragments = new boolean[INITIAL_PACKETS];
    private long[] scope = new long[INITIAL_PACKETS];
    private int[] vlan = new int[INITIAL_PACKETS];
    private byte[] outerCount = new byte[INITIAL_PACKETS];
    private int[] outerOffset = new int[INITIAL_PACKETS];

    /** The packets that are the first of their connection, or of its other direction. */
    private int[] first = new int[64];

    private int firstCount;

    /** The packets that are the first of their direction to bring payload. */
    private int[] speaking = new int[64];

    private int speakingCount;

    /** Layers around packets, one list after the other; equal lists that follow each other stand here once. */
    private ByteBuffer outer = ByteBuffer.allocate(0);

    private int outerEnd;
    private int latestOuter;

    /** Makes an empty index over the block whose packets it will describe. */
    public PacketIndex(FrameBlock block) {
        this.block = block;
    }

    /** Empties the index; the block has been filled again. */
    public void reset() {
        count = 0;
        outerEnd = 0;
        latestOuter = 0;
        firstCount = 0;
        speakingCount = 0;
        reassembled.clear();
    }

    /** The block that the entries describe. */
    public FrameBlock block() {
        return block;
    }

    /** Number of packets. Packets stand in the order of the frames that completed them. */
    public int count() {
        return count;
    }

    /**
     * Adds a packet.
     *
     * @param frame index in the block of the frame that brought the packet, or completed it
     * @param transport IP protocol number: 6 TCP, 17 UDP
     * @param ipOffset offset of the innermost IP header
     * @param transportOffset offset of the TCP or UDP header
     * @param payloadOffset offset of the payload
     * @param payloadLength payload bytes present
     * @param payloadCut payload bytes that the packet had on the wire but not in the capture
     * @param fromFragments whether the offsets are into the area of reassembled datagrams
     * @param scope what else tells connections apart (VNI, VLAN by setting); 0 where nothing does
     * @param vlan innermost 802.1Q VLAN identifier, or -1
     * @param hash hash of the connection, which says its shard; bit 0 is the direction
     */
    public void add(
            int frame,
            int transport,
            int ipOffset,
            int transportOffset,
            int payloadOffset,
            int payloadLength,
            int payloadCut,
            boolean fromFragments,
            long scope,
            int vlan,
            int hash) {
        if (count == this.frame.length) {
            grow();
        }
        int at = count++;
        this.frame[at] = frame;
        this.transport[at] = (byte) transport;
        this.ipOffset[at] = ipOffset;
        this.transportOffset[at] = transportOffset;
        this.payloadOffset[at] = payloadOffset;
        this.payloadLength[at] = payloadLength;
        this.payloadCut[at] = payloadCut;
        this.fromFragments[at] = fromFragments;
        this.scope[at] = scope;
        this.vlan[at] = vlan;
        this.hash[at] = hash;
        outerCount[at] = 0;
    }

    private void grow() {
        int size = frame.length * 2;
        frame = Arrays.copyOf(frame, size);
        transport = Arrays.copyOf(transport, size);
        ipOffset = Arrays.copyOf(ipOffset, size);
        transportOffset = Arrays.copyOf(transportOffset, size);
        payloadOffset = Arrays.copyOf(payloadOffset, size);
        payloadLength = Arrays.copyOf(payloadLength, size);
        payloadCut = Arrays.copyOf(payloadCut, size);
        fromFragments = Arrays.copyOf(fromFragments, size);
        scope = Arrays.copyOf(scope, size);
        vlan = Arrays.copyOf(vlan, size);
        hash = Arrays.copyOf(hash, size);
        outerCount = Arrays.copyOf(outerCount, size);
        outerOffset = Arrays.copyOf(outerOffset, size);
    }

    /** The packet that was added last lies inside these layers; see {@link OuterLayers}. */
    void addOuter(ByteBuffer layers, int layerCount) {
        int length = layerCount * OuterLayers.LAYER_BYTES;
        if (outerEnd - latestOuter != length || !isLatestOuter(layers, length)) {
            if (outer.capacity() - outerEnd < length) {
                outer = ByteBuffer.allocate(2 * (outer.capacity() + length)).put(0, outer, 0, outerEnd);
            }
            outer.put(outerEnd, layers, 0, length);
            latestOuter = outerEnd;
            outerEnd += length;
        }
        outerCount[count - 1] = (byte) layerCount;
        outerOffset[count - 1] = latestOuter;
    }

    private boolean isLatestOuter(ByteBuffer layers, int length) {
        for (int i = 0; i < length; i += Long.BYTES) {
            if (outer.getLong(latestOuter + i) != layers.getLong(i)) {
                return false;
            }
        }
        return true;
    }

    /** Number of layers around packet {@code i}, 0 for most. */
    public int outerCount(int i) {
        return outerCount[i];
    }

    /** Points the flyweight at the layers around packet {@code i}; valid until {@link #reset()}. */
    public OuterLayers outer(int i, OuterLayers layers) {
        return layers.wrap(outer, outerOffset[i], outerCount[i]);
    }

    /** Copies a datagram that was put together from fragments into this block's own area; returns its offset there. */
    public int addReassembled(ByteBuffer datagram) {
        if (reassembled.remaining() < datagram.remaining()) {
            int needed = reassembled.position() + datagram.remaining();
            ByteBuffer larger = ByteBuffer.allocateDirect(Math.max(needed, reassembled.capacity() * 2));
            reassembled.flip();
            larger.put(reassembled);
            reassembled = larger;
        }
        int at = reassembled.position();
        reassembled.put(datagram);
        return at;
    }

    /** The area of reassembled datagrams, as it is until the next {@link #addReassembled}. */
    ByteBuffer reassembled() {
        return reassembled;
    }

    /** The buffer that the offsets of packet {@code i} are into; big-endian. */
    public ByteBuffer bytes(int i) {
        return fromFragments[i] ? reassembled : block.bytes();
    }

    /** Index in the block of the frame that brought packet {@code i}. */
    public int frame(int i) {
        return frame[i];
    }

    /** Capture time of packet {@code i}, nanoseconds since the epoch. */
    public long timeNanos(int i) {
        return block.timeNanos(frame[i]);
    }

    /** IP protocol number of packet {@code i}: 6 TCP, 17 UDP. */
    public int transport(int i) {
        return transport[i];
    }

    /** Offset of the IP header of packet {@code i} in {@link #bytes(int)}. */
    public int ipOffset(int i) {
        return ipOffset[i];
    }

    /** Offset of the TCP or UDP header of packet {@code i}. */
    public int transportOffset(int i) {
        return transportOffset[i];
    }

    /** Offset of the payload of packet {@code i}. */
    public int payloadOffset(int i) {
        return payloadOffset[i];
    }

    /** Payload bytes of packet {@code i} that are present. */
    public int payloadLength(int i) {
        return payloadLength[i];
    }

    /** Payload bytes of packet {@code i} that the capture cut off. */
    public int payloadCut(int i) {
        return payloadCut[i];
    }

    /** What else tells the connection of packet {@code i} apart; 0 where nothing does. */
    public long scope(int i) {
        return scope[i];
    }

    /** Hash of the connection of packet {@code i}; bit 0 tells its direction. */
    int hash(int i) {
        return hash[i];
    }

    /** Notes that packet {@code i} begins its connection, or is the first that goes back. */
    void addFirst(int i, boolean back) {
        if (firstCount == first.length) {
            first = Arrays.copyOf(first, 2 * firstCount);
        }
        first[firstCount++] = back ? ~i : i;
    }

    /** Number of packets that begin a connection or its other direction, as far as the decoder remembers. */
    public int firstCount() {
        return firstCount;
    }

    /** Which packet is the {@code n}th of them. */
    public int first(int n) {
        return first[n] < 0 ? ~first[n] : first[n];
    }

    /** Whether the {@code n}th of them goes back, where the connection has begun. */
    public boolean isFirstBack(int n) {
        return first[n] < 0;
    }

    /** Notes that packet {@code i} is the first of its direction that brings payload. */
    void addSpeaking(int i) {
        if (speakingCount == speaking.length) {
            speaking = Arrays.copyOf(speaking, 2 * speakingCount);
        }
        speaking[speakingCount++] = i;
    }

    /** Number of packets that are the first of their direction to bring payload, as far as the decoder remembers. */
    public int speakingCount() {
        return speakingCount;
    }

    /** Which packet is the {@code n}th of them. */
    public int speaking(int n) {
        return speaking[n];
    }

    /** VLAN identifier of packet {@code i}, or -1. */
    public int vlan(int i) {
        return vlan[i];
    }

    /** Shard of the connection of packet {@code i}, 0 to 15. */
    public int shard(int i) {
        return FlowHash.shard(hash[i]);
    }
}
