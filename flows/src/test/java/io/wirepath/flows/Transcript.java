package io.wirepath.flows;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes down what reassembly tells, a line each: {@code > } for direction 0, {@code < } for direction 1. */
public class Transcript implements ConnectionListener {

    private final List<String> lines = new ArrayList<>();
    private final List<Long> times = new ArrayList<>();
    private final List<Long> lost = new ArrayList<>();
    private final List<Long> waits = new ArrayList<>();
    private final StringBuilder[] streams = {new StringBuilder(), new StringBuilder()};
    private final long[] missing = new long[2];
    private boolean byteRunsOnly;

    /** Leaves out all but bytes, holes and ends. */
    public Transcript ofBytesOnly() {
        byteRunsOnly = true;
        return this;
    }

    public List<String> lines() {
        return lines;
    }

    /** Times of the runs of bytes, in the order of delivery. */
    public List<Long> times() {
        return times;
    }

    /** When the bytes that are missing passed, as far as it is told. */
    public List<Long> lost() {
        return lost;
    }

    /** How long others waited for a segment that was sent again, ns. */
    public List<Long> waits() {
        return waits;
    }

    @Override
    public void onHoleFilled(Connection connection, int direction, long waitNanos) {
        waits.add(waitNanos);
    }

    /** The bytes of a direction of the last connection, without holes. */
    public String stream(int direction) {
        return streams[direction].toString();
    }

    public long missing(int direction) {
        return missing[direction];
    }

    private static String arrow(int direction) {
        return direction == 0 ? "> " : "< ";
    }

    private void say(boolean always, String line) {
        if (always || !byteRunsOnly) {
            lines.add(line);
        }
    }

    private static void expectOffset(Connection connection, int direction, long offset, long length) {
        long[] expectedOffset = (long[]) connection.attachment;
        if (offset != expectedOffset[direction]) {
            throw new AssertionError("offset " + offset + ", expected " + expectedOffset[direction]);
        }
        expectedOffset[direction] += length;
    }

    @Override
    public void onFailedAttempt(Connection connection, boolean refused, long timeNanos) {
        say(true, "> attempt " + (refused ? "refused" : "without an answer") + " at " + timeNanos / 1e6 + " ms");
    }

    @Override
    public void onOpen(Connection connection, long timeNanos) {
        for (int direction = 0; direction < 2; direction++) {
            streams[direction].setLength(0);
            missing[direction] = 0;
        }
        connection.attachment = new long[2];
        say(false, "open " + connection.sourcePort + (connection.midstream ? " midstream" : ""));
    }

    @Override
    public void onBytes(Connection connection, int direction, StreamBytes bytes) {
        byte[] copy = new byte[bytes.length];
        bytes.buffer.get(bytes.offset, copy);
        String text = new String(copy, ISO_8859_1);
        expectOffset(connection, direction, bytes.streamOffset, bytes.length);
        streams[direction].append(text);
        times.add(bytes.segment.timeNanos);
        say(true, arrow(direction) + text);
    }

    @Override
    public void onMissing(
            Connection connection,
            int direction,
            long streamOffset,
            long length,
            @Nullable SegmentContext cut,
            long timeNanos) {
        expectOffset(connection, direction, streamOffset, length);
        missing[direction] += length;
        lost.add(timeNanos);
        say(true, arrow(direction) + (cut != null ? "cut " : "missing ") + length);
    }

    @Override
    public void onRetransmission(Connection connection, int direction, int length, long timeNanos) {
        say(false, arrow(direction) + "again " + length);
    }

    @Override
    public void onMirrorCopy(Connection connection, int direction, long timeNanos) {
        say(false, arrow(direction) + "copy");
    }

    @Override
    public void onFin(Connection connection, int direction, long timeNanos) {
        say(true, arrow(direction) + "fin");
    }

    @Override
    public void onClose(Connection connection, CloseReason reason, long timeNanos) {
        say(true, "close " + reason);
    }

    @Override
    public void onDatagram(Connection connection, int direction, StreamBytes bytes, int cut) {
        byte[] copy = new byte[bytes.length];
        bytes.buffer.get(bytes.offset, copy);
        say(true, arrow(direction) + new String(copy, ISO_8859_1) + (cut > 0 ? " cut " + cut : ""));
    }

    @Override
    public void onTime(long nowNanos) {}
}
