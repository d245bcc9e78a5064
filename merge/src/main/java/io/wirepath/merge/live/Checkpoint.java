package io.wirepath.merge.live;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.agrona.collections.LongHashSet;

/**
 * What a live merge has consumed of each source, so that after a kill it goes on with each message exactly once.
 *
 * <p>A source is one incarnation of a sniffer's spool. Below {@code next} everything is consumed except the open numbers;
 * from {@code next} on nothing is, except the numbers marked since.
 *
 * <pre>
 *    0  u32  magic "WPCK"          4  u16  version 1          6  u16  sniffers
 *    8  sniffers, by number:  u16 length, UTF-8 name
 *       u16  sources, by number:
 *            u16 sniffer   16B incarnation   i64 replay from   i64 next
 *            u32 count, i64 each: open below next      u32 count, i64 each: consumed from next on
 * </pre>
 *
 * little-endian; numbers in ascending order. Not thread-safe.
 */
public final class Checkpoint {

    private static final int MAGIC = 0x4b435057;
    private static final int VERSION = 1;

    private final List<String> sniffers;
    private final List<Source> sources;

    /**
     * One incarnation of a sniffer's spool.
     *
     * @param sniffer number of the sniffer
     * @param incarnation of the spool
     * @param replayFrom the number from which it is to be read again: before the first open one, for context
     * @param next lowest number that was never offered
     * @param open below {@code next}, not consumed
     * @param beyond from {@code next} on, consumed
     */
    record Source(int sniffer, UUID incarnation, long replayFrom, long next, LongHashSet open, LongHashSet beyond) {

        boolean isConsumed(long number) {
            return number < next ? !open.contains(number) : beyond.contains(number);
        }

        void mark(long number) {
            if (number < next) {
                open.remove(number);
            } else {
                beyond.add(number);
            }
        }
    }

    Checkpoint(List<String> sniffers, List<Source> sources) {
        this.sniffers = sniffers;
        this.sources = sources;
    }

    /** Nothing was ever consumed. */
    public static Checkpoint empty() {
        return new Checkpoint(List.of(), List.of());
    }

    /** Names of the sniffers, by number. */
    public List<String> sniffers() {
        return List.copyOf(sniffers);
    }

    List<Source> sources() {
        return sources;
    }

    /**
     * Says that a message was kept after this checkpoint was made, that consumed this sighting.
     *
     * @param source as {@link Consumed#source} gave it
     * @param number as {@link Consumed#number} gave it
     * @throws IllegalArgumentException when this checkpoint does not know the source
     */
    public void mark(int source, long number) {
        if (source >= sources.size()) {
            throw new IllegalArgumentException("source " + source + " of " + sources.size());
        }
        sources.get(source).mark(number);
    }

    /** Whether the sighting was consumed. */
    public boolean isConsumed(int source, long number) {
        return sources.get(source).isConsumed(number);
    }

    /** This checkpoint in bytes. */
    public byte[] encode() {
        List<byte[]> names = sniffers.stream()
                .map(name -> name.getBytes(StandardCharsets.UTF_8))
                .toList();
        int length = 8 + Short.BYTES;
        for (byte[] name : names) {
            length += Short.BYTES + name.length;
        }
        for (Source source : sources) {
            length += Short.BYTES + 4 * Long.BYTES + 2 * Integer.BYTES;
            length += Long.BYTES * (source.open.size() + source.beyond.size());
        }
        ByteBuffer to = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        to.putInt(MAGIC).putShort((short) VERSION).putShort((short) names.size());
        names.forEach(name -> to.putShort((short) name.length).put(name));
        to.putShort((short) sources.size());
        for (Source source : sources) {
            to.putShort((short) source.sniffer);
            to.putLong(source.incarnation.getMostSignificantBits());
            to.putLong(source.incarnation.getLeastSignificantBits());
            to.putLong(source.replayFrom).putLong(source.next);
            put(to, source.open);
            put(to, source.beyond);
        }
        return to.array();
    }

    private static void put(ByteBuffer to, LongHashSet numbers) {
        long[] sorted = numbers.stream().mapToLong(Long::longValue).toArray();
        Arrays.sort(sorted);
        to.putInt(sorted.length);
        for (long number : sorted) {
            to.putLong(number);
        }
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @throws IllegalArgumentException when the bytes are no checkpoint, or one of another version, or cut
     */
    public static Checkpoint decode(byte[] bytes) {
        ByteBuffer from = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        try {
            if (from.getInt() != MAGIC) {
                throw new IllegalArgumentException("these bytes are no checkpoint of a merge");
            }
            int version = from.getShort();
            if (version != VERSION) {
                throw new IllegalArgumentException("checkpoint version " + version + ", not " + VERSION);
            }
            List<String> sniffers = new ArrayList<>();
            for (int left = from.getShort() & 0xffff; left > 0; left--) {
                byte[] name = new byte[from.getShort() & 0xffff];
                from.get(name);
                sniffers.add(new String(name, StandardCharsets.UTF_8));
            }
            List<Source> sources = new ArrayList<>();
            for (int left = from.getShort() & 0xffff; left > 0; left--) {
                sources.add(source(from));
            }
            return new Checkpoint(sniffers, sources);
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("the checkpoint was cut", e);
        }
    }

    private static Source source(ByteBuffer from) {
        int sniffer = from.getShort() & 0xffff;
        UUID incarnation = new UUID(from.getLong(), from.getLong());
        return new Source(sniffer, incarnation, from.getLong(), from.getLong(), take(from), take(from));
    }

    private static LongHashSet take(ByteBuffer from) {
        int size = from.getInt();
        if (size < 0 || size > from.remaining() / Long.BYTES) {
            throw new BufferUnderflowException();
        }
        LongHashSet numbers = new LongHashSet();
        for (int i = 0; i < size; i++) {
            numbers.add(from.getLong());
        }
        return numbers;
    }
}
