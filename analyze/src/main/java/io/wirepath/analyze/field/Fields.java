package io.wirepath.analyze.field;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What is said of a kind of thing, in order. Declared once, as a constant, by a chain of calls; then only read.
 *
 * <p>An output that orders, names or chooses older fields in a way of its own has a {@link #layout}; what is declared
 * after {@link #everywhere} stands at the end of every output, without another line anywhere.
 */
public final class Fields<T> {

    private final String name;
    private final String sentence;
    private final List<Field<T>> declared = new ArrayList<>();
    private final Map<Family, List<Field<T>>> layouts = new EnumMap<>(Family.class);

    /** The fields of each output once they were asked for; null until then, and as long as more are declared. */
    private List<@Nullable List<Field<T>>> told = nothingTold();

    private boolean everywhere;
    private Predicate<T> empty = row -> false;

    private Fields(String name, String sentence) {
        this.name = name;
        this.sentence = sentence;
    }

    /**
     * No fields yet.
     *
     * @param name of the kind, as the page's types call it: {@code RequestCall}
     */
    public static <T> Fields<T> of(String name, String sentence) {
        return new Fields<>(name, sentence);
    }

    /** Name of the kind of thing. */
    public String name() {
        return name;
    }

    /** What the kind of thing is. */
    public String sentence() {
        return sentence;
    }

    /** A text. */
    public Fields<T> text(String field, String tells, Function<? super T, ? extends @Nullable Object> of) {
        return add(field, ValueType.TEXT, false, tells, row -> {
            Object value = of.apply(row);
            return value instanceof Enum<?> constant ? constant.name().toLowerCase(Locale.ROOT) : value;
        });
    }

    /** Yes or no. */
    public Fields<T> truth(String field, String tells, Predicate<? super T> of) {
        return add(field, ValueType.BOOLEAN, false, tells, of::test);
    }

    /** A whole number. */
    public Fields<T> count(String field, String tells, ToLongFunction<? super T> of) {
        return whole(field, ValueType.NUMBER, tells, of);
    }

    /** A ratio, a probability, an expectation. */
    public Fields<T> number(String field, String tells, ToDoubleFunction<? super T> of) {
        return fraction(field, ValueType.NUMBER, tells, of);
    }

    /** A stretch of time, whole nanoseconds. */
    public Fields<T> duration(String field, String tells, ToLongFunction<? super T> of) {
        return whole(field, ValueType.DURATION, tells, of);
    }

    /** A mean of stretches of time, nanoseconds. */
    public Fields<T> meanDuration(String field, String tells, ToDoubleFunction<? super T> of) {
        return fraction(field, ValueType.DURATION, tells, of);
    }

    /** A size. */
    public Fields<T> bytes(String field, String tells, ToLongFunction<? super T> of) {
        return whole(field, ValueType.BYTES, tells, of);
    }

    /** A moment, nanoseconds since the epoch. */
    public Fields<T> time(String field, String tells, ToLongFunction<? super T> of) {
        return whole(field, ValueType.TIME, tells, of);
    }

    /** A list of texts. */
    public Fields<T> texts(String field, String tells, Function<? super T, ? extends @Nullable Iterable<String>> of) {
        return add(new Field<>(field, ValueType.TEXT, new Field.Shape(true, false, null), tells, of::apply));
    }

    /** A list of lists of numbers. */
    public Fields<T> lists(String field, ValueType type, String tells, Function<? super T, ? extends Iterable<?>> of) {
        return add(new Field<>(field, type, new Field.Shape(true, false, false, true, null), tells, of::apply));
    }

    /** A list of numbers; an element that is not known is null. */
    public Fields<T> numbers(
            String field, ValueType type, String tells, Function<? super T, ? extends @Nullable Iterable<?>> of) {
        return add(new Field<>(field, type, new Field.Shape(true, false, null), tells, of::apply));
    }

    /** An object. */
    public <U> Fields<T> object(
            String field, Fields<U> parts, String tells, Function<? super T, ? extends @Nullable U> of) {
        return add(new Field<>(field, ValueType.TEXT, new Field.Shape(false, false, parts), tells, of::apply));
    }

    /** A list of objects. */
    public <U> Fields<T> objects(
            String field, Fields<U> parts, String tells, Function<? super T, ? extends Iterable<? extends U>> of) {
        return add(new Field<>(field, ValueType.TEXT, new Field.Shape(true, false, parts), tells, of::apply));
    }

    /** What is made elsewhere, as a whole; the parts only say what it holds. */
    public Fields<T> document(
            String field, @Nullable Fields<?> parts, String tells, Function<? super T, ? extends @Nullable Object> of) {
        return add(new Field<>(
                field, ValueType.TEXT, new Field.Shape(false, false, true, false, parts), tells, of::apply));
    }

    /** A list of such. */
    public Fields<T> documents(
            String field, @Nullable Fields<?> parts, String tells, Function<? super T, ? extends @Nullable Object> of) {
        return add(
                new Field<>(field, ValueType.TEXT, new Field.Shape(true, false, true, false, parts), tells, of::apply));
    }

    /** A list of things of this kind. */
    public Fields<T> tree(String field, String tells, Function<? super T, ? extends Iterable<? extends T>> of) {
        return objects(field, this, tells, of);
    }

    /** All that is said of what a row leads to, which may be nothing. */
    public <U> Fields<T> all(Fields<U> of, Function<? super T, ? extends @Nullable U> to) {
        of.declared.forEach(field -> add(field.behind(to)));
        return this;
    }

    /** What was declared last is null in JSON where it is not known. */
    public Fields<T> orNull() {
        return last(Field.Presence.NULL);
    }

    /** What was declared last is left out of JSON where it is not known. */
    public Fields<T> ifKnown() {
        return last(Field.Presence.KNOWN);
    }

    /** What was declared last is left out of JSON where it is not known, zero, false or empty. */
    public Fields<T> orAbsent() {
        return last(Field.Presence.ABSENT);
    }

    /** Tables leave the columns of such a one empty: nothing was summed up. */
    public Fields<T> emptyWhere(Predicate<T> is) {
        empty = is;
        return this;
    }

    /**
     * Which of the fields so far an output has, and in what order: {@code name}, {@code column=name}, or
     * {@code column=name.part} of an object, apart by blanks.
     */
    public Fields<T> layout(Family family, String... columns) {
        List<Field<T>> chosen = new ArrayList<>();
        for (String column : String.join(" ", columns).split(" ", -1)) {
            int is = column.indexOf('=');
            String path = column.substring(is + 1);
            Field<T> field = at(path);
            chosen.add(is < 0 ? field : field.called(column.substring(0, is)));
        }
        told = nothingTold();
        layouts.put(family, chosen);
        return this;
    }

    /** What is declared from here on stands in every output, behind the rest. */
    public Fields<T> everywhere() {
        everywhere = true;
        return this;
    }

    /** This kind and all that its fields in an output hold, by name. */
    public Map<String, Fields<?>> kinds(Family family) {
        Map<String, Fields<?>> kinds = new TreeMap<>();
        collect(family, kinds);
        return kinds;
    }

    private void collect(Family family, Map<String, Fields<?>> to) {
        if (to.putIfAbsent(name, this) == null) {
            for (Field<T> field : of(family)) {
                Fields<?> parts = field.parts();
                if (parts != null) {
                    parts.collect(family, to);
                }
            }
        }
    }

    /** The fields of an output, in order. */
    public List<Field<T>> of(Family family) {
        List<Field<T>> known = told.get(family.ordinal());
        if (known != null) {
            return known;
        }
        List<Field<T>> all = new ArrayList<>(layouts.getOrDefault(family, declared));
        if (layouts.containsKey(family)) {
            declared.stream().filter(Field::isEverywhere).forEach(all::add);
        }
        List<Field<T>> fields = List.copyOf(all);
        told.set(family.ordinal(), fields);
        return fields;
    }

    private Field<T> at(String path) {
        int dot = path.indexOf('.');
        String first = dot < 0 ? path : path.substring(0, dot);
        for (Field<T> field : declared) {
            if (field.name().equals(first)) {
                return dot < 0 ? field : part(field, field.parts(), path.substring(dot + 1));
            }
        }
        throw new IllegalArgumentException(name + " has no field " + path);
    }

    @SuppressWarnings("unchecked")
    private static <T, U> Field<T> part(Field<T> field, @Nullable Fields<U> parts, String path) {
        if (parts == null) {
            throw new IllegalArgumentException(field.name() + " has no parts");
        }
        return parts.at(path).behind(row -> {
            U value = (U) field.value(row);
            return value == null || parts.empty.test(value) ? null : value;
        });
    }

    private Fields<T> last(Field.Presence presence) {
        told = nothingTold();
        declared.add(declared.remove(declared.size() - 1).with(presence));
        return this;
    }

    private static <T> List<@Nullable List<Field<T>>> nothingTold() {
        return Arrays.asList(null, null, null);
    }

    private Fields<T> add(Field<T> field) {
        told = nothingTold();
        declared.add(everywhere ? field.everywhere() : field);
        return this;
    }

    private Fields<T> add(String field, ValueType type, boolean whole, String tells, Field.Reader<T> reader) {
        return add(new Field<>(field, type, new Field.Shape(false, whole, null), tells, reader));
    }

    private Fields<T> whole(String field, ValueType type, String tells, ToLongFunction<? super T> of) {
        return add(field, type, true, tells, new Field.Reader<>() {
            @Override
            public @Nullable Object value(T row) {
                long value = whole(row);
                return value == Field.UNKNOWN ? null : value;
            }

            @Override
            public double number(T row) {
                long value = whole(row);
                return value == Field.UNKNOWN ? Double.NaN : value;
            }

            @Override
            public long whole(T row) {
                return of.applyAsLong(row);
            }
        });
    }

    private Fields<T> fraction(String field, ValueType type, String tells, ToDoubleFunction<? super T> of) {
        return add(field, type, false, tells, new Field.Reader<>() {
            @Override
            public @Nullable Object value(T row) {
                double value = number(row);
                return Double.isNaN(value) ? null : value;
            }

            @Override
            public double number(T row) {
                return of.applyAsDouble(row);
            }
        });
    }
}
