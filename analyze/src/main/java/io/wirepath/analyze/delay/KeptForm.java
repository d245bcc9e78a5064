package io.wirepath.analyze.delay;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * The form in which sums are kept. The same calls in the same order write it and read it, so each thing says its form
 * once: it gives the value it has and takes the one that stands there.
 *
 * <pre>
 *  whole   zigzag, 7 bits a byte, the lowest first, the top bit set in all but the last
 *  number  f64, big-endian · truth, constant: a whole
 *  text    whole, its place among the texts so far; of a new one, whose place is the next, whole length, UTF-8
 * </pre>
 *
 * <p>Reading throws {@link IllegalArgumentException} or {@link IndexOutOfBoundsException} where bytes are damaged. Not
 * thread-safe.
 */
public final class KeptForm {

    private static final int WHOLE_BYTES = 10;

    private static final byte[] NONE = {};

    private final boolean isRead;

    /** The texts so far, and where each stands among them. */
    private final List<String> texts = new ArrayList<>();

    private final Map<String, Integer> places = new HashMap<>();
    private ByteBuffer bytes;

    private KeptForm(boolean isRead, ByteBuffer bytes) {
        this.isRead = isRead;
        this.bytes = bytes;
    }

    /** Nothing is written yet. */
    public static KeptForm written() {
        return new KeptForm(false, ByteBuffer.allocate(1 << 10));
    }

    /** Reads these bytes from the first on. */
    public static KeptForm of(byte[] bytes) {
        return new KeptForm(true, ByteBuffer.wrap(bytes));
    }

    /** Whether what stands there is read. */
    public boolean isRead() {
        return isRead;
    }

    /** What was written. */
    public byte[] bytes() {
        byte[] written = new byte[bytes.position()];
        bytes.duplicate().flip().get(written);
        return written;
    }

    /** A whole number. */
    public long whole(long value) {
        if (isRead) {
            return wholeRead();
        }
        room(WHOLE_BYTES);
        long left = value << 1 ^ value >> Long.SIZE - 1;
        for (; (left & ~0x7f) != 0; left >>>= 7) {
            bytes.put((byte) (left | 0x80));
        }
        bytes.put((byte) left);
        return value;
    }

    private long wholeRead() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte next = get();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value >>> 1 ^ -(value & 1);
            }
        }
        throw new IllegalArgumentException("a number of too many bytes");
    }

    private byte get() {
        if (!bytes.hasRemaining()) {
            throw new IllegalArgumentException("cut off");
        }
        return bytes.get();
    }

    /** How many follow, each in at least a byte. */
    public int size(int value) {
        return limited(value, isRead ? bytes.remaining() : value);
    }

    /** A whole number from 0 to the limit. */
    public int limited(int value, int limit) {
        long size = whole(value);
        if (size < 0 || size > limit) {
            throw new IllegalArgumentException("not within 0 to " + limit + ": " + size);
        }
        return (int) size;
    }

    /** Any number. */
    public double number(double value) {
        if (!isRead) {
            room(Double.BYTES);
            bytes.putDouble(value);
            return value;
        }
        if (bytes.remaining() < Double.BYTES) {
            throw new IllegalArgumentException("cut off");
        }
        return bytes.getDouble();
    }

    /** Yes or no. */
    public boolean truth(boolean value) {
        return limited(value ? 1 : 0, 1) == 1;
    }

    /** A constant of an enumeration; one of these. */
    public <E extends Enum<E>> E constant(E value, E[] all) {
        return all[limited(value.ordinal(), all.length - 1)];
    }

    /** A text; the same one again is the same object. */
    public String text(String value) {
        int place = limited(isRead ? 0 : places.getOrDefault(value, places.size()), texts.size());
        if (place < texts.size()) {
            return texts.get(place);
        }
        byte[] plain = isRead ? NONE : value.getBytes(StandardCharsets.UTF_8);
        int length = size(plain.length);
        room(isRead ? 0 : length);
        String text = value;
        if (isRead) {
            byte[] read = new byte[length];
            bytes.get(read);
            text = new String(read, StandardCharsets.UTF_8);
        } else {
            bytes.put(plain);
            places.put(value, place);
        }
        texts.add(text);
        return text;
    }

    /** Numbers. */
    public double[] numbers(double[] own) {
        double[] kept = new double[size(own.length)];
        Arrays.setAll(kept, i -> number(isRead ? 0 : own[i]));
        return kept;
    }

    /**
     * A list.
     *
     * @param nothing what one is read into
     */
    public <T> List<T> list(List<T> own, Supplier<T> nothing, BiFunction<T, KeptForm, T> keep) {
        List<T> kept = new ArrayList<>();
        for (int i = 0, size = size(own.size()); i < size; i++) {
            kept.add(keep.apply(isRead ? nothing.get() : own.get(i), this));
        }
        return kept;
    }

    private void room(int more) {
        if (bytes.remaining() < more) {
            ByteBuffer wider = ByteBuffer.allocate(2 * bytes.capacity() + more);
            bytes = wider.put(bytes.flip());
        }
    }
}
