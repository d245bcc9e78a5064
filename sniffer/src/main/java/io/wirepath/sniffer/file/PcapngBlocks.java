package io.wirepath.sniffer.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.wirepath.sniffer.FrameBlock;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Encodes pcapng with nanoseconds into a buffer with room, in the order of its bytes. Allocates nothing for packets.
 *
 * <pre>
 *  block      type 4 │ length 4 │ body, padded to 4 │ length 4
 *  section    0a0d0d0a: 1a2b3c4d │ version 1.0 │ length of the section 8, -1: not known
 *  interface  1: link type 2 │ 0 2 │ snap length 4 │ options: if_name 2, if_tsresol 9
 *  names      4: record: type 2 │ length 2 │ address, name, 0
 *  packet     6: interface 4 │ time, upper 4, lower 4 │ captured 4 │ original 4 │ bytes │ options: opt_comment 1
 *  option     code 2 │ length 2 │ value, padded to 4
 * </pre>
 *
 * Source: draft-ietf-opsawg-pcapng.
 */
public final class PcapngBlocks {

    /** Type of a block with names of addresses. */
    public static final int NAMES = 4;

    /** Longest text of a name or a comment, in bytes; the rest is cut. */
    public static final int MAX_TEXT_BYTES = 16_000;

    /** What a packet takes beside its bytes and its comment, at most. */
    public static final int PACKET_BYTES = 32 + 3;

    /** What an interface takes beside its name, at most. */
    public static final int INTERFACE_BYTES = 44;

    private static final int SECTION = 0x0a0d0d0a;
    private static final int MAGIC = 0x1a2b3c4d;
    private static final int INTERFACE = 1;
    private static final int PACKET = 6;
    private static final int COMMENT = 1;
    private static final int NAME_OF_INTERFACE = 2;
    private static final int RESOLUTION = 9;
    private static final byte[] NANOSECONDS = {9};
    private static final byte[] NONE = {};
    private static final int SNAP_LENGTH = FrameBlock.MAX_FRAME_BYTES;
    private static final int PADDING = 3;

    private PcapngBlocks() {}

    /** A file's beginning. */
    public static void section(ByteBuffer to) {
        section(to, "");
    }

    /** The same with something to say of all of it, which may be empty. */
    public static void section(ByteBuffer to, String comment) {
        int start = begin(to, SECTION);
        to.putInt(MAGIC).putShort((short) 1).putShort((short) 0).putLong(-1);
        if (!comment.isEmpty()) {
            comment(to, comment);
        }
        end(to, start);
    }

    /** The next interface, counted from 0: packets name it by its number. */
    public static void describe(ByteBuffer to, int linkType, String name) {
        int start = begin(to, INTERFACE);
        to.putShort((short) linkType).putShort((short) 0).putInt(SNAP_LENGTH);
        field(to, NAME_OF_INTERFACE, text(name));
        field(to, RESOLUTION, NANOSECONDS);
        field(to, 0, NONE);
        end(to, start);
    }

    /**
     * Begins a packet, whose bytes are put next, then {@link #comment} where there is one, then {@link #end}.
     *
     * @param nanos its time, ns since the epoch
     * @return what {@link #end} is told
     */
    public static int packet(ByteBuffer to, int number, long nanos, int captured, int original) {
        int start = begin(to, PACKET);
        to.putInt(number)
                .putInt((int) (nanos >>> Integer.SIZE))
                .putInt((int) nanos)
                .putInt(captured)
                .putInt(original);
        return start;
    }

    /** What is to be said of the packet, or of the section. */
    public static void comment(ByteBuffer to, String comment) {
        pad(to);
        field(to, COMMENT, text(comment));
        field(to, 0, NONE);
    }

    /** Begins a block of any type; gives what {@link #end} is told. */
    public static int begin(ByteBuffer to, int type) {
        int start = to.position();
        to.putInt(type).putInt(0);
        return start;
    }

    /** Ends the block that began there. */
    public static void end(ByteBuffer to, int start) {
        pad(to);
        int length = to.position() + Integer.BYTES - start;
        to.putInt(length).putInt(start + Integer.BYTES, length);
    }

    /** An option, or a record of names. */
    public static void field(ByteBuffer to, int code, byte[] value) {
        to.putShort((short) code).putShort((short) value.length).put(value);
        pad(to);
    }

    /** A name or a comment as it is written. */
    public static byte[] text(String text) {
        byte[] bytes = text.replace('\0', '.').getBytes(UTF_8);
        int length = Math.min(bytes.length, MAX_TEXT_BYTES);
        while (length < bytes.length && (bytes[length] & 0xc0) == 0x80) {
            length--;
        }
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    private static void pad(ByteBuffer to) {
        while ((to.position() & PADDING) != 0) {
            to.put((byte) 0);
        }
    }
}
