package io.wirepath.cluster.flink;

import io.wirepath.causes.columns.ColumnPacker;
import io.wirepath.causes.columns.ColumnUnpacker;
import io.wirepath.cluster.slice.MergedSlice;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Work on a slice on its way between the stages: little-endian.
 *
 * <pre>
 *  0  i64  beginning of the slice's core       8  u8  what it is       9  i32  slot that does it       13  ...  the rest
 * </pre>
 *
 * <p>All of a slice leaves the merge together, and an aligned checkpoint does not cut through it: so none of this is
 * kept beyond the version of the program.
 */
final class SliceWork {

    /** What a node has to explain: {@link io.wirepath.causes.joint.NodeProblem}. */
    static final int NODE = 0;
    /** Who made its calls: {@link io.wirepath.causes.joint.NodeAnswer}. */
    static final int ANSWER = 1;
    /** A part of a {@link MergedSlice}. */
    static final int PART = 2;
    /** How many answers and parts there are, and the sniffers. */
    static final int HEAD = 3;

    private static final int KIND_AT = Long.BYTES;
    private static final int SLOT_AT = KIND_AT + 1;
    private static final int REST_AT = SLOT_AT + Integer.BYTES;

    private SliceWork() {}

    static byte[] of(long slice, int kind, int slot, byte[] rest) {
        byte[] bytes = new byte[REST_AT + rest.length];
        ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(slice)
                .put((byte) kind)
                .putInt(slot)
                .put(rest);
        return bytes;
    }

    static byte[] head(long slice, List<String> sniffers, int parts, int nodes) {
        ColumnPacker to = new ColumnPacker();
        to.putInt(parts);
        to.putInt(nodes);
        to.putInt(sniffers.size());
        for (String sniffer : sniffers) {
            to.putBytes(sniffer.getBytes(StandardCharsets.UTF_8));
        }
        return of(slice, HEAD, 0, to.bytes());
    }

    static long slice(byte[] work) {
        return ByteBuffer.wrap(work).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    static int kind(byte[] work) {
        return work[KIND_AT];
    }

    static int slot(byte[] work) {
        return ByteBuffer.wrap(work).order(ByteOrder.LITTLE_ENDIAN).getInt(SLOT_AT);
    }

    static byte[] rest(byte[] work) {
        return Arrays.copyOfRange(work, REST_AT, work.length);
    }

    /** Of the rest of a head, how many parts and answers there are. */
    static int awaited(byte[] head) {
        ColumnUnpacker from = new ColumnUnpacker(head);
        return Math.addExact(from.getInt(), from.getInt());
    }

    /** Of the rest of a head, the sniffers. */
    static List<String> sniffers(byte[] head) {
        ColumnUnpacker from = new ColumnUnpacker(head);
        from.getLong(); // both numbers
        List<String> sniffers = new ArrayList<>();
        for (int left = from.getInt(); left > 0; left--) {
            sniffers.add(new String(from.getBytes(), StandardCharsets.UTF_8));
        }
        return sniffers;
    }
}
