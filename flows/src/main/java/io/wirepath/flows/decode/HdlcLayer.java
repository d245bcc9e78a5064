package io.wirepath.flows.decode;

/**
 * HDLC on a serial line: Cisco's, told by the link type or by its address byte, else PPP's (RFC 1662).
 *
 * <pre>
 *   Cisco:  0 address 0x0f or 0x8f   1 control 0   2 ether type   4
 * </pre>
 *
 * @param cisco whether the link type says that the line speaks Cisco's, whatever the address
 */
record HdlcLayer(boolean cisco) implements Layer {

    private static final int CISCO_BYTES = 4;
    private static final int CISCO_UNICAST = 0x0f;
    private static final int CISCO_MULTICAST = 0x8f;
    private static final int PPP_ADDRESS = 0xff;
    private static final Layer PPP = new PppLayer();

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(CISCO_BYTES)) {
            return cursor.tooShort(CISCO_BYTES);
        }
        int address = cursor.u8(0);
        if (address != CISCO_UNICAST && address != CISCO_MULTICAST && (!cisco || address == PPP_ADDRESS)) {
            return PPP;
        }
        int etherType = cursor.u16(2);
        cursor.skip(CISCO_BYTES);
        return EtherTypes.next(cursor, etherType);
    }
}
