package io.wirepath.sniffer.live.system;

/**
 * What the kernel writes into a block of a TPACKET_V3 ring. All fields in the machine's byte order.
 *
 * <pre>
 *  block     0  u32  version              4  u32  offset to private data
 *            8  u32  status: bit 0 set, the block is ours; clear, the kernel's
 *           12  u32  number of frames    16  u32  offset to the first frame
 *           20  u32  bytes in use        24  u64  sequence number
 *           32  u32, u32  first time     40  u32, u32  last time
 *
 *  frame     0  u32  offset to the next frame, from this one; 0 in the last
 *            4  u32  seconds              8  u32  nanoseconds
 *           12  u32  captured length     16  u32  length on the wire
 *           20  u32  status: what is known of VLAN tag and time stamp
 *           24  u16  offset of the link layer's header, from the frame's      26  u16  of the network layer's
 *           28  u32  hash                32  u32  VLAN tag                    36  u16  its protocol
 *           48  sockaddr_ll
 *           68  room of at least {@link #RESERVED_BYTES}
 *               the frame's bytes
 * </pre>
 *
 * @see <a href="https://docs.kernel.org/networking/packet_mmap.html">Packet MMAP</a>
 */
public final class RingBlockLayout {

    /** Room in front of a frame's bytes into which a VLAN tag can be put back. */
    public static final int RESERVED_BYTES = 4;

    /** Bits of a frame's status: the tag, and its protocol, are those of the frame. */
    public static final int STATUS_VLAN_VALID = 1 << 4;

    public static final int STATUS_VLAN_PROTOCOL_VALID = 1 << 6;

    /** Bit of a frame's status: the card stamped it. */
    public static final int STATUS_CARD_STAMP = 1 << 31;

    public static final int BLOCK_STATUS = 8;
    public static final int BLOCK_FRAMES = 12;
    public static final int BLOCK_FIRST = 16;
    public static final int BLOCK_LENGTH = 20;

    public static final int FRAME_NEXT = 0;
    public static final int FRAME_SECONDS = 4;
    public static final int FRAME_NANOS = 8;
    public static final int FRAME_CAPTURED = 12;
    public static final int FRAME_ORIGINAL = 16;
    public static final int FRAME_STATUS = 20;
    public static final int FRAME_LINK_LAYER = 24;
    public static final int FRAME_VLAN_TAG = 32;
    public static final int FRAME_VLAN_PROTOCOL = 36;

    static final int BLOCK_OURS = 1;

    private RingBlockLayout() {}
}
