package io.wirepath.sniffer.file;

import io.wirepath.sniffer.FrameBlock;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The records of a pcap capture.
 *
 * <pre>
 *   0  u32  seconds since the epoch      4  u32  fraction: microseconds or nanoseconds
 *   8  u32  captured length             12  u32  length on the wire
 *  16  [8 bytes: interface and direction, in Kuznetzov's variant only]
 *      the frame
 * </pre>
 *
 * Versions before 2.4 may have the two lengths the other way round; the captured one is never the longer.
 */
final class PcapRecords implements RecordFormat {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final PcapVariant variant;
    private boolean begun;

    PcapRecords(PcapVariant variant) {
        this.variant = variant;
    }

    @Override
    public void read(RecordWindow window, FrameBlock block) throws IOException {
        if (!begun) {
            window.skip(PcapVariant.FILE_HEADER_BYTES);
            begun = true;
        }
        ByteBuffer bytes = block.bytes();
        WireOrder order = variant.order();
        int headerBytes = variant.recordHeaderBytes();
        int nanosPerUnit = variant.nanosPerUnit();
        int linkType = variant.linkType();
        boolean lengthsMaySwap = variant.lengthsMaySwap();
        while (window.has(headerBytes)) {
            int at = window.position();
            int first = order.length32(bytes, at + 8);
            int second = order.length32(bytes, at + 12);
            int captured = lengthsMaySwap ? Math.min(first, second) : first;
            if (captured > FrameBlock.MAX_FRAME_BYTES) {
                window.damage(RecordFormat.tooLong(captured));
                return;
            }
            if (!window.has(headerBytes + captured)) {
                return;
            }
            long time = order.unsigned32(bytes, at) * NANOS_PER_SECOND + order.unsigned32(bytes, at + 4) * nanosPerUnit;
            block.add(time, at + headerBytes, captured, lengthsMaySwap ? Math.max(first, second) : second, linkType);
            window.take(headerBytes + captured);
        }
    }

    @Override
    public long dropped() {
        return 0;
    }
}
