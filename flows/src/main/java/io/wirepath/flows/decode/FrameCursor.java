package io.wirepath.flows.decode;

import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.OuterLayer;
import io.wirepath.flows.OuterLayers;
import io.wirepath.sniffer.CounterSet;
import io.wirepath.sniffer.FrameBlock;
import java.nio.ByteBuffer;

/**
 * Where the decoder is in a frame, and what it learnt on the way. One is reused for all frames of a decoder.
 *
 * <pre>
 *   frame  | header | header | header to decode | payload ........ | not captured |
 *                            ^ at                                  ^ end          ^ wireEnd
 * </pre>
 *
 * {@code end} and {@code wireEnd} shrink with each header that tells a length, which removes trailers and padding. Only
 * lengths of IP may also move {@code wireEnd} outwards: a mirror that cuts frames says nothing of it elsewhere.
 */
final class FrameCursor extends FramePosition {

    private static final int VLAN_KIND = 1;
    private static final int VNI_KIND = 2;

    final UdpTunnels tunnels;
    final Defragmentation defragmentation;
    private final CounterSet<DecodeRemark> remarks;
    private final boolean vlanInKey;
    private final boolean vniInKey;
    private final FramePosition guess = new FramePosition();
    private final ByteBuffer outer = ByteBuffer.allocate(OuterLayers.MAX * OuterLayers.LAYER_BYTES);

    private PacketIndex index;
    private int frame;
    private int linkType;
    private boolean guessed;
    private final FramePosition rest = new FramePosition();
    private boolean hasRest;
    private DecodeCounter fate = DecodeCounter.NOT_IP;

    @SuppressWarnings("NullAway.Init") // begin() gives the index before anything asks for it
    FrameCursor(DecodeSettings settings, Defragmentation defragmentation, CounterSet<DecodeRemark> remarks) {
        tunnels = new UdpTunnels(settings.tunnelPorts());
        this.defragmentation = defragmentation;
        this.remarks = remarks;
        vlanInKey = settings.vlanInKey();
        vniInKey = settings.vniInKey();
    }

    /** Goes to the beginning of a frame of the block that the index describes. */
    void begin(FrameBlock block, PacketIndex index, int frame) {
        this.index = index;
        this.frame = frame;
        bytes = block.bytes();
        at = block.offset(frame);
        end = at + block.capturedLength(frame);
        wireEnd = at + block.originalLength(frame);
        linkType = block.linkType(frame);
        reassembled = false;
        vlan = NO_VLAN;
        scope = 0;
        outerCount = 0;
        ipPending = false;
        guessed = false;
        hasRest = false;
    }

    /** Goes to a whole datagram that was put together; it lies in the index' own area. */
    void beginReassembled(ByteBuffer area, int offset, int length) {
        bytes = area;
        at = offset;
        end = offset + length;
        wireEnd = end;
        reassembled = true;
        ipPending = false;
        guessed = false;
    }

    /** LINKTYPE_ number of the frame. */
    int linkType() {
        return linkType;
    }

    /** Capture time of the frame. */
    long timeNanos() {
        return index.block().timeNanos(frame);
    }

    PacketIndex index() {
        return index;
    }

    /** Bytes captured from here to the end of what encloses them. */
    int captured() {
        return end - at;
    }

    /** Bytes on the wire from here to the end of what encloses them. */
    int onWire() {
        return wireEnd - at;
    }

    boolean has(int length) {
        return end - at >= length;
    }

    int u8(int offset) {
        return bytes.get(at + offset) & 0xff;
    }

    int u16(int offset) {
        return bytes.getShort(at + offset) & 0xffff;
    }

    int i32(int offset) {
        return bytes.getInt(at + offset);
    }

    int u16LittleEndian(int offset) {
        return Short.reverseBytes(bytes.getShort(at + offset)) & 0xffff;
    }

    int i32LittleEndian(int offset) {
        return Integer.reverseBytes(bytes.getInt(at + offset));
    }

    void skip(int length) {
        at += length;
    }

    /** What is enclosed is only so long from here; longer than what is there changes nothing. */
    void trim(int length) {
        if (length < wireEnd - at) {
            wireEnd = at + length;
            end = Math.min(end, wireEnd);
        }
    }

    /** The IP packet from here has this length, even if the frame says it is shorter. */
    void extent(int length) {
        wireEnd = at + length;
        end = Math.min(end, wireEnd);
    }

    /** The innermost IP header so far begins here. It was checked, so a tunnel that was guessed is one. */
    void ip(boolean version6) {
        if (ipPending) {
            outer(OuterLayer.Kind.IP_IN_IP, OuterLayer.NO_ID);
        }
        ip = at;
        ipv6 = version6;
        ipPending = true;
        guessed = false;
    }

    /** What follows lies inside such a layer, which the IP header before it carries, if there is one. */
    void outer(OuterLayer.Kind kind, long id) {
        if (outerCount < OuterLayers.MAX) {
            int to = outerCount++ * OuterLayers.LAYER_BYTES;
            if (!ipPending) {
                OuterLayers.write(outer, to, kind, id, 0, 0, 0, 0);
            } else if (ipv6) {
                OuterLayers.write(
                        outer,
                        to,
                        kind,
                        id,
                        bytes.getLong(ip + 8),
                        bytes.getLong(ip + 16),
                        bytes.getLong(ip + 24),
                        bytes.getLong(ip + 32));
            } else {
                long source = PacketView.mapped(bytes.getInt(ip + 12));
                OuterLayers.write(outer, to, kind, id, 0, source, 0, PacketView.mapped(bytes.getInt(ip + 16)));
            }
        }
        ipPending = false;
    }

    void vlan(int identifier) {
        vlan = identifier;
        outer(OuterLayer.Kind.VLAN, identifier);
        if (vlanInKey) {
            scope = FlowHash.scope(scope, VLAN_KIND, identifier);
        }
    }

    void virtualNetwork(int identifier) {
        if (vniInKey) {
            scope = FlowHash.scope(scope, VNI_KIND, identifier);
        }
    }

    void remark(DecodeRemark remark) {
        remarks.increment(remark);
    }

    /** Ends the frame's way. */
    Layer end(DecodeCounter fate) {
        this.fate = fate;
        return Layer.DONE;
    }

    /** Ends the frame's way because a header of this length does not fit. */
    Layer tooShort(int length) {
        return end(onWire() >= length ? DecodeCounter.HEADER_CUT : DecodeCounter.HEADER_TRUNCATED);
    }

    DecodeCounter fate() {
        return fate;
    }

    /** Another packet of the same frame begins so far from here, if a header of it fits there. */
    void comeBack(int distance, int headerLength) {
        rest.copyFrom(this);
        rest.at += distance;
        hasRest = rest.end - rest.at >= headerLength;
    }

    /** Goes to the packet that {@link #comeBack} noted; answers no if there is none. */
    boolean goToRest() {
        if (!hasRest) {
            return false;
        }
        copyFrom(rest);
        hasRest = false;
        guessed = false;
        return true;
    }

    /** The UDP datagram at the cursor may be a tunnel: notes it, so that {@link #fallBack} can return to it. */
    void guess() {
        guess.copyFrom(this);
        guessed = true;
    }

    /** If the end disproves a guess, uses the UDP datagram that was noted as what it is. */
    void fallBack() {
        if (guessed && fate.disprovesGuess()) {
            notThisTunnel();
        }
    }

    /** The UDP datagram that was noted is not the tunnel that its port promised: ends with the datagram as it is. */
    Layer notThisTunnel() {
        remark(DecodeRemark.TUNNEL_GUESS_WRONG);
        return plainUdp();
    }

    /** What follows is not IP, and only a UDP port promised a tunnel if there was one. */
    Layer notIpNorTunnel() {
        return guessed ? notThisTunnel() : end(DecodeCounter.NOT_IP);
    }

    /** Ends with the UDP datagram that was noted, for a tunnel's own messages. */
    Layer plainUdp() {
        copyFrom(guess);
        return use(IpProtocol.UDP, UdpLayer.HEADER_BYTES);
    }

    /**
     * Ends the frame's way with a packet to use, whose TCP or UDP header is at the cursor with its fixed part captured.
     *
     * @param transport IP protocol number
     * @param headerLength bytes from there to the payload, even if not all of them are captured
     */
    Layer use(int transport, int headerLength) {
        int payloadAt = Math.min(at + headerLength, end);
        int present = end - payloadAt;
        int cut = wireEnd - at - headerLength - present;
        if (cut > 0) {
            remark(DecodeRemark.PAYLOAD_CUT);
        }
        index.add(frame, transport, ip, at, payloadAt, present, cut, reassembled, scope, vlan, hash());
        if (outerCount > 0) {
            index.addOuter(outer, outerCount);
        }
        return end(transport == IpProtocol.TCP ? DecodeCounter.USED_TCP : DecodeCounter.USED_UDP);
    }

    private int hash() {
        int sourcePort = u16(0);
        int destinationPort = u16(2);
        return ipv6
                ? FlowHash.connection(
                        bytes.getLong(ip + 8),
                        bytes.getLong(ip + 16),
                        sourcePort,
                        bytes.getLong(ip + 24),
                        bytes.getLong(ip + 32),
                        destinationPort,
                        scope)
                : FlowHash.connection(
                        0,
                        PacketView.mapped(bytes.getInt(ip + 12)),
                        sourcePort,
                        0,
                        PacketView.mapped(bytes.getInt(ip + 16)),
                        destinationPort,
                        scope);
    }
}
