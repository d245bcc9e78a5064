package io.wirepath.sniffer.file;

import java.nio.ByteBuffer;

/**
 * An interface of a pcapng section, as its description block (IDB) says.
 *
 * <pre>
 *   0  u32  type 1         4  u32  total length
 *   8  u16  link type     10  u16  reserved      12  u32  snapshot length, 0 for none
 *  16  options: u16 code, u16 length, value padded to 4 bytes      (9 if_tsresol, 14 if_tsoffset)
 *      u32  total length
 * </pre>
 */
final class PcapngInterface {

    static final int FIXED_BYTES = 20;

    static final int OPTIONS_AT = 16;

    private static final int OPTION_TIME_RESOLUTION = 9;
    private static final int OPTION_TIME_OFFSET = 14;

    private final int linkType;
    private final int snapLength;
    private final PcapngClock clock;
    private long droppedByStatistics;
    private long droppedByPackets;

    /** Reads a description block that lies at {@code at} and has at least {@link #FIXED_BYTES} bytes. */
    PcapngInterface(ByteBuffer bytes, int at, int totalLength, WireOrder order) {
        linkType = order.unsigned16(bytes, at + 8);
        snapLength = order.length32(bytes, at + 12);
        int[] resolution = {PcapngClock.DEFAULT_RESOLUTION};
        long[] offsetSeconds = new long[1];
        PcapngOptions.walk(bytes, order, at + OPTIONS_AT, at + totalLength - 4, (code, value, length) -> {
            if (code == OPTION_TIME_RESOLUTION && length >= 1) {
                resolution[0] = bytes.get(value) & 0xff;
            } else if (code == OPTION_TIME_OFFSET && length >= 8) {
                offsetSeconds[0] = order.int64(bytes, value);
            }
        });
        clock = new PcapngClock(resolution[0], offsetSeconds[0]);
    }

    /** LINKTYPE_ number. */
    int linkType() {
        return linkType;
    }

    /** Bytes captured of a packet at most; 0 where there is no limit. */
    int snapLength() {
        return snapLength;
    }

    /** How its time stamps count. */
    PcapngClock clock() {
        return clock;
    }

    /** Takes the number of packets lost since the capture began, as a statistics block gives it. */
    void countDropped(long total) {
        droppedByStatistics = Math.max(droppedByStatistics, total);
    }

    /** Takes the number of packets lost since the packet before, as a packet block gives it. */
    void addDropped(int count) {
        droppedByPackets += count;
    }

    /** Packets lost: the greater of the two countings, which are of the same packets. */
    long dropped() {
        return Math.max(droppedByStatistics, droppedByPackets);
    }
}
