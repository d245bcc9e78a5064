package io.wirepath.appliance.synthetic;

import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.file.PcapngBlocks;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes a pcapng file: packets of several interfaces with nanoseconds and comments, and names of addresses. */
public final class PcapngWriter implements Closeable {

    private static final int IPV4 = 1;
    private static final int IPV6 = 2;

    /** A frame, its interface and its comment fit into it. */
    private final ByteBuffer block = ByteBuffer.allocate(FrameBlock.MAX_FRAME_BYTES + 3 * PcapngBlocks.MAX_TEXT_BYTES);

    private final OutputStream out;
    private final Map<String, Integer> interfaces = new LinkedHashMap<>();

    /** Creates the file, or overwrites it. */
    public PcapngWriter(Path file) throws IOException {
        out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
        PcapngBlocks.section(block);
        write();
    }

    /** Names of addresses, which stand there as text. */
    public void names(Map<String, String> byAddress) throws IOException {
        for (Map.Entry<String, String> each : byAddress.entrySet()) {
            byte[] address = InetAddress.getByName(each.getKey()).getAddress();
            byte[] name = PcapngBlocks.text(each.getValue());
            byte[] record = ByteBuffer.allocate(address.length + name.length + 1)
                    .put(address)
                    .put(name)
                    .array();
            int start = PcapngBlocks.begin(block, PcapngBlocks.NAMES);
            PcapngBlocks.field(block, address.length == Integer.BYTES ? IPV4 : IPV6, record);
            PcapngBlocks.field(block, 0, new byte[0]);
            PcapngBlocks.end(block, start);
            write();
        }
    }

    /**
     * Appends a frame.
     *
     * @param sniffer name of the interface where it was seen
     * @param nanos its time, ns since the epoch
     * @param comment what is to be said of it; may be empty
     */
    public void write(String sniffer, int linkType, long nanos, byte[] frame, int originalLength, String comment)
            throws IOException {
        Integer number = interfaces.get(sniffer + ' ' + linkType);
        if (number == null) {
            number = interfaces.size();
            interfaces.put(sniffer + ' ' + linkType, number);
            PcapngBlocks.describe(block, linkType, sniffer);
        }
        int start = PcapngBlocks.packet(block, number, nanos, frame.length, originalLength);
        block.put(frame);
        if (!comment.isEmpty()) {
            PcapngBlocks.comment(block, comment);
        }
        PcapngBlocks.end(block, start);
        write();
    }

    private void write() throws IOException {
        out.write(block.array(), 0, block.position());
        block.clear();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
