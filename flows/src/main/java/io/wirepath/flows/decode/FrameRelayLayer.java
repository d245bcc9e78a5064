package io.wirepath.flows.decode;

/**
 * Frame relay: RFC 2427, or Cisco's form with an ether type.
 *
 * <pre>
 *   0 address, 2 to 4 bytes, the last with its lowest bit set
 *   then   0x03 [0x00 pad] NLPID payload        or        ether type payload
 * </pre>
 */
final class FrameRelayLayer implements Layer {

    private static final int UNNUMBERED = 0x03;
    private static final int NLPID_SNAP = 0x80;
    private static final int NLPID_IPV6 = 0x8e;
    private static final int NLPID_IPV4 = 0xcc;
    private static final int LONGEST_ADDRESS = 4;
    private static final Layer IP = new IpLayer();

    @Override
    public Layer decode(FrameCursor cursor) {
        int address = 2;
        while (address < LONGEST_ADDRESS && cursor.has(address) && (cursor.u8(address - 1) & 1) == 0) {
            address++;
        }
        if (!cursor.has(address + 2)) {
            return cursor.tooShort(address + 2);
        }
        cursor.skip(address);
        if (cursor.u8(0) != UNNUMBERED) {
            int etherType = cursor.u16(0);
            cursor.skip(2);
            return EtherTypes.next(cursor, etherType);
        }
        cursor.skip(cursor.u8(1) == 0 ? 2 : 1);
        return networkLayer(cursor);
    }

    private static Layer networkLayer(FrameCursor cursor) {
        if (!cursor.has(1)) {
            return cursor.tooShort(1);
        }
        int identifier = cursor.u8(0);
        cursor.skip(1);
        if (identifier == NLPID_IPV4 || identifier == NLPID_IPV6) {
            return IP;
        }
        if (identifier != NLPID_SNAP) {
            return cursor.end(DecodeCounter.NOT_IP);
        }
        return LlcLayer.subnetworkAccess(cursor);
    }
}
