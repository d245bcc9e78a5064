package io.wirepath.merge.log;

import static io.wirepath.merge.log.LogDocument.putText;
import static io.wirepath.merge.log.LogDocument.takeText;

import io.wirepath.sniffer.Counter;
import io.wirepath.sniffer.CounterSet;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A list of counters inside a document. Each carries its sentence, so that a log shows the counters of the program that
 * wrote it.
 *
 * <pre>
 *  u16 counters × [ text name   u8 kind (ordinal of Counter.Kind)   text sentence   i64 value ]
 * </pre>
 */
public final class CounterCodec {

    static final Counter.Kind[] KINDS = Counter.Kind.values();

    private CounterCodec() {}

    /** Puts the counters at the buffer's position. */
    public static void put(ByteBuffer to, List<CounterSet.Value> counters) {
        to.putShort((short) counters.size());
        for (CounterSet.Value value : counters) {
            putText(to, value.counter().name());
            to.put((byte) value.counter().kind().ordinal());
            putText(to, value.counter().sentence());
            to.putLong(value.value());
        }
    }

    /** Takes the counters at the buffer's position. */
    public static List<CounterSet.Value> take(ByteBuffer from) {
        int size = from.getShort() & 0xffff;
        List<CounterSet.Value> counters = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            counters.add(counter(from));
        }
        return List.copyOf(counters);
    }

    private static CounterSet.Value counter(ByteBuffer from) {
        String name = takeText(from);
        Counter.Kind kind = KINDS[from.get()];
        Counter.Meaning meaning = new Counter.Meaning(kind, takeText(from));
        return new CounterSet.Value(new StoredCounter(name, meaning), from.getLong());
    }

    /** A counter as the program that wrote the log described it. */
    private record StoredCounter(String name, Meaning meaning) implements Counter {}
}
