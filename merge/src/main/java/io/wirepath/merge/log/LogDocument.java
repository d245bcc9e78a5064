package io.wirepath.merge.log;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The frame of a document of a log: little-endian.
 *
 * <pre>
 *    0  u8   kind                    1  u16  version of that kind
 *    3  ...  payload                 n  u32  seal: CRC-32C of all bytes before it
 *
 *  text: u16 length in bytes, UTF-8
 * </pre>
 *
 * A file that was cut reads as zeros behind the cut, and a page that never reached the disk as zeros in the middle: the
 * seal tells a whole document from what is left of one. Used by one thread at a time.
 */
public final class LogDocument {

    public static final int KIND_AT = 0;
    public static final int VERSION_AT = 1;
    public static final int PAYLOAD_AT = 3;

    /** Length of the seal. */
    public static final int SEAL_BYTES = Integer.BYTES;

    private static final int MAX_TEXT_BYTES = 1000;

    private final Seal seal = new Seal();
    private final ByteBuffer bytes;

    /** Makes a buffer for documents of up to so many bytes. */
    public LogDocument(int maxLength) {
        bytes = ByteBuffer.allocateDirect(maxLength).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The document, from 0 to the limit. */
    public ByteBuffer bytes() {
        return bytes;
    }

    /** Starts a document; the payload is put next, then {@link #seal}. */
    public ByteBuffer begin(int kind, int version) {
        return bytes.clear().put((byte) kind).putShort((short) version);
    }

    /** Ends the document at the position, and gives it from 0 to its limit. */
    public ByteBuffer seal() {
        int end = bytes.position();
        bytes.putInt(seal.of(bytes, end));
        return bytes.flip();
    }

    /** Whether the buffer holds, from 0 to its limit, a document that was written to its end. */
    public boolean isWhole(ByteBuffer document) {
        return seal.isOn(document);
    }

    /** The kind of a whole document. */
    public static int kind(ByteBuffer document) {
        return document.get(KIND_AT) & 0xff;
    }

    /** The version of a whole document. */
    public static int version(ByteBuffer document) {
        return document.getShort(VERSION_AT) & 0xffff;
    }

    /** Puts a text; the rest of a text of more than {@value #MAX_TEXT_BYTES} bytes is dropped. */
    public static ByteBuffer putText(ByteBuffer to, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(utf8.length, MAX_TEXT_BYTES);
        return to.putShort((short) length).put(utf8, 0, length);
    }

    /** Takes the text at the buffer's position. */
    public static String takeText(ByteBuffer from) {
        byte[] utf8 = new byte[from.getShort() & 0xffff];
        from.get(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
