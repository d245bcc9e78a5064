package io.wirepath.appliance.synthetic;

import io.wirepath.analyze.truth.SkewedClocks.ClockError;
import io.wirepath.sniffer.CaptureDamage;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.file.CaptureFile;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Copies a capture as a wrong clock would have stamped it: t + offset + skew · (t − first packet). Frames keep their
 * order and their bytes.
 *
 * <p>An address with a clock of its own has the packets that it sent stamped by that clock, besides the sniffer's; this
 * works for IPv4 and IPv6 directly in Ethernet.
 */
public final class SkewedCapture {

    private static final int ETHERNET = 1;
    private static final int ETHERNET_BYTES = 14;
    private static final int TYPE_AT = 12;
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86dd;
    private static final int NO_TYPE = -1;

    private final ClockError sniffer;
    private final Map<InetAddress, ClockError> senders;
    private final byte[] frame = new byte[FrameBlock.MAX_FRAME_BYTES];
    private long originNanos = Long.MIN_VALUE;
    private long frames;

    private SkewedCapture(ClockError sniffer, Map<InetAddress, ClockError> senders) {
        this.sniffer = sniffer;
        this.senders = senders;
    }

    /**
     * What was written.
     *
     * @param frames frames copied
     * @param damage where the capture ended early, if it did
     */
    public record Copied(long frames, Optional<CaptureDamage> damage) {}

    /**
     * Copies.
     *
     * @param input the capture, any format; - for standard input
     * @param output the copy: pcap with nanoseconds
     * @param sniffer the error of the clock of the whole capture
     * @param senders further errors, for packets from these addresses
     * @throws IOException when the one cannot be read or the other not be written
     */
    public static Copied copy(String input, Path output, ClockError sniffer, Map<InetAddress, ClockError> senders)
            throws IOException {
        SkewedCapture capture = new SkewedCapture(sniffer, senders);
        FrameBlock block = new FrameBlock(FrameBlock.DEFAULT_BYTES);
        try (FrameSource source = CaptureFile.open(input)) {
            boolean more = source.fill(block);
            int linkType = more && block.count() > 0 ? block.linkType(0) : ETHERNET;
            try (PcapWriter out = new PcapWriter(output, linkType)) {
                for (; more; more = source.fill(block)) {
                    capture.copy(block, linkType, out);
                }
            }
            return new Copied(capture.frames, source.damage());
        }
    }

    private void copy(FrameBlock block, int linkType, PcapWriter out) throws IOException {
        for (int i = 0; i < block.count(); i++) {
            if (block.linkType(i) != linkType) {
                throw new IOException("packet " + block.frameNumber(i) + " is of link type " + block.linkType(i)
                        + " and those before it of " + linkType + ", which one pcap file cannot hold");
            }
            long nanos = block.timeNanos(i);
            originNanos = originNanos == Long.MIN_VALUE ? nanos : originNanos;
            int length = block.capturedLength(i);
            block.bytes().get(block.offset(i), frame, 0, length);
            long read = sniffer.read(nanos, originNanos);
            ClockError own = senders.isEmpty() ? null : clockOfSender(length, linkType);
            read += own == null ? 0 : own.read(nanos, originNanos) - nanos;
            out.write(read, frame, length, block.originalLength(i));
            frames++;
        }
    }

    private @Nullable ClockError clockOfSender(int length, int linkType) throws IOException {
        int type = linkType == ETHERNET && length > ETHERNET_BYTES
                ? (frame[TYPE_AT] & 0xff) << 8 | frame[TYPE_AT + 1] & 0xff
                : NO_TYPE;
        int at = ETHERNET_BYTES + (type == IPV4 ? 12 : 8);
        int bytes = type == IPV4 ? 4 : 16;
        if (type != IPV4 && type != IPV6 || length < at + bytes) {
            return null;
        }
        byte[] address = new byte[bytes];
        System.arraycopy(frame, at, address, 0, bytes);
        return senders.get(InetAddress.getByAddress(address));
    }
}
