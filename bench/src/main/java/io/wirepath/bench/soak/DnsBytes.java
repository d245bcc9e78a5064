package io.wirepath.bench.soak;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Queries and answers of the domain name system: one question of type A, one record (RFC 1035 §4). */
final class DnsBytes {

    private DnsBytes() {}

    /** Who asks for a name. */
    static byte[] query(int id, String name) {
        ByteBuffer bytes = ByteBuffer.allocate(512);
        bytes.putShort((short) id).putShort((short) 0x100).putShort((short) 1);
        bytes.putShort((short) 0).putInt(0);
        putQuestion(bytes, name);
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    /** The answer, with one address. */
    static byte[] answer(int id, String name, int address) {
        ByteBuffer bytes = ByteBuffer.allocate(512);
        bytes.putShort((short) id).putShort((short) 0x8180).putShort((short) 1);
        bytes.putShort((short) 1).putInt(0);
        putQuestion(bytes, name);
        bytes.putShort((short) 0xc00c).putShort((short) 1).putShort((short) 1);
        bytes.putInt(60).putShort((short) 4).putInt(address);
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    private static void putQuestion(ByteBuffer bytes, String name) {
        for (String label : name.split("\\.", -1)) {
            bytes.put((byte) label.length()).put(label.getBytes(StandardCharsets.US_ASCII));
        }
        bytes.put((byte) 0).putShort((short) 1).putShort((short) 1);
    }
}
