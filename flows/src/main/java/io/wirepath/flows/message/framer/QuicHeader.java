package io.wirepath.flows.message.framer;

import java.nio.ByteBuffer;

/**
 * What a QUIC packet shows in the clear (RFC 8999, RFC 9000 §17, RFC 9369).
 *
 * <pre>
 *   long   0  1 1 type(2) …   1  version   5  length of the destination's ID, it   length of the source's ID, it   …
 *   short  0  0 1 spin …      1  destination's ID, as long as that side chose it
 * </pre>
 *
 * Of Google's earlier protocol a packet with a version is known: 0 flags, 1 connection ID, 9 version as text.
 */
public final class QuicHeader {

    /** Version 1. */
    public static final int VERSION_1 = 1;

    /** Version 2, whose types of packets have other numbers. */
    public static final int VERSION_2 = 0x6b3343cf;

    /** The IDs that a version may have. */
    private static final int MAX_ID = 20;

    private static final int GOOGLES_ID = 8;

    /** Of a header, a number and a tag, to which at least four bytes belong (RFC 9001 §5.4.2). */
    private static final int MIN_SHORT = 1 + 4 + 16;

    private static final int DRAFTS = 0xff00_00;

    private QuicHeader() {}

    /** Whether a datagram begins with a packet of a known version, as those that set a connection up do. */
    public static boolean isVersioned(ByteBuffer bytes, int at, int length) {
        if (length < 7 + 16) {
            return false;
        }
        int first = bytes.get(at) & 0xff;
        if ((first & 0xc0) == 0xc0 && isVersion(bytes.getInt(at + 1))) {
            int id = bytes.get(at + 5) & 0xff;
            return id <= MAX_ID && length > 6 + id && (bytes.get(at + 6 + id) & 0xff) <= MAX_ID;
        }
        return (first & 0xc9) == 0x09 && isGoogles(bytes.getInt(at + 9));
    }

    /** Whether a datagram may begin with a short header: all but its first two bits is hidden. */
    public static boolean isShort(ByteBuffer bytes, int at, int length) {
        return length >= MIN_SHORT && (bytes.get(at) & 0xc0) == 0x40;
    }

    private static boolean isVersion(int version) {
        return version == VERSION_1 || version == VERSION_2 || version >>> 8 == DRAFTS || isGoogles(version);
    }

    private static boolean isGoogles(int version) {
        int name = version >>> 24;
        int tens = version >>> 16 & 0xff;
        return (name == 'Q' || name == 'T') && (tens == '0' || tens == '1');
    }

    /**
     * Whether a packet of a known version sets a connection up: it has a version, and holds no data of before the
     * handshake's end.
     */
    public static boolean isSetUp(ByteBuffer bytes, int at) {
        int first = bytes.get(at) & 0xff;
        return (first & 0x80) == 0 || type(first, bytes.getInt(at + 1)) != 1;
    }

    /** Whether a packet is an Initial, whose keys everybody knows. */
    public static boolean isInitial(ByteBuffer bytes, int at) {
        int first = bytes.get(at) & 0xff;
        return (first & 0xc0) == 0xc0 && type(first, bytes.getInt(at + 1)) == 0;
    }

    /** The type as version 1 numbers it: 0 Initial, 1 0-RTT, 2 Handshake, 3 Retry. */
    private static int type(int first, int version) {
        int type = first >>> 4 & 3;
        return version == VERSION_2 ? type + 3 & 3 : type;
    }

    /** Length of the ID that the sender of a long header chose, with which the other side begins its packets. */
    public static int sourceIdLength(ByteBuffer bytes, int at) {
        boolean written = (bytes.get(at) & 0x80) != 0;
        return written ? bytes.get(at + 6 + (bytes.get(at + 5) & 0xff)) & 0xff : GOOGLES_ID;
    }
}
