package io.wirepath.merge.store;

import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.live.Consumed;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The layout of a document of the store: little-endian, whatever log holds it.
 *
 * <pre>
 *    0  u8   record type             1  u16  version of that type of record
 *    3  ...  payload                 n  u8   seal, 0x57: the document was written to its end
 *
 *  type       version  payload
 *  1 header   1        text program that wrote it
 *  2 message  1        message record, see {@link MessageCodec}
 *  3 name     1        i64 i64 address, u8 origin (ordinal of NameOrigin), text name
 *  4 sniffer  1        see {@link SnifferCodec}
 *  5 note     1        text
 *  6 end      1        i64 messages in the store
 *  7 result   1        what the merge learnt besides, see {@link ResultCodec}
 *  8 merged   1        message record, u32 sightings × [ u16 source  i64 number ]: a message of a live merge with
 *                      what it was made of (live.Consumed)
 *
 *  text: u16 length in bytes, UTF-8
 * </pre>
 *
 * A file that was cut reads as zeros behind the cut, so the seal tells a whole document from the rest of one. The
 * version of the header is raised when documents are added or change their meaning.
 */
final class StoreDocument {

    static final int HEADER = 1;
    static final int MESSAGE = 2;
    static final int NAME = 3;
    static final int SNIFFER = 4;
    static final int NOTE = 5;
    static final int END = 6;
    static final int RESULT = 7;
    static final int MERGED = 8;

    static final int TYPE_AT = 0;
    static final int VERSION_AT = 1;
    static final int PAYLOAD_AT = 3;
    static final byte SEAL = 0x57;

    /** Length of a message document. */
    static final int MESSAGE_LENGTH = PAYLOAD_AT + MessageCodec.LENGTH + 1;

    /** Where the sightings of a message of a live merge begin. */
    static final int CONSUMED_AT = PAYLOAD_AT + MessageCodec.LENGTH;

    private static final int CONSUMED_LENGTH = Short.BYTES + Long.BYTES;

    /** Longest document; only what a merge learnt comes near it. */
    static final int MAX_LENGTH = 1 << 20;

    private static final int VERSION = 1;
    private static final int MAX_TEXT_BYTES = 1000;

    private StoreDocument() {}

    /** A buffer that fits every document. */
    static ByteBuffer allocate() {
        return ByteBuffer.allocateDirect(MAX_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The version of this type of document that this program writes and reads. */
    static int version(int type) {
        return type == MESSAGE || type == MERGED ? MessageCodec.VERSION : VERSION;
    }

    /** Starts a document at the front of the buffer; the payload is put next, then {@link #seal}. */
    static ByteBuffer begin(ByteBuffer buffer, int type) {
        return buffer.clear().put((byte) type).putShort((short) version(type));
    }

    /** Ends the document. */
    static ByteBuffer seal(ByteBuffer buffer) {
        return buffer.put(SEAL).flip();
    }

    /** Whether the buffer holds a document that was written to its end. */
    static boolean isWhole(ByteBuffer document) {
        int length = document.limit();
        if (length <= PAYLOAD_AT || document.get(length - 1) != SEAL) {
            return false;
        }
        return switch (document.get(TYPE_AT)) {
            case MESSAGE -> length == MESSAGE_LENGTH;
            case MERGED ->
                length > CONSUMED_AT + Integer.BYTES
                        && length
                                == CONSUMED_AT
                                        + Integer.BYTES
                                        + (long) document.getInt(CONSUMED_AT) * CONSUMED_LENGTH
                                        + 1;
            default -> true;
        };
    }

    /** A message of a live merge, and the sightings of which it was made. */
    static ByteBuffer merged(ByteBuffer buffer, MessageRecord message, Consumed consumed) {
        begin(buffer, MERGED).put(PAYLOAD_AT, message.bytes(), message.offset(), MessageCodec.LENGTH);
        int kept = Math.min(consumed.size(), (MAX_LENGTH - CONSUMED_AT - Integer.BYTES - 1) / CONSUMED_LENGTH);
        buffer.position(CONSUMED_AT).putInt(kept);
        for (int i = 0; i < kept; i++) {
            buffer.putShort((short) consumed.source(i)).putLong(consumed.number(i));
        }
        return seal(buffer);
    }

    static int type(ByteBuffer document) {
        return document.get(TYPE_AT);
    }

    static int version(ByteBuffer document) {
        return document.getShort(VERSION_AT) & 0xffff;
    }

    static ByteBuffer header(ByteBuffer buffer, String program) {
        return seal(putText(begin(buffer, HEADER), program));
    }

    static ByteBuffer name(ByteBuffer buffer, long addressHigh, long addressLow, String name, NameOrigin origin) {
        begin(buffer, NAME).putLong(addressHigh).putLong(addressLow).put((byte) origin.ordinal());
        return seal(putText(buffer, name));
    }

    static ByteBuffer note(ByteBuffer buffer, String note) {
        return seal(putText(begin(buffer, NOTE), note));
    }

    static ByteBuffer end(ByteBuffer buffer, long messages) {
        return seal(begin(buffer, END).putLong(messages));
    }

    /** Puts a text; the rest of a text of more than {@value #MAX_TEXT_BYTES} bytes is dropped. */
    static ByteBuffer putText(ByteBuffer to, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, MAX_TEXT_BYTES);
        return to.putShort((short) length).put(bytes, 0, length);
    }

    /** Takes the text at the buffer's position. */
    static String takeText(ByteBuffer from) {
        byte[] bytes = new byte[from.getShort() & 0xffff];
        from.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
