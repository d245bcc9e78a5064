package io.wirepath.analyze.query.event;

import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Field;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.field.ValueType;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A field of the events of a source.
 *
 * @param name its name
 * @param type what its values are
 * @param sentence what it tells, for people
 * @param column its values
 * @param isWhole whether they are known to be whole numbers
 */
public record EventField(String name, ValueType type, String sentence, EventColumn column, boolean isWhole) {

    /** A field of which nobody knows whether its numbers are whole. */
    public EventField(String name, ValueType type, String sentence, EventColumn column) {
        this(name, type, sentence, column, false);
    }

    /** The fields of a kind of thing, of events that are such things. */
    public static <T> List<EventField> of(Fields<T> fields, IntFunction<? extends T> rows) {
        return fields.of(Family.QUERY).stream()
                .map(field -> new EventField(
                        field.name(Family.QUERY), field.type(), field.sentence(), column(field, rows), field.isWhole()))
                .toList();
    }

    private static <T> EventColumn column(Field<T> field, IntFunction<? extends T> rows) {
        return switch (field.type()) {
            case TEXT -> EventColumn.texts(event -> text(field.value(rows.apply(event))));
            case BOOLEAN -> EventColumn.truths(event -> Boolean.TRUE.equals(field.value(rows.apply(event))));
            case TIME -> EventColumn.times(event -> field.whole(rows.apply(event)));
            default -> EventColumn.numbers(event -> field.number(rows.apply(event)));
        };
    }

    /** A list is its elements with commas. */
    private static @Nullable String text(@Nullable Object value) {
        return value instanceof Iterable<?> list
                ? StreamSupport.stream(list.spliterator(), false)
                        .map(String::valueOf)
                        .collect(Collectors.joining(", "))
                : (String) value;
    }
}
