package io.wirepath.merge.store;

import static io.wirepath.merge.store.StoreDocument.putText;
import static io.wirepath.merge.store.StoreDocument.takeText;

import io.wirepath.merge.SnifferRecord;
import io.wirepath.sniffer.CaptureDamage;
import io.wirepath.sniffer.Counter;
import io.wirepath.sniffer.CounterSet;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The payload of a sniffer's document: the sniffer and how its capture fared. Counters carry their sentence, so that a
 * store shows the counters of the program that wrote it.
 *
 * <pre>
 *  u16 number   text name   text source   i64 frames   i64 first frame   i64 last frame
 *  u8 damaged   [ i64 frame number   i64 offset   text reason ]
 *  u16 counters × [ text name   u8 kind (ordinal of Counter.Kind)   text sentence   i64 value ]
 * </pre>
 */
final class SnifferCodec {

    private static final Counter.Kind[] KINDS = Counter.Kind.values();

    private SnifferCodec() {}

    static ByteBuffer encode(ByteBuffer buffer, SnifferRecord sniffer) {
        StoreDocument.begin(buffer, StoreDocument.SNIFFER).putShort((short) sniffer.number());
        putText(buffer, sniffer.name());
        putText(buffer, sniffer.source());
        buffer.putLong(sniffer.frames()).putLong(sniffer.firstNanos()).putLong(sniffer.lastNanos());
        buffer.put((byte) (sniffer.damage().isPresent() ? 1 : 0));
        sniffer.damage().ifPresent(damage -> {
            buffer.putLong(damage.frameNumber()).putLong(damage.offset());
            putText(buffer, damage.reason());
        });
        putCounters(buffer, sniffer.counters());
        return StoreDocument.seal(buffer);
    }

    static void putCounters(ByteBuffer buffer, List<CounterSet.Value> counters) {
        buffer.putShort((short) counters.size());
        for (CounterSet.Value value : counters) {
            putText(buffer, value.counter().name());
            buffer.put((byte) value.counter().kind().ordinal());
            putText(buffer, value.counter().sentence());
            buffer.putLong(value.value());
        }
    }

    static List<CounterSet.Value> takeCounters(ByteBuffer from) {
        int size = from.getShort() & 0xffff;
        List<CounterSet.Value> counters = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            counters.add(counter(from));
        }
        return List.copyOf(counters);
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
        return new SnifferRecord(number, name, source, frames, firstNanos, lastNanos, damage, takeCounters(from));
    }

    private static CaptureDamage damage(ByteBuffer from, String source) {
        long frameNumber = from.getLong();
        long offset = from.getLong();
        return new CaptureDamage(source, frameNumber, offset, takeText(from));
    }

    private static CounterSet.Value counter(ByteBuffer from) {
        String name = takeText(from);
        Counter.Kind kind = KINDS[from.get()];
        String sentence = takeText(from);
        return new CounterSet.Value(new StoredCounter(name, sentence, kind), from.getLong());
    }

    /** A counter as the program that wrote the store described it. */
    private record StoredCounter(String name, String sentence, Counter.Kind kind) implements Counter {}
}
