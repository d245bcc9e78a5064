package io.wirepath.cluster.kafka;

import io.wirepath.merge.spool.SpoolDocument;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * The value of a Kafka record with a document of a sniffer's spool, unchanged: little-endian.
 *
 * <pre>
 *    0  u8   version of this layout, 1        1  u8   length n of the sniffer's name
 *    2  ...  the name, UTF-8
 *  2+n  i64 i64  incarnation of the spool
 * 18+n  ...  the document, see {@link SpoolDocument}: numbered, versioned by kind, sealed
 * </pre>
 *
 * Says of itself all that a reader needs, so the log that it passes through may be any.
 */
public final class SightingRecord {

    /** The version that this program writes and reads. */
    public static final int VERSION = 1;

    private static final int NAME_LENGTH_AT = 1;
    private static final int NAME_AT = 2;
    private static final int MAX_NAME = 255;

    private SightingRecord() {}

    /** Makes a record of the document from the buffer's position to its limit, which stay. */
    public static byte[] encode(String sniffer, UUID incarnation, ByteBuffer document) {
        byte[] name = sniffer.getBytes(StandardCharsets.UTF_8);
        if (name.length > MAX_NAME) {
            throw new IllegalArgumentException("the name of sniffer " + sniffer + " is too long");
        }
        int at = documentAt(name.length);
        byte[] record = new byte[at + document.remaining()];
        ByteBuffer to = ByteBuffer.wrap(record).order(ByteOrder.LITTLE_ENDIAN);
        to.put((byte) VERSION).put((byte) name.length).put(name);
        to.putLong(incarnation.getMostSignificantBits()).putLong(incarnation.getLeastSignificantBits());
        to.put(at, document, document.position(), document.remaining());
        return record;
    }

    private static int documentAt(int nameLength) {
        return NAME_AT + nameLength + 2 * Long.BYTES;
    }

    /** Whether these bytes are a record of the version that this program knows, with room for a document. */
    public static boolean isRecord(byte[] record) {
        return record.length > NAME_AT
                && record[0] == VERSION
                && record.length >= documentAt(record[NAME_LENGTH_AT] & 0xff) + SpoolDocument.MIN_LENGTH
                && record.length <= documentAt(record[NAME_LENGTH_AT] & 0xff) + SpoolDocument.MAX_LENGTH;
    }

    /** Name of the sniffer. */
    public static String sniffer(byte[] record) {
        return new String(record, NAME_AT, record[NAME_LENGTH_AT] & 0xff, StandardCharsets.UTF_8);
    }

    /** Incarnation of its spool. */
    public static UUID incarnation(byte[] record) {
        ByteBuffer from = ByteBuffer.wrap(record).order(ByteOrder.LITTLE_ENDIAN);
        int at = NAME_AT + (record[NAME_LENGTH_AT] & 0xff);
        return new UUID(from.getLong(at), from.getLong(at + Long.BYTES));
    }

    /** The document, little-endian, from 0 to the limit. */
    public static ByteBuffer document(byte[] record) {
        int at = documentAt(record[NAME_LENGTH_AT] & 0xff);
        return ByteBuffer.wrap(record, at, record.length - at).slice().order(ByteOrder.LITTLE_ENDIAN);
    }
}
