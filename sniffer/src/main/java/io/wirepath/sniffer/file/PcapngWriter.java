package io.wirepath.sniffer.file;

import io.wirepath.sniffer.FrameBlock;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes pcapng: packets of several interfaces with nanoseconds and comments, names of addresses,
 * and secrets of TLS. */
public final class PcapngWriter implements Closeable {

    private static final int IPV4 = 1;
    private static final int IPV6 = 2;

    /** A frame, its interface and its comment fit into it. */
    private final ByteBuffer block = ByteBuffer.allocate(FrameBlock.MAX_FRAME_BYTES + 3 * PcapngBlocks.MAX_TEXT_BYTES);

    private final OutputStream out;
    private final Map<String, Integer> interfaces = new LinkedHashMap<>();

    /**
     * Begins; closing this closes the stream.
     *
     * @param order of the bytes of numbers: Wireshark takes this machine's alone from a pipe
     */
    public PcapngWriter(OutputStream to, ByteOrder order) throws IOException {
        this(to, order, "");
    }

    /**
     * The same with something to say of the whole file.
     *
     * @param comment may be empty
     */
    public PcapngWriter(OutputStream to, ByteOrder order, String comment) throws IOException {
        out = new BufferedOutputStream(to, 1 << 16);
        block.order(order);
        PcapngBlocks.section(block, comment);
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
     * A key log of TLS sessions, whose packets follow; of a session at a time.
     *
     * @param log some kB at most
     */
    public void secrets(String log) throws IOException {
        byte[] bytes = log.getBytes(StandardCharsets.US_ASCII);
        int start = PcapngBlocks.begin(block, PcapngSecrets.TYPE);
        block.putInt(PcapngSecrets.TLS_KEY_LOG).putInt(bytes.length).put(bytes);
        PcapngBlocks.end(block, start);
        write();
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

    /** Gives out what was written so far. */
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
