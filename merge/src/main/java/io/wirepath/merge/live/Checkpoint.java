package io.wirepath.merge.live;

import io.wirepath.merge.Consumed;
import java.io.ByteArrayOutputStream;
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
 * <p>A source is one incarnation of a sniffer's spool. Below {@code next} everything is consumed except the open
 * numbers; from {@code next} on nothing is, except the numbers marked since.
 *
 * <pre>
 *  u32 magic "WPCK"   u16 version 2
 *  v   sniffers, by number  × [ v length   UTF-8 name ]
 *  v   sources, by number   × [ v sniffer   16B incarnation   v replay from   v run   v next
 *                               v count × v difference: open below next      v count × v difference: consumed from next on ]
 *  i64 watermark: nothing that is complete before it in corrected time was still to come, but for late sightings
 *  clocks, see KeptClocks
 *
 *  fixed lengths little-endian;  v: seven bits a byte, the lowest first, the top bit says that more follow
 *  differences: to the number before, ascending
 * </pre>
 *
 * <p>Version 1 ended behind the sources, and is read still.
 *
 * Not thread-safe.
 */
public final class Checkpoint {

    private static final int MAGIC = 0x4b435057;
    private static final int VERSION = 2;
    private static final int VERSION_WITHOUT_CLOCKS = 1;

    private final List<String> sniffers;
    private final List<Source> sources;
    private long watermarkNanos;
    private final KeptClocks clocks;

    /**
     * One incarnation of a sniffer's spool.
     *
     * @param sniffer number of the sniffer
     * @param incarnation of the spool
     * @param replayFrom the number from which it is to be read again: before the first open one, for context
     * @param run number of the document with which the run began that holds {@code replayFrom}; 0 if none did
     * @param next from here on nothing is consumed but what was marked
     * @param open below {@code next} and not consumed unless marked, ascending
     * @param marked consumed besides
     */
    record Source(
            int sniffer, UUID incarnation, long replayFrom, long run, long next, long[] open, LongHashSet marked) {

        boolean isConsumed(long number) {
            boolean waits = number >= next || Arrays.binarySearch(open, number) >= 0;
            return !waits || marked.contains(number);
        }

        /** The open numbers above one, ascending. */
        long[] openAfter(long number) {
            return Arrays.stream(open)
                    .filter(waits -> waits > number && !marked.contains(waits))
                    .toArray();
        }

        /** The marked numbers from one on, ascending. */
        long[] markedFrom(long number) {
            return marked.stream()
                    .mapToLong(Long::longValue)
                    .filter(consumed -> consumed >= number)
                    .sorted()
                    .toArray();
        }

        static LongHashSet marks(long[] numbers) {
            LongHashSet marks = new LongHashSet();
            for (long number : numbers) {
                marks.add(number);
            }
            return marks;
        }
    }

    Checkpoint(List<String> sniffers, List<Source> sources, long watermarkNanos, KeptClocks clocks) {
        this.sniffers = sniffers;
        this.sources = sources;
        this.watermarkNanos = watermarkNanos;
        this.clocks = clocks;
    }

    /** Nothing was ever consumed. */
    public static Checkpoint empty() {
        return new Checkpoint(List.of(), List.of(), Long.MIN_VALUE, KeptClocks.NONE);
    }

    /** Names of the sniffers, by number. */
    public List<String> sniffers() {
        return List.copyOf(sniffers);
    }

    List<Source> sources() {
        return sources;
    }

    /** Corrected time up to which the merge had come; {@link Long#MIN_VALUE} before the first message. */
    long watermarkNanos() {
        return watermarkNanos;
    }

    KeptClocks clocks() {
        return clocks;
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
        sources.get(source).marked().add(number);
    }

    /**
     * Says that a message of this time was kept after this checkpoint was made.
     *
     * @param nanos corrected time of its last byte, or of its first where that is not known
     */
    public void reach(long nanos) {
        watermarkNanos = Math.max(watermarkNanos, nanos);
    }

    /** Whether the sighting was consumed. */
    public boolean isConsumed(int source, long number) {
        return sources.get(source).isConsumed(number);
    }

    /** This checkpoint in bytes. */
    public byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        putFixed(bytes, MAGIC, Integer.BYTES);
        putFixed(bytes, VERSION, Short.BYTES);
        putVarint(bytes, sniffers.size());
        for (String sniffer : sniffers) {
            byte[] name = sniffer.getBytes(StandardCharsets.UTF_8);
            putVarint(bytes, name.length);
            bytes.writeBytes(name);
        }
        putVarint(bytes, sources.size());
        for (Source source : sources) {
            putVarint(bytes, source.sniffer);
            putFixed(bytes, source.incarnation.getMostSignificantBits(), Long.BYTES);
            putFixed(bytes, source.incarnation.getLeastSignificantBits(), Long.BYTES);
            putVarint(bytes, source.replayFrom);
            putVarint(bytes, source.run);
            putVarint(bytes, source.next);
            putAscending(bytes, source.openAfter(Long.MIN_VALUE));
            putAscending(bytes, source.markedFrom(source.next));
        }
        putFixed(bytes, watermarkNanos, Long.BYTES);
        bytes.writeBytes(clocks.encode());
        return bytes.toByteArray();
    }

    private static void putFixed(ByteArrayOutputStream to, long value, int length) {
        for (int i = 0; i < length; i++) {
            to.write((int) (value >>> Byte.SIZE * i));
        }
    }

    private static void putVarint(ByteArrayOutputStream to, long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            to.write((int) rest | 0x80);
            rest >>>= 7;
        }
        to.write((int) rest);
    }

    private static void putAscending(ByteArrayOutputStream to, long[] numbers) {
        putVarint(to, numbers.length);
        long before = 0;
        for (long number : numbers) {
            putVarint(to, number - before);
            before = number;
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
                throw new IllegalArgumentException("these bytes are not a checkpoint of a merge");
            }
            int version = from.getShort();
            if (version != VERSION && version != VERSION_WITHOUT_CLOCKS) {
                throw new IllegalArgumentException("checkpoint version " + version + ", not " + VERSION);
            }
            List<String> sniffers = new ArrayList<>();
            for (int left = takeSize(from); left > 0; left--) {
                byte[] name = new byte[takeSize(from)];
                from.get(name);
                sniffers.add(new String(name, StandardCharsets.UTF_8));
            }
            List<Source> sources = new ArrayList<>();
            for (int left = takeSize(from); left > 0; left--) {
                sources.add(source(from, sniffers.size()));
            }
            return version == VERSION_WITHOUT_CLOCKS
                    ? new Checkpoint(sniffers, sources, Long.MIN_VALUE, KeptClocks.NONE)
                    : new Checkpoint(sniffers, sources, from.getLong(), KeptClocks.decode(from, sniffers.size()));
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("the checkpoint was cut", e);
        }
    }

    private static Source source(ByteBuffer from, int sniffers) {
        long sniffer = takeVarint(from);
        if (sniffer < 0 || sniffer >= sniffers) {
            throw new IllegalArgumentException("the checkpoint names sniffer " + sniffer + " of " + sniffers);
        }
        UUID incarnation = new UUID(from.getLong(), from.getLong());
        return new Source(
                (int) sniffer,
                incarnation,
                takeVarint(from),
                takeVarint(from),
                takeVarint(from),
                takeAscending(from),
                Source.marks(takeAscending(from)));
    }

    private static long takeVarint(ByteBuffer from) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte next = from.get();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("the checkpoint holds a number without an end");
    }

    /** A number of things, each of at least one byte. */
    private static int takeSize(ByteBuffer from) {
        long size = takeVarint(from);
        if (size < 0 || size > from.remaining()) {
            throw new BufferUnderflowException();
        }
        return (int) size;
    }

    private static long[] takeAscending(ByteBuffer from) {
        long[] numbers = new long[takeSize(from)];
        long before = 0;
        for (int i = 0; i < numbers.length; i++) {
            before += takeVarint(from);
            numbers[i] = before;
        }
        return numbers;
    }
}
