package io.wirepath.sniffer.file;

import io.wirepath.sniffer.CaptureNotes;
import io.wirepath.sniffer.FrameBlock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of a pcapng capture (draft-ietf-opsawg-pcapng). "Block" is pcapng's word for a record; it has nothing to
 * do with {@link FrameBlock}.
 *
 * <pre>
 *   0  u32  type     4  u32  total length     8  body, padded to 4 bytes     n-4  u32  total length again
 *
 *  section header (SHB)   8 u32 byte-order magic  12 u16 major  14 u16 minor  16 i64 section length
 *  enhanced packet (EPB)  8 u32 interface  12 u32 time, upper  16 u32 time, lower  20 u32 captured  24 u32 on the wire  28 frame
 *  packet (OPB)           8 u16 interface  10 u16 drops, then as EPB
 *  simple packet (SPB)    8 u32 on the wire  12 frame
 *  statistics (ISB)       8 u32 interface  12 u32 time  16 u32 time  20 options
 *  secrets (DSB)          see PcapngSecrets
 *  names (NRB), comments  see PcapngNotes
 * </pre>
 *
 * Each section has its own byte order and interfaces. Every other block is skipped, however long it says it is.
 */
final class PcapngRecords implements RecordFormat {

    static final int SECTION_HEADER = 0x0a0d0d0a;
    static final int SECTION_HEADER_BYTES = 28;

    private static final int BYTE_ORDER_MAGIC = 0x1a2b3c4d;
    private static final int INTERFACE_DESCRIPTION = 1;
    private static final int PACKET = 2;
    private static final int SIMPLE_PACKET = 3;
    private static final int INTERFACE_STATISTICS = 5;
    private static final int ENHANCED_PACKET = 6;

    private static final int SMALLEST_BLOCK_BYTES = 12;
    private static final int EPB_FRAME_AT = 28;
    private static final int SPB_FRAME_AT = 12;
    private static final int ISB_OPTIONS_AT = 20;
    private static final int OPTION_INTERFACE_DROPPED = 5;
    private static final int OPTION_SYSTEM_DROPPED = 7;
    private static final int DROPS_UNKNOWN = 0xffff;
    private static final long GREATEST_SANE_COUNT = 1L << 48;

    /** Longest block that is looked into: a frame of the greatest length and ample options. */
    private static final int MAX_BLOCK_BYTES = FrameBlock.MAX_FRAME_BYTES + (1 << 17);

    /** Most interfaces of a section: more would cost memory for nothing. */
    private static final int MAX_INTERFACES = 1 << 16;

    private final List<PcapngInterface> interfaces = new ArrayList<>();
    private final PcapngSecrets secrets = new PcapngSecrets();
    private final PcapngNotes notes = new PcapngNotes();
    private WireOrder order = WireOrder.BIG;
    private long lastTimeNanos;
    private long droppedInEarlierSections;

    /** Whether data that begin like this are pcapng. */
    static boolean recognises(ByteBuffer head) {
        return head.remaining() >= 12 && head.getInt(0) == SECTION_HEADER && orderOf(head, 0) != null;
    }

    private static @Nullable WireOrder orderOf(ByteBuffer bytes, int at) {
        for (WireOrder candidate : WireOrder.values()) {
            if (candidate.int32(bytes, at + 8) == BYTE_ORDER_MAGIC) {
                return candidate;
            }
        }
        return null;
    }

    @Override
    public void read(RecordWindow window, FrameBlock block) throws IOException {
        ByteBuffer bytes = block.bytes();
        while (readSecrets(window, bytes) && window.has(SMALLEST_BLOCK_BYTES)) {
            int at = window.position();
            int type = order.int32(bytes, at);
            if (type == SECTION_HEADER && !beginSection(bytes, at, window)) {
                return;
            }
            int total = order.length32(bytes, at + 4);
            boolean names = type == PcapngNotes.NAME_RESOLUTION && notes.wanted() && total <= MAX_BLOCK_BYTES;
            boolean lookedInto = names || isLookedInto(type);
            if (!isPossible(window, total, lookedInto)) {
                return;
            }
            if (type == PcapngSecrets.TYPE && total >= PcapngSecrets.FIXED_BYTES) {
                if (!window.has(PcapngSecrets.FIXED_BYTES)) {
                    return;
                }
                secrets.begin(window, bytes, order, total);
            } else if (!lookedInto) {
                window.skip(total);
            } else if (window.has(total) && look(window, block, type, total)) {
                window.take(total);
            } else {
                return;
            }
        }
    }

    /** Reads on in a block with secrets; false where its rest is not there yet. */
    private boolean readSecrets(RecordWindow window, ByteBuffer bytes) throws IOException {
        while (secrets.isOpen()) {
            if (!secrets.read(window, bytes)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPossible(RecordWindow window, int total, boolean lookedInto) {
        if (total < SMALLEST_BLOCK_BYTES || total % 4 != 0 && total != Integer.MAX_VALUE) {
            return damaged(window, "a block of %s is not possible", total);
        }
        if (total > (lookedInto ? MAX_BLOCK_BYTES : Integer.MAX_VALUE - 1)) {
            return damaged(window, "the block says it has %s, more than any such block has", total);
        }
        return true;
    }

    private static boolean damaged(RecordWindow window, String reason) {
        window.damage(reason);
        return false;
    }

    private static boolean damaged(RecordWindow window, String reason, int length) {
        return damaged(window, reason.formatted(WireOrder.describeLength(length)));
    }

    private static boolean isLookedInto(int type) {
        return switch (type) {
            case INTERFACE_DESCRIPTION, PACKET, SIMPLE_PACKET, INTERFACE_STATISTICS, ENHANCED_PACKET, SECTION_HEADER ->
                true;
            default -> false;
        };
    }

    /** Looks into a block that is there in one piece; false when it is damaged. */
    private boolean look(RecordWindow window, FrameBlock block, int type, int total) {
        ByteBuffer bytes = block.bytes();
        int at = window.position();
        if (order.int32(bytes, at + total - 4) != total) {
            return damaged(window, "the two lengths of a block differ");
        }
        return switch (type) {
            case ENHANCED_PACKET, PACKET -> packet(window, block, type == ENHANCED_PACKET, total);
            case SIMPLE_PACKET -> simplePacket(window, block, total);
            case INTERFACE_DESCRIPTION -> describeInterface(window, bytes, total);
            case INTERFACE_STATISTICS -> {
                statistics(bytes, at, total);
                yield true;
            }
            case PcapngNotes.NAME_RESOLUTION -> {
                notes.names(bytes, order, at, total);
                yield true;
            }
            default -> {
                notes.describe(bytes, order, at + SECTION_HEADER_BYTES - 4, at + total - 4, false);
                yield true;
            }
        };
    }

    private boolean beginSection(ByteBuffer bytes, int at, RecordWindow window) throws IOException {
        WireOrder found = orderOf(bytes, at);
        if (found == null) {
            window.damage("a section header has no byte-order magic");
            return false;
        }
        if (!window.has(SECTION_HEADER_BYTES)) {
            return false;
        }
        int major = found.unsigned16(bytes, at + 12);
        if (major != 1) {
            window.damage("a section is of pcapng version %d, which is not known".formatted(major));
            return false;
        }
        order = found;
        droppedInEarlierSections = dropped();
        interfaces.clear();
        return true;
    }

    private boolean describeInterface(RecordWindow window, ByteBuffer bytes, int total) {
        if (total < PcapngInterface.FIXED_BYTES) {
            return damaged(window, "an interface description is too short");
        }
        if (interfaces.size() == MAX_INTERFACES) {
            return damaged(window, "a section has more than %d interfaces".formatted(MAX_INTERFACES));
        }
        int at = window.position();
        interfaces.add(new PcapngInterface(bytes, at, total, order));
        notes.describe(bytes, order, at + PcapngInterface.OPTIONS_AT, at + total - 4, true);
        return true;
    }

    private boolean packet(RecordWindow window, FrameBlock block, boolean enhanced, int total) {
        ByteBuffer bytes = block.bytes();
        int at = window.position();
        if (total < EPB_FRAME_AT + 4) {
            return damaged(window, "a packet block is too short");
        }
        int number = enhanced ? order.length32(bytes, at + 8) : order.unsigned16(bytes, at + 8);
        if (number >= interfaces.size()) {
            return damaged(window, "a packet is of interface %d, which was not described".formatted(number));
        }
        int captured = order.length32(bytes, at + 20);
        if (captured > total - EPB_FRAME_AT - 4) {
            return damaged(window, "the packet says it holds %s, more than its block has", captured);
        }
        if (captured > FrameBlock.MAX_FRAME_BYTES) {
            return damaged(window, RecordFormat.tooLong(captured));
        }
        PcapngInterface from = interfaces.get(number);
        if (!enhanced && order.unsigned16(bytes, at + 10) != DROPS_UNKNOWN) {
            from.addDropped(order.unsigned16(bytes, at + 10));
        }
        long units = order.unsigned32(bytes, at + 12) << 32 | order.unsigned32(bytes, at + 16);
        lastTimeNanos = from.clock().nanos(units);
        block.add(lastTimeNanos, at + EPB_FRAME_AT, captured, order.length32(bytes, at + 24), from.linkType());
        int options = at + EPB_FRAME_AT + padded(captured);
        if (options + 8 < at + total && enhanced && notes.wanted()) {
            notes.packet(bytes, order, options, at + total - 4, block.count() - 1);
        }
        return true;
    }

    /** A simple packet block has no time and no captured length; the time of the packet before it is used. */
    private boolean simplePacket(RecordWindow window, FrameBlock block, int total) {
        int at = window.position();
        if (total < SPB_FRAME_AT + 4) {
            return damaged(window, "a packet block is too short");
        }
        if (interfaces.isEmpty()) {
            return damaged(window, "a packet is of interface 0, which was not described");
        }
        PcapngInterface from = interfaces.get(0);
        int original = order.length32(block.bytes(), at + 8);
        int captured = Math.min(original, total - SPB_FRAME_AT - 4);
        if (from.snapLength() > 0) {
            captured = Math.min(captured, from.snapLength());
        }
        if (captured > FrameBlock.MAX_FRAME_BYTES) {
            return damaged(window, RecordFormat.tooLong(captured));
        }
        block.add(lastTimeNanos, at + SPB_FRAME_AT, captured, original, from.linkType());
        return true;
    }

    /** Takes the drop counts; statistics that make no sense harm nothing, and are passed over. */
    private void statistics(ByteBuffer bytes, int at, int total) {
        int number = total < ISB_OPTIONS_AT + 4 ? Integer.MAX_VALUE : order.length32(bytes, at + 8);
        if (number >= interfaces.size()) {
            return;
        }
        long[] dropped = new long[1];
        PcapngOptions.walk(bytes, order, at + ISB_OPTIONS_AT, at + total - 4, (code, value, length) -> {
            boolean counts = code == OPTION_INTERFACE_DROPPED || code == OPTION_SYSTEM_DROPPED;
            if (counts && length == Long.BYTES) {
                long count = order.int64(bytes, value);
                dropped[0] += count < 0 || count > GREATEST_SANE_COUNT ? 0 : count;
            }
        });
        interfaces.get(number).countDropped(dropped[0]);
    }

    @Override
    public void secretsTo(Consumer<byte[]> sink) {
        secrets.to(sink);
    }

    @Override
    public void notesTo(CaptureNotes sink) {
        notes.to(sink);
    }

    static int padded(int length) {
        return length + 3 & ~3;
    }

    @Override
    public long dropped() {
        long sum = droppedInEarlierSections;
        for (PcapngInterface each : interfaces) {
            sum += each.dropped();
        }
        return sum;
    }
}
