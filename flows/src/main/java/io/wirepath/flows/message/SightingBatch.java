package io.wirepath.flows.message;

import io.wirepath.flows.Connection;
import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.OuterLayers;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SightingSink;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.flows.SiteId;
import io.wirepath.flows.names.NameSink;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The sightings and names that one shard found in one block of frames, each with its trigger: the number of the frame
 * during whose processing it was completed (for timers the last frame of the block).
 *
 * <pre>
 *  pipeline: reset(), then for each packet trigger(frame), shard.onPacket(…);  trigger(last frame), shard.onBlockEnd(…)
 *  collector: for i &lt; count(): triggerFrame(i), wrap(i, sighting);  for i &lt; nameCount(): …
 * </pre>
 *
 * Triggers never decrease if the pipeline's do not. Grows to the largest block and keeps that size. Used by one thread
 * at a time.
 */
public final class SightingBatch implements NameSink {

    private static final int INITIAL_RECORDS = 64;

    private ByteBuffer records = little(INITIAL_RECORDS * SightingCodec.LENGTH);
    private long[] triggers = new long[INITIAL_RECORDS];
    private int count;
    private long trigger;
    private long generation;

    private ByteBuffer ends = little(SightingCodec.LENGTH);
    private int endCount;

    /** What sightings ask for or say; as long as the last that does. */
    private @Nullable String[] operations = new String[0];

    private int operationsEnd;

    /** Identifiers that sightings carry; as long as the last that does. */
    private @Nullable SiteId[] ids = new SiteId[0];

    private int idsEnd;
    private final OuterEvents outer = new OuterEvents();

    private ByteBuffer names = ByteBuffer.allocate(1024);
    private NameEvent[] nameEvents = new NameEvent[0];
    private int nameCount;

    /** Empties the batch for the next block. */
    public void reset() {
        count = 0;
        nameCount = 0;
        endCount = 0;
        names.clear();
        outer.reset();
        Arrays.fill(operations, 0, operationsEnd, null);
        operationsEnd = 0;
        Arrays.fill(ids, 0, idsEnd, null);
        idsEnd = 0;
        generation++;
    }

    /** Says which frame is being processed from now on. */
    public void trigger(long frameNumber) {
        trigger = frameNumber;
    }

    /** Number of sightings. */
    public int count() {
        return count;
    }

    /** Number of the frame that completed sighting {@code i}. */
    public long triggerFrame(int i) {
        return triggers[i];
    }

    /** Points the flyweight at sighting {@code i}; valid until the next {@link #reset()} or write. */
    public Sighting wrap(int i, Sighting sighting) {
        return sighting.wrap(records, i * SightingCodec.LENGTH);
    }

    /** What sighting {@code i} asks for or says; null where that is not known or not wanted. */
    public @Nullable String operation(int i) {
        return i < operationsEnd ? operations[i] : null;
    }

    /** Notes what a sighting asks for or says. */
    void operation(int i, String text) {
        if (i >= operations.length) {
            operations = Arrays.copyOf(operations, 2 * (i + 1));
        }
        operations[i] = text;
        operationsEnd = Math.max(operationsEnd, i + 1);
    }

    /** The identifiers that sighting {@code i} carries; null where it does not, or nobody wants to know. */
    public @Nullable SiteId id(int i) {
        return i < idsEnd ? ids[i] : null;
    }

    /** Notes the identifiers that a sighting carries. */
    void id(int i, SiteId id) {
        if (i >= ids.length) {
            ids = Arrays.copyOf(ids, 2 * (i + 1));
        }
        ids[i] = id;
        idsEnd = Math.max(idsEnd, i + 1);
    }

    /** Number of connections that ended. */
    public int endCount() {
        return endCount;
    }

    /** Points the flyweight at the end of connection {@code i}; valid until the next {@link #reset()} or write. */
    public ConnectionEnd wrapEnd(int i, ConnectionEnd end) {
        return end.wrap(ends, i * SightingCodec.LENGTH);
    }

    /** Notes the layers around a direction of a connection. */
    void onOuterLayers(Connection connection, int direction, OuterLayers layers) {
        outer.add(connection, direction, layers);
    }

    /** Tells the sink the layers around the connections that were first seen. */
    public void tellOuterLayers(SightingSink sink) {
        outer.tell(sink);
    }

    /** Adds a record of zeros for the end of a connection and returns its offset in {@link #ends}. */
    int appendEnd() {
        int at = endCount++ * SightingCodec.LENGTH;
        if (at == ends.capacity()) {
            ends = larger(ends);
        }
        for (int i = 0; i < SightingCodec.LENGTH; i += Long.BYTES) {
            ends.putLong(at + i, 0);
        }
        return at;
    }

    /** The buffer with the ends of connections. */
    ByteBuffer ends() {
        return ends;
    }

    /** When the last byte of sighting {@code i} passed. */
    public long lastByteNanos(int i) {
        return records.getLong(i * SightingCodec.LENGTH + SightingCodec.LAST_BYTE_AT);
    }

    /** Number of names. */
    public int nameCount() {
        return nameCount;
    }

    /** Upper 64 bits of the address of name {@code i}. */
    public long nameAddressHigh(int i) {
        return nameEvents[i].addressHigh;
    }

    /** Lower 64 bits of the address of name {@code i}. */
    public long nameAddressLow(int i) {
        return nameEvents[i].addressLow;
    }

    /** Where name {@code i} comes from. */
    public NameOrigin nameOrigin(int i) {
        return nameEvents[i].origin;
    }

    /** The text of name {@code i}. */
    public String name(int i) {
        NameEvent event = nameEvents[i];
        return new String(names.array(), event.offset, event.length, StandardCharsets.ISO_8859_1);
    }

    @Override
    public void onName(long addressHigh, long addressLow, ByteBuffer bytes, int offset, int length, NameOrigin origin) {
        if (nameCount == nameEvents.length) {
            growNames();
        }
        if (names.remaining() < length) {
            names = ByteBuffer.allocate(2 * (names.capacity() + length)).put(names.flip());
        }
        NameEvent event = nameEvents[nameCount++];
        event.addressHigh = addressHigh;
        event.addressLow = addressLow;
        event.origin = origin;
        event.offset = names.position();
        event.length = length;
        for (int i = 0; i < length; i++) {
            names.put(bytes.get(offset + i));
        }
    }

    private void growNames() {
        int from = nameEvents.length;
        nameEvents = Arrays.copyOf(nameEvents, Math.max(16, 2 * from));
        for (int i = from; i < nameEvents.length; i++) {
            nameEvents[i] = new NameEvent();
        }
    }

    /** Adds a record with undefined content and returns its number; the writer fills all of it. */
    int append() {
        if (count == triggers.length) {
            triggers = Arrays.copyOf(triggers, 2 * count);
            records = larger(records);
        }
        triggers[count] = trigger;
        return count++;
    }

    /** The buffer with the records; record {@code i} begins at {@code i * SightingCodec.LENGTH}. */
    ByteBuffer records() {
        return records;
    }

    /** Changes with each {@link #reset()}, so that a remembered record number is known to be stale. */
    long generation() {
        return generation;
    }

    private static ByteBuffer larger(ByteBuffer from) {
        return little(2 * from.capacity()).put(0, from, 0, from.capacity());
    }

    private static ByteBuffer little(int capacity) {
        return ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static final class NameEvent {
        long addressHigh;
        long addressLow;
        NameOrigin origin = NameOrigin.DNS_ANSWER;
        int offset;
        int length;
    }
}
