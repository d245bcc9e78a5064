package io.wirepath.analyze.field;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One thing that is said of each T: a name, a type that implies the unit, a sentence for people, and the value. */
public final class Field<T> {

    /** A whole number or a moment that is not known. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    /** How a value stands in an object of JSON. */
    public enum Presence {
        /** It is always known. */
        ALWAYS,
        /** It is null where it is not known. */
        NULL,
        /** It is left out where it is not known. */
        KNOWN,
        /** It is left out where it is unknown, zero, false or empty. */
        ABSENT
    }

    private final String name;
    private final @Nullable String alias;
    private final ValueType type;
    private final Shape shape;
    private final String sentence;
    private final Reader<? super T> reader;
    private final Presence presence;
    private final boolean isEverywhere;

    /** What each output calls it, once it was asked; the same whoever finds it. */
    private final @Nullable String[] names = new @Nullable String[Family.values().length];

    /** Whether it is one value or a list of them, whether numbers are whole, and the fields of what is an object. */
    record Shape(
            boolean isList,
            boolean isWhole,
            boolean isDocument,
            boolean isOfLists,
            @Nullable Fields<?> parts) {

        Shape(boolean isList, boolean isWhole, @Nullable Fields<?> parts) {
            this(isList, isWhole, false, false, parts);
        }
    }

    /** Gets the value of a T. */
    interface Reader<T> {

        /** The value; null where it is not known. */
        @Nullable
        Object value(T row);

        /** A quantity; NaN where it is not known. */
        default double number(T row) {
            return value(row) instanceof Number number ? number.doubleValue() : Double.NaN;
        }

        /** A whole number; {@link #UNKNOWN} where it is not known. */
        default long whole(T row) {
            return value(row) instanceof Number number ? number.longValue() : UNKNOWN;
        }

        /** Whether there is anything that could have the value. */
        default boolean isThere(T row) {
            return true;
        }

        /** The same of what a row leads to; where it leads to nothing there is no value. */
        default <S> Reader<S> behind(Function<? super S, ? extends @Nullable T> to) {
            Reader<T> of = this;
            return new Reader<>() {
                @Override
                public @Nullable Object value(S row) {
                    T target = to.apply(row);
                    return target == null ? null : of.value(target);
                }

                @Override
                public double number(S row) {
                    T target = to.apply(row);
                    return target == null ? Double.NaN : of.number(target);
                }

                @Override
                public long whole(S row) {
                    T target = to.apply(row);
                    return target == null ? UNKNOWN : of.whole(target);
                }

                @Override
                public boolean isThere(S row) {
                    T target = to.apply(row);
                    return target != null && of.isThere(target);
                }
            };
        }
    }

    Field(String name, ValueType type, Shape shape, String sentence, Reader<? super T> reader) {
        this(name, null, type, shape, sentence, reader, Presence.ALWAYS, false);
    }

    private Field(
            String name,
            @Nullable String alias,
            ValueType type,
            Shape shape,
            String sentence,
            Reader<? super T> reader,
            Presence presence,
            boolean isEverywhere) {
        this.name = name;
        this.alias = alias;
        this.type = type;
        this.shape = shape;
        this.sentence = sentence;
        this.reader = reader;
        this.presence = presence;
        this.isEverywhere = isEverywhere;
    }

    Field<T> called(@Nullable String other) {
        return new Field<>(name, other, type, shape, sentence, reader, presence, isEverywhere);
    }

    Field<T> with(Presence other) {
        return new Field<>(name, alias, type, shape, sentence, reader, other, isEverywhere);
    }

    Field<T> everywhere() {
        return new Field<>(name, alias, type, shape, sentence, reader, presence, true);
    }

    /** The same of what an S leads to. */
    <S> Field<S> behind(Function<? super S, ? extends @Nullable T> to) {
        @SuppressWarnings("unchecked")
        Reader<T> of = (Reader<T>) reader;
        return new Field<>(name, alias, type, shape, sentence, of.behind(to), presence, isEverywhere);
    }

    /** The name, without a unit. */
    public String name() {
        return name;
    }

    /** What an output calls it. */
    public String name(Family family) {
        String known = names[family.ordinal()];
        if (known == null) {
            known = alias != null ? alias : family.called(name, type);
            names[family.ordinal()] = known;
        }
        return known;
    }

    public ValueType type() {
        return type;
    }

    /** What it tells, for people. */
    public String sentence() {
        return sentence;
    }

    /** How it stands in JSON. */
    public Presence presence() {
        return presence;
    }

    /** Whether it is a list. */
    public boolean isList() {
        return shape.isList;
    }

    /** Whether it is a list of lists of numbers. */
    public boolean isOfLists() {
        return shape.isOfLists;
    }

    /** Whether its numbers are whole. */
    public boolean isWhole() {
        return shape.isWhole;
    }

    /** Whether it is made elsewhere, as a whole. */
    public boolean isDocument() {
        return shape.isDocument;
    }

    /** The fields of the value, or of each element; null where that is no object. */
    public @Nullable Fields<?> parts() {
        return shape.parts;
    }

    /** Whether it joined later, and so stands in every output. */
    public boolean isEverywhere() {
        return isEverywhere;
    }

    /** The value: a text, a Boolean, a Long, a Double, a list, or what has {@link #parts}; null if unknown. */
    public @Nullable Object value(T row) {
        return reader.value(row);
    }

    /** A quantity; NaN where it is not known. */
    public double number(T row) {
        return reader.number(row);
    }

    /** A whole number or a moment; {@link #UNKNOWN} where it is not known. */
    public long whole(T row) {
        return reader.whole(row);
    }

    /** Whether the row has what the field belongs to. */
    public boolean isThere(T row) {
        return reader.isThere(row);
    }
}
