package io.wirepath.merge.store;

import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.Consumed;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.log.LogDocument;
import java.nio.ByteBuffer;

/**
 * What the documents of a store mean, whatever log holds them. Their frame is in {@link LogDocument}.
 *
 * <pre>
 *  kind       version  payload
 *  1 header   3        text program that wrote it
 *  2 message  1        message record, see {@link MessageCodec}
 *  3 name     1        i64 i64 address, u8 origin (ordinal of NameOrigin), text name
 *  4 sniffer  1        see {@link SnifferCodec}
 *  5 note     1        text
 *  6 end      1        i64 messages in the store
 *  7 result   2        what the merge learnt besides, see {@link ResultCodec}
 *  8 merged   1        message record, u32 sightings × [ u16 source  i64 number ]: a message of a live merge with
 *                      what it was made of (Consumed)
 *  9 copies   1        u32 sightings × [ u16 source  i64 number ]: sightings that came too late for their messages,
 *                      which the live merge had given out without them
 * 10 template 1        u16 number, text: what messages of this operation ask for; before the messages
 * </pre>
 *
 * The version of the header is raised when documents change their meaning or their frame; a program that meets a kind
 * that it does not know says so.
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
    static final int COPIES = 9;
    static final int TEMPLATE = 10;

    /** Where the sightings of a message of a live merge begin. */
    static final int CONSUMED_AT = LogDocument.PAYLOAD_AT + MessageCodec.LENGTH;

    static final int CONSUMED_LENGTH = Short.BYTES + Long.BYTES;

    /** Longest document; only what a merge learnt comes near it. */
    static final int MAX_LENGTH = 1 << 20;

    private static final int HEADER_VERSION = 3;
    private static final int RESULT_VERSION = 2;
    private static final int VERSION = 1;

    private StoreDocument() {}

    /** The version of this kind of document that this program writes and reads. */
    static int version(int kind) {
        return switch (kind) {
            case HEADER -> HEADER_VERSION;
            case MESSAGE, MERGED -> MessageCodec.VERSION;
            case RESULT -> RESULT_VERSION;
            default -> VERSION;
        };
    }

    /** Starts a document; the payload is put next, then the seal. */
    static ByteBuffer begin(LogDocument document, int kind) {
        return document.begin(kind, version(kind));
    }

    /** A message of a live merge, and the sightings of which it was made. */
    static void merged(LogDocument document, MessageRecord message, Consumed consumed) {
        ByteBuffer to = begin(document, MERGED);
        to.put(LogDocument.PAYLOAD_AT, message.bytes(), message.offset(), MessageCodec.LENGTH);
        put(to.position(CONSUMED_AT), consumed);
        document.seal();
    }

    /** Sightings that came too late for their messages. */
    static void copies(LogDocument document, Consumed copies) {
        put(begin(document, COPIES), copies);
        document.seal();
    }

    private static void put(ByteBuffer to, Consumed consumed) {
        int most = (MAX_LENGTH - CONSUMED_AT - Integer.BYTES - LogDocument.SEAL_BYTES) / CONSUMED_LENGTH;
        int kept = Math.min(consumed.size(), most);
        to.putInt(kept);
        for (int i = 0; i < kept; i++) {
            to.putShort((short) consumed.source(i)).putLong(consumed.number(i));
        }
    }

    static void header(LogDocument document, String program) {
        LogDocument.putText(begin(document, HEADER), program);
        document.seal();
    }

    static void name(LogDocument document, long addressHigh, long addressLow, String name, NameOrigin origin) {
        begin(document, NAME).putLong(addressHigh).putLong(addressLow).put((byte) origin.ordinal());
        LogDocument.putText(document.bytes(), name);
        document.seal();
    }

    static void template(LogDocument document, int number, String template) {
        LogDocument.putText(begin(document, TEMPLATE).putShort((short) number), template);
        document.seal();
    }

    static void note(LogDocument document, String note) {
        LogDocument.putText(begin(document, NOTE), note);
        document.seal();
    }

    static void end(LogDocument document, long messages) {
        begin(document, END).putLong(messages);
        document.seal();
    }
}
