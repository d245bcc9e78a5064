package io.wirepath.flows.decode;

/**
 * 802.11 data frames (IEEE 802.11 §9.3.2). Only frames with readable content lead on: protected ones are counted as
 * encrypted; management, control and empty frames, and pieces of fragmented frames, have no packet in them.
 *
 * <pre>
 *   0 version, type (2 bits at 2), subtype (4 at 4)   1 flags   2 duration   4 three addresses   22 sequence   24
 *   [fourth address (6)] [QoS (2)] [HT control (4)]   LLC
 * </pre>
 *
 * @param padded whether the header is padded to a multiple of 4 bytes
 */
record WlanLayer(boolean padded) implements Layer {

    private static final int HEADER_BYTES = 24;
    private static final int TYPE_MASK = 0x0f;
    private static final int DATA = 0x08;
    private static final int EMPTY = 0x40;
    private static final int QOS = 0x80;
    private static final int TO_AND_FROM = 0x03;
    private static final int MORE_FRAGMENTS = 0x04;
    private static final int PROTECTED = 0x40;
    private static final int HT_CONTROL = 0x80;
    private static final int AGGREGATE = 0x80;
    private static final Layer LLC = new LlcLayer();
    private static final Layer AGGREGATED = new WlanAggregateLayer();

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(2)) {
            return cursor.tooShort(2);
        }
        boolean swapped = (cursor.u8(0) & TYPE_MASK) != DATA && (cursor.u8(1) & TYPE_MASK) == DATA;
        int control = cursor.u8(swapped ? 1 : 0);
        int flags = cursor.u8(swapped ? 0 : 1);
        if ((control & TYPE_MASK) != DATA || (control & EMPTY) != 0) {
            return cursor.end(DecodeCounter.WLAN_NOT_DATA);
        }
        if ((flags & PROTECTED) != 0) {
            return cursor.end(DecodeCounter.ENCRYPTED);
        }
        boolean qos = (control & QOS) != 0;
        int qosAt = HEADER_BYTES + ((flags & TO_AND_FROM) == TO_AND_FROM ? 6 : 0);
        int header = qosAt + (qos ? 2 : 0) + (qos && (flags & HT_CONTROL) != 0 ? 4 : 0);
        int headerWithPadding = padded ? header + 3 & ~3 : header;
        if (!cursor.has(headerWithPadding)) {
            return cursor.tooShort(headerWithPadding);
        }
        boolean piece = (flags & MORE_FRAGMENTS) != 0 || (cursor.u8(22) & 0x0f) != 0;
        boolean aggregate = qos && (cursor.u8(qosAt) & AGGREGATE) != 0;
        cursor.skip(headerWithPadding);
        if (piece) {
            return cursor.end(DecodeCounter.WLAN_NOT_DATA);
        }
        return aggregate ? AGGREGATED : LLC;
    }
}
