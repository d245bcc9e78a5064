package io.wirepath.sniffer.file;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the file header of a pcap capture says (draft-ietf-opsawg-pcap; variants after Wireshark's libpcap reader).
 *
 * <pre>
 *   0  u32  magic: tells byte order, unit of time and variant
 *   4  u16  version major    6  u16  version minor
 *   8  u32  reserved        12  u32  reserved        16  u32  snapshot length
 *  20  u32  bits 0-25 link type, 26 FCS length present, 28-31 FCS length in 16-bit words
 * </pre>
 *
 * The version is not insisted on, since some writers get it wrong (or its byte order), and no other layout than these
 * is known under these magic numbers. A frame check sequence at the end of frames stays there: the lengths inside the
 * packets say where these end, and a file that announces one wrongly loses nothing.
 *
 * @param order byte order of all headers
 * @param nanosPerUnit 1 or 1000: what the fraction of a time stamp counts
 * @param recordHeaderBytes 16, or 24 in Kuznetzov's variant
 * @param lengthsMaySwap whether a record may give its length on the wire before the captured one (before version 2.4)
 * @param linkType LINKTYPE_ number of all frames
 */
record PcapVariant(WireOrder order, int nanosPerUnit, int recordHeaderBytes, boolean lengthsMaySwap, int linkType) {

    static final int FILE_HEADER_BYTES = 24;

    private static final int MICROSECONDS = 0xa1b2c3d4;
    private static final int NANOSECONDS = 0xa1b23c4d;
    private static final int KUZNETZOV = 0xa1b2cd34;
    private static final int LINK_TYPE_MASK = 0x03ff_ffff;

    private static final int VERSION_MAJOR = 2;
    private static final int AIX_VERSION_MINOR = 2;
    private static final int SETTLED_VERSION_MINOR = 4;

    /** Whether data that begin like this are pcap, of a variant that is known. */
    static boolean recognises(ByteBuffer head) {
        return head.remaining() >= 4 && orderOf(head.getInt(0)) != null;
    }

    private static @Nullable WireOrder orderOf(int magic) {
        if (isMagic(magic)) {
            return WireOrder.BIG;
        }
        return isMagic(Integer.reverseBytes(magic)) ? WireOrder.LITTLE : null;
    }

    private static boolean isMagic(int magic) {
        return magic == MICROSECONDS || magic == NANOSECONDS || magic == KUZNETZOV;
    }

    /**
     * Reads the file header.
     *
     * @param head at least {@link #FILE_HEADER_BYTES} bytes that are recognised
     */
    static PcapVariant of(ByteBuffer head) {
        WireOrder order = Objects.requireNonNull(orderOf(head.getInt(0)), "not recognised");
        int magic = order.int32(head, 0);
        int major = order.unsigned16(head, 4);
        int minor = order.unsigned16(head, 6);
        int linkType = order.int32(head, 20) & LINK_TYPE_MASK;
        int aixLinkType = minor == AIX_VERSION_MINOR ? linkTypeOnAix(linkType) : -1;
        boolean countsNanos = magic == NANOSECONDS || aixLinkType >= 0;
        return new PcapVariant(
                order,
                countsNanos ? 1 : 1000,
                magic == KUZNETZOV ? 24 : 16,
                major == VERSION_MAJOR && minor < SETTLED_VERSION_MINOR,
                aixLinkType >= 0 ? aixLinkType : linkType);
    }

    /** AIX writes version 2.2, times in nanoseconds, and interface types of RFC 1573 in place of link types. */
    private static int linkTypeOnAix(int interfaceType) {
        return switch (interfaceType) {
            case 6 -> 1; // Ethernet
            case 9 -> 6; // token ring
            case 15 -> 10; // FDDI
            case 24 -> 0; // loopback
            default -> -1;
        };
    }
}
