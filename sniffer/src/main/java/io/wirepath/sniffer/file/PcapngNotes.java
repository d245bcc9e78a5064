package io.wirepath.sniffer.file;

import io.wirepath.sniffer.CaptureNotes;
import io.wirepath.sniffer.CaptureNotes.Way;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What a pcapng capture tells for people: comments (option 1 of every block), names of interfaces, and name resolution
 * blocks (NRB).
 *
 * <pre>
 *  NRB      0  u32  type 4     4  u32  total length     8  records as options: 1 IPv4 address, names   2 IPv6 address, names
 *                                                          names end with a zero byte each; behind record 0 stand options
 *  flags    option 2 of an enhanced packet, u32: bits 0 and 1 are 1 for received, 2 for sent
 * </pre>
 */
final class PcapngNotes {

    static final int NAME_RESOLUTION = 4;

    private static final int NAMES_AT = 8;
    private static final int IPV4_NAMES = 1;
    private static final int IPV6_NAMES = 2;
    private static final int INTERFACE_NAME = 2;
    private static final int PACKET_FLAGS = 2;

    /** Names of one address that are taken. */
    private static final int MAX_NAMES = 16;

    private CaptureNotes sink = CaptureNotes.IGNORED;

    void to(CaptureNotes notes) {
        sink = notes;
    }

    /** Whether anybody listens. */
    boolean wanted() {
        return sink != CaptureNotes.IGNORED;
    }

    /** A name resolution block that is there in one piece. */
    void names(ByteBuffer bytes, WireOrder order, int at, int total) {
        PcapngOptions.walk(bytes, order, at + NAMES_AT, at + total - 4, (code, value, length) -> {
            int size = code == IPV4_NAMES ? 4 : code == IPV6_NAMES ? 16 : length;
            if (size < length) {
                namesOf(bytes, value, size, value + length);
            }
        });
    }

    private void namesOf(ByteBuffer bytes, int at, int size, int end) {
        byte[] address = new byte[size];
        bytes.get(at, address);
        int from = at + size;
        for (int taken = 0; from < end && taken < MAX_NAMES; taken++) {
            int to = from;
            while (to < end && bytes.get(to) != 0) {
                to++;
            }
            if (to > from) {
                sink.onName(address, text(bytes, from, to - from));
            }
            from = to + 1;
        }
    }

    /** The options of a section or an interface, which lie between two offsets. */
    void describe(ByteBuffer bytes, WireOrder order, int from, int end, boolean isInterface) {
        PcapngOptions.walk(bytes, order, from, end, (code, at, length) -> {
            if (code == PcapngOptions.COMMENT && length > 0) {
                sink.onComment(text(bytes, at, length));
            } else if (isInterface && code == INTERFACE_NAME && length > 0) {
                sink.onInterface(text(bytes, at, length));
            }
        });
    }

    /** The options of an enhanced packet, which lie between two offsets. */
    void packet(ByteBuffer bytes, WireOrder order, int from, int end, int frame) {
        int[] flags = new int[1];
        PcapngOptions.walk(bytes, order, from, end, (code, at, length) -> {
            if (code == PACKET_FLAGS && length == Integer.BYTES) {
                flags[0] = order.int32(bytes, at);
            }
        });
        Way way = switch (flags[0] & 3) {
            case 1 -> Way.RECEIVED;
            case 2 -> Way.SENT;
            default -> Way.UNKNOWN;
        };
        PcapngOptions.walk(bytes, order, from, end, (code, at, length) -> {
            if (code == PcapngOptions.COMMENT && length > 0) {
                sink.onFrameComment(frame, way, text(bytes, at, length));
            }
        });
    }

    private static String text(ByteBuffer bytes, int at, int length) {
        byte[] copy = new byte[Math.min(length, CaptureNotes.MAX_CHARACTERS)];
        bytes.get(at, copy);
        return new String(copy, StandardCharsets.UTF_8).replace("\0", "");
    }
}
