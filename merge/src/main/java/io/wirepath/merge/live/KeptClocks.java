package io.wirepath.merge.live;

import io.wirepath.merge.result.ClockLine;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the clocks stood at a checkpoint, so that a sniffer that is hours behind after a restart, and has nothing in
 * common with what the others bring now, can be put where it belongs.
 *
 * <pre>
 *  u16 sniffer whose clock the time goes by, 65535 none    u8 whether that clock is ahead of the time by a line of its own
 *  u16 sniffers × [ u8 known    where known: i64 at  f64 offset  f64 uncertainty  f64 skew  f64 uncertainty ]
 * </pre>
 *
 * @param anchor number of the sniffer that the others are compared with; -1 before any was
 * @param anchorHasLine whether its clock is not the time itself
 * @param lines how far each sniffer's clock is ahead of the time; null where nothing told it
 */
record KeptClocks(int anchor, boolean anchorHasLine, List<@Nullable ClockLine> lines) {

    static final KeptClocks NONE = new KeptClocks(-1, false, List.of());

    private static final int LINE_BYTES = 5 * Long.BYTES;
    private static final int NO_ANCHOR = 0xffff;

    byte[] encode() {
        ByteBuffer to = ByteBuffer.allocate(5 + lines.size() * (1 + LINE_BYTES)).order(ByteOrder.LITTLE_ENDIAN);
        to.putShort((short) (anchor < 0 ? NO_ANCHOR : anchor)).put((byte) (anchorHasLine ? 1 : 0));
        to.putShort((short) lines.size());
        for (ClockLine line : lines) {
            to.put((byte) (line == null ? 0 : 1));
            if (line != null) {
                to.putLong(line.atNanos()).putDouble(line.offsetNanos()).putDouble(line.offsetUncertaintyNanos());
                to.putDouble(line.skew()).putDouble(line.skewUncertainty());
            }
        }
        return Arrays.copyOf(to.array(), to.position());
    }

    /**
     * Reads what {@link #encode} gave, little-endian.
     *
     * @throws IllegalArgumentException when it is not of so many sniffers
     */
    static KeptClocks decode(ByteBuffer from, int sniffers) {
        int anchor = from.getShort() & 0xffff;
        boolean anchorHasLine = from.get() != 0;
        List<@Nullable ClockLine> lines = new ArrayList<>();
        int known = from.getShort() & 0xffff;
        if (anchor == NO_ANCHOR && known == 0) {
            return NONE;
        }
        if (known != sniffers || anchor >= sniffers) {
            throw new IllegalArgumentException("the checkpoint tells " + known + " clocks of " + sniffers);
        }
        for (int sniffer = 0; sniffer < sniffers; sniffer++) {
            lines.add(from.get() == 0 ? null : line(from));
        }
        return new KeptClocks(anchor, anchorHasLine, Collections.unmodifiableList(lines));
    }

    private static ClockLine line(ByteBuffer from) {
        long at = from.getLong();
        return new ClockLine(
                at, Long.MAX_VALUE, at, from.getDouble(), from.getDouble(), from.getDouble(), from.getDouble());
    }
}
