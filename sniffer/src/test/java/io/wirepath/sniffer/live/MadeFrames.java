package io.wirepath.sniffer.live;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/** Frames made by hand, in a capture file from which they can be sent. */
public final class MadeFrames {

    private static final String ADDRESSES = "020000000002" + "020000000001";
    private static final int IPV4_BYTES = 20;
    private static final int UDP_BYTES = 8;

    private final ByteArrayOutputStream records = new ByteArrayOutputStream();
    private int count;

    /**
     * Adds a datagram over IPv4.
     *
     * @param tags VLAN tags with their protocols, in hex
     */
    public void udp(String tags, String source, String destination, int port, byte[] payload) throws IOException {
        byte[] front = HexFormat.of().parseHex(ADDRESSES + tags + "0800");
        int length = IPV4_BYTES + UDP_BYTES + payload.length;
        ByteBuffer frame = ByteBuffer.allocate(front.length + length)
                .put(front)
                .putInt(0x45000000 | length)
                .putInt(count << 16)
                .putInt(64 << 24 | 17 << 16)
                .put(InetAddress.getByName(source).getAddress())
                .put(InetAddress.getByName(destination).getAddress())
                .putShort((short) 4000)
                .putShort((short) port)
                .putInt((UDP_BYTES + payload.length) << 16)
                .put(payload);
        frame.putShort(front.length + 10, (short) checksum(frame, front.length));
        add(frame.array());
    }

    private static int checksum(ByteBuffer frame, int from) {
        int sum = 0;
        for (int i = 0; i < IPV4_BYTES; i += 2) {
            sum += frame.getShort(from + i) & 0xffff;
        }
        sum = (sum & 0xffff) + (sum >>> 16);
        return ~(sum + (sum >>> 16));
    }

    private void add(byte[] frame) {
        count++;
        records.writeBytes(ByteBuffer.allocate(16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(1_700_000_000)
                .putInt(count)
                .putInt(frame.length)
                .putInt(frame.length)
                .array());
        records.writeBytes(frame);
    }

    /** Writes a pcap file of all frames. */
    public Path write(Path file) throws IOException {
        byte[] header = ByteBuffer.allocate(24)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(0xa1b2c3d4)
                .putShort((short) 2)
                .putShort((short) 4)
                .putLong(0)
                .putInt(65_535)
                .putInt(1)
                .array();
        Files.write(file, header);
        return Files.write(file, records.toByteArray(), java.nio.file.StandardOpenOption.APPEND);
    }
}
