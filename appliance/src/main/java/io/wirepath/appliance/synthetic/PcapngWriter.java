package io.wirepath.appliance.synthetic;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes a pcapng file: packets of several interfaces with nanoseconds and comments, and names of addresses.
 *
 * <pre>
 *  block      type 4 │ length 4 │ body, padded to 4 │ length 4
 *  section    0a0d0d0a: 1a2b3c4d │ version 1.0 │ length of the section 8, -1: not known
 *  interface  1: link type 2 │ 0 2 │ snap length 4 │ options: if_name 2, if_tsresol 9
 *  names      4: record: type 2 │ length 2 │ address, name, 0
 *  packet     6: interface 4 │ time, upper 4, lower 4 │ captured 4 │ original 4 │ bytes │ options: opt_comment 1
 *  option     code 2 │ length 2 │ value, padded to 4
 * </pre>
 *
 * Source: draft-ietf-opsawg-pcapng.
 */
public final class PcapngWriter implements Closeable {

    private static final int SECTION = 0x0a0d0d0a;
    private static final int MAGIC = 0x1a2b3c4d;
    private static final int INTERFACE = 1;
    private static final int NAMES = 4;
    private static final int PACKET = 6;
    private static final int COMMENT = 1;
    private static final int NAME_OF_INTERFACE = 2;
    private static final int RESOLUTION = 9;
    private static final byte NANOSECONDS = 9;
    private static final int IPV4 = 1;
    private static final int IPV6 = 2;
    private static final int SNAP_LENGTH = 262_144;
    private static final int MAX_TEXT = 4000;

    private final OutputStream out;
    private final Map<String, Integer> interfaces = new LinkedHashMap<>();

    /** Creates the file, or overwrites it. */
    public PcapngWriter(Path file) throws IOException {
        out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
        block(
                SECTION,
                ByteBuffer.allocate(16)
                        .putInt(MAGIC)
                        .putShort((short) 1)
                        .putShort((short) 0)
                        .putLong(-1)
                        .array());
    }

    /** Names of addresses, which stand there as text. */
    public void names(Map<String, String> byAddress) throws IOException {
        ByteArrayOutputStream records = new ByteArrayOutputStream();
        for (Map.Entry<String, String> each : byAddress.entrySet()) {
            byte[] address = InetAddress.getByName(each.getKey()).getAddress();
            byte[] name = cut(each.getValue());
            ByteBuffer value = ByteBuffer.allocate(address.length + name.length + 1)
                    .put(address)
                    .put(name);
            field(records, address.length == 4 ? IPV4 : IPV6, value.array());
        }
        field(records, 0, new byte[0]);
        block(NAMES, records.toByteArray());
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
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            body.writeBytes(ByteBuffer.allocate(8)
                    .putShort((short) linkType)
                    .putInt(4, SNAP_LENGTH)
                    .array());
            field(body, NAME_OF_INTERFACE, cut(sniffer));
            field(body, RESOLUTION, new byte[] {NANOSECONDS});
            field(body, 0, new byte[0]);
            block(INTERFACE, body.toByteArray());
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream(frame.length + 64);
        body.writeBytes(ByteBuffer.allocate(20)
                .putInt(number)
                .putLong(nanos)
                .putInt(frame.length)
                .putInt(originalLength)
                .array());
        padded(body, frame);
        if (!comment.isEmpty()) {
            field(body, COMMENT, cut(comment));
            field(body, 0, new byte[0]);
        }
        block(PACKET, body.toByteArray());
    }

    private static byte[] cut(String text) {
        return text.substring(0, Math.min(text.length(), MAX_TEXT))
                .replace('\0', '.')
                .getBytes(UTF_8);
    }

    private static void field(ByteArrayOutputStream to, int code, byte[] value) {
        to.writeBytes(ByteBuffer.allocate(4)
                .putShort((short) code)
                .putShort((short) value.length)
                .array());
        padded(to, value);
    }

    private static void padded(ByteArrayOutputStream to, byte[] bytes) {
        to.writeBytes(bytes);
        to.writeBytes(new byte[-bytes.length & 3]);
    }

    private void block(int type, byte[] body) throws IOException {
        int length = body.length + 12;
        out.write(ByteBuffer.allocate(8).putInt(type).putInt(length).array());
        out.write(body);
        out.write(ByteBuffer.allocate(4).putInt(length).array());
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
