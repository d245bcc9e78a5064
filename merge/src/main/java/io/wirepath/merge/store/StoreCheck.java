package io.wirepath.merge.store;

import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.log.DocumentShape;
import io.wirepath.merge.log.LogDocument;
import java.nio.ByteBuffer;

/**
 * The one place that doubts a document of a store, which may come from a stranger. After a yes, it can be decoded and
 * no accessor fails. Allocates nothing. Used by one thread at a time.
 */
final class StoreCheck {

    private static final int ORIGINS = NameOrigin.values().length;

    private final DocumentShape shape = new DocumentShape();

    /** Whether the document, from 0 to the limit, of a version that is known, can be decoded. */
    boolean isSound(ByteBuffer document) {
        shape.at(document, LogDocument.PAYLOAD_AT);
        return switch (LogDocument.kind(document)) {
            case StoreDocument.HEADER, StoreDocument.NOTE -> shape.text().isAll();
            case StoreDocument.MESSAGE -> shape.skip(MessageCodec.LENGTH).isAll() && isMessage(document);
            case StoreDocument.MERGED ->
                shape.skip(MessageCodec.LENGTH).isSound() && consumed(document) && isMessage(document);
            case StoreDocument.COPIES -> consumed(document);
            case StoreDocument.NAME ->
                shape.skip(2 * Long.BYTES).below(ORIGINS).text().isAll();
            case StoreDocument.TEMPLATE -> shape.skip(Short.BYTES).text().isAll();
            case StoreDocument.SNIFFER -> SnifferCodec.check(shape).isAll();
            case StoreDocument.RESULT -> ResultCodec.check(shape).isAll();
            case StoreDocument.END -> shape.skip(Long.BYTES).isAll();
            default -> true;
        };
    }

    private boolean consumed(ByteBuffer document) {
        int at = shape.offset();
        shape.skip(Integer.BYTES);
        if (!shape.isSound()) {
            return false;
        }
        long bytes = Integer.toUnsignedLong(document.getInt(at)) * StoreDocument.CONSUMED_LENGTH;
        return bytes <= document.limit() && shape.skip((int) bytes).isAll();
    }

    private static boolean isMessage(ByteBuffer document) {
        int at = LogDocument.PAYLOAD_AT;
        return document.getLong(at + MessageCodec.CONNECTION_AT) >= 0
                && document.getLong(at + MessageCodec.BYTES_AT) >= 0
                && document.getLong(at + MessageCodec.MISSING_AT) >= 0;
    }
}
