package io.wirepath.merge.store;

import static io.wirepath.merge.log.LogDocument.putText;
import static io.wirepath.merge.log.LogDocument.takeText;

import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.log.CounterCodec;
import io.wirepath.merge.log.DocumentShape;
import io.wirepath.merge.log.LogDocument;
import io.wirepath.sniffer.CaptureDamage;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The payload of a sniffer's document: the sniffer and how its capture fared.
 *
 * <pre>
 *  u16 number   text name   text source   i64 frames   i64 first frame   i64 last frame
 *  u8 damaged   [ i64 frame number   i64 offset   text reason ]
 *  counters, see {@link CounterCodec}
 * </pre>
 */
final class SnifferCodec {

    private SnifferCodec() {}

    static void encode(LogDocument document, SnifferRecord sniffer) {
        ByteBuffer buffer = StoreDocument.begin(document, StoreDocument.SNIFFER);
        buffer.putShort((short) sniffer.number());
        putText(buffer, sniffer.name());
        putText(buffer, sniffer.source());
        buffer.putLong(sniffer.frames()).putLong(sniffer.firstNanos()).putLong(sniffer.lastNanos());
        buffer.put((byte) (sniffer.damage().isPresent() ? 1 : 0));
        sniffer.damage().ifPresent(damage -> {
            buffer.putLong(damage.frameNumber()).putLong(damage.offset());
            putText(buffer, damage.reason());
        });
        CounterCodec.put(buffer, sniffer.counters());
        document.seal();
    }

    /** Walks over what {@link #decode} would read. */
    static DocumentShape check(DocumentShape shape) {
        shape.skip(Short.BYTES).text().text().skip(3 * Long.BYTES);
        if (shape.u8() != 0) {
            shape.skip(2 * Long.BYTES).text();
        }
        return shape.counters();
    }

    /** Reads what {@link #encode} wrote; the position is at the payload. */
    static SnifferRecord decode(ByteBuffer from) {
        int number = from.getShort() & 0xffff;
        String name = takeText(from);
        String source = takeText(from);
        long frames = from.getLong();
        long firstNanos = from.getLong();
        long lastNanos = from.getLong();
        Optional<CaptureDamage> damage = from.get() == 0 ? Optional.empty() : Optional.of(damage(from, source));
        return new SnifferRecord(number, name, source, frames, firstNanos, lastNanos, damage, CounterCodec.take(from));
    }

    private static CaptureDamage damage(ByteBuffer from, String source) {
        long frameNumber = from.getLong();
        long offset = from.getLong();
        return new CaptureDamage(source, frameNumber, offset, takeText(from));
    }
}
