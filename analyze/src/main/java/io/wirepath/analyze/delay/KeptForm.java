package io.wirepath.analyze.delay;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

    private static final ClassValue<Parts> PARTS = new ClassValue<>() {
        @Override
        protected Parts computeValue(Class<?> type) {
            return Parts.of(type);
        }
    };

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
     * A record, component by component: numbers, truths, texts, constants, delays, lists and records of these.
     *
     * @param own null to read one
     */
    public <T extends Record> T record(Class<T> type, @Nullable T own) {
        Parts parts = PARTS.get(type);
        @Nullable Object[] values = new @Nullable Object[parts.types.length];
        try {
            if (Itself.class.isAssignableFrom(type)) {
                Itself kept = own == null ? (Itself) parts.made.newInstance(parts.emptyArrays()) : (Itself) own;
                return type.cast(kept.keep(this));
            }
            for (int i = 0; i < values.length; i++) {
                values[i] = value(parts.types[i], own == null ? null : parts.getters[i].invoke(own));
            }
            return type.cast(parts.made.newInstance(values));
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("no " + type.getSimpleName(), e);
        }
    }

    /** Records. */
    public <T extends Record> List<T> records(Class<T> type, List<T> own) {
        List<T> kept = new ArrayList<>();
        for (int i = 0, size = size(own.size()); i < size; i++) {
            kept.add(record(type, isRead ? null : own.get(i)));
        }
        return kept;
    }

    @SuppressWarnings("unchecked") // a list holds what its type says
    private Object value(Type type, @Nullable Object own) {
        if (type instanceof ParameterizedType list) {
            Class<Record> element = (Class<Record>) list.getActualTypeArguments()[0];
            return records(element, own == null ? List.of() : (List<Record>) own);
        }
        Class<?> of = (Class<?>) type;
        if (of == String.class) {
            return text(own == null ? "" : (String) own);
        }
        if (of == long.class) {
            return whole(own == null ? 0 : (Long) own);
        }
        if (of == int.class) {
            return (int) whole(own == null ? 0 : (Integer) own);
        }
        if (of == double.class) {
            return number(own == null ? 0 : (Double) own);
        }
        if (of == boolean.class) {
            return truth(own != null && (Boolean) own);
        }
        if (of == double[].class) {
            return numbers(own == null ? new double[0] : (double[]) own);
        }
        if (of.isEnum()) {
            Enum<?>[] all = (Enum<?>[]) of.getEnumConstants();
            return all[limited(own == null ? 0 : ((Enum<?>) own).ordinal(), all.length - 1)];
        }
        if (of == DelayDistribution.class) {
            return (own == null ? new DelayDistribution() : (DelayDistribution) own).keep(this);
        }
        return record((Class<Record>) of, (Record) own);
    }

    /** A record of arrays that has a form of its own. */
    public interface Itself {

        /** This one as it is kept, or the one that stands there. */
        Record keep(KeptForm form);
    }

    /** How a record is taken apart and made. */
    private record Parts(Type[] types, Method[] getters, Constructor<?> made) {

        static Parts of(Class<?> type) {
            RecordComponent[] parts = type.getRecordComponents();
            try {
                Constructor<?> made = type.getDeclaredConstructor(
                        Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new));
                made.setAccessible(true);
                Method[] getters =
                        Arrays.stream(parts).map(RecordComponent::getAccessor).toArray(Method[]::new);
                Arrays.stream(getters).forEach(getter -> getter.setAccessible(true));
                return new Parts(
                        Arrays.stream(parts)
                                .map(RecordComponent::getGenericType)
                                .toArray(Type[]::new),
                        getters,
                        made);
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException(e);
            }
        }

        Object[] emptyArrays() {
            return Arrays.stream(types)
                    .map(type -> Array.newInstance(((Class<?>) type).getComponentType(), 0))
                    .toArray();
        }
    }

    private void room(int more) {
        if (bytes.remaining() < more) {
            ByteBuffer wider = ByteBuffer.allocate(2 * bytes.capacity() + more);
            bytes = wider.put(bytes.flip());
        }
    }
}
