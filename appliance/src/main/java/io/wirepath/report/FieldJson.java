package io.wirepath.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Field;
import io.wirepath.analyze.field.Fields;
import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Things as JSON, by their {@link Fields}. */
public final class FieldJson {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private FieldJson() {}

    /** One thing as an object. */
    public static <T> ObjectNode of(Fields<T> fields, T row) {
        ObjectNode to = JSON.objectNode();
        put(to, fields, row);
        return to;
    }

    /** Things as an array of objects. */
    public static <T> ArrayNode all(Fields<T> fields, Iterable<? extends T> rows) {
        ArrayNode to = JSON.arrayNode();
        rows.forEach(row -> to.add(of(fields, row)));
        return to;
    }

    /** Adds the fields of a thing to an object. */
    public static <T> void put(ObjectNode to, Fields<T> fields, T row) {
        each(fields, row, (name, parts, value) -> to.set(name, node(parts, value)));
    }

    /**
     * Writes the fields of a thing into the object that is being written: a value is made when it is written, of a list
     * one element after another, and none is held longer.
     *
     * @param named gives the parts of a value their names
     */
    public static <T> void write(JsonGenerator to, Fields<T> fields, T row, Consumer<JsonNode> named)
            throws IOException {
        each(fields, row, (name, parts, value) -> {
            to.writeFieldName(name);
            if (value instanceof JsonNode || !(value instanceof Iterable<?> list)) {
                write(to, node(parts, value), named);
                return;
            }
            to.writeStartArray();
            for (Object one : list) {
                write(to, node(parts, one), named);
            }
            to.writeEndArray();
        });
    }

    private static void write(JsonGenerator to, JsonNode node, Consumer<JsonNode> named) throws IOException {
        named.accept(node);
        to.writeTree(node);
    }

    private interface Taking<E extends Exception> {
        void take(String name, @Nullable Fields<?> parts, @Nullable Object value) throws E;
    }

    /** Gives the fields that are not left out. */
    private static <T, E extends Exception> void each(Fields<T> fields, T row, Taking<E> taking) throws E {
        for (Field<T> field : fields.of(Family.JSON)) {
            if (!field.isThere(row)) {
                continue;
            }
            Object value = field.value(row);
            boolean isLeftOut = switch (field.presence()) {
                case ALWAYS, NULL -> false;
                case KNOWN -> value == null;
                case ABSENT -> saysNothing(value);
            };
            if (!isLeftOut) {
                taking.take(field.name(Family.JSON), field.parts(), value);
            }
        }
    }

    private static boolean saysNothing(@Nullable Object value) {
        return value == null
                || value instanceof Boolean is && !is
                || value instanceof Number number && number.doubleValue() == 0
                || value instanceof String text && text.isEmpty()
                || value instanceof Iterable<?> list && !list.iterator().hasNext();
    }

    /** A value, or a list of values, of these parts. */
    @SuppressWarnings("unchecked")
    static <U> JsonNode node(@Nullable Fields<U> parts, @Nullable Object value) {
        if (value instanceof JsonNode document) {
            return document;
        }
        if (value instanceof Map<?, ?> map) {
            ObjectNode to = JSON.objectNode();
            map.forEach((key, each) -> to.set(String.valueOf(key), node(parts, each)));
            return to;
        }
        if (value instanceof Iterable<?> list) {
            ArrayNode to = JSON.arrayNode();
            list.forEach(each -> to.add(node(parts, each)));
            return to;
        }
        if (value != null && parts != null) {
            return of(parts, (U) value);
        }
        if (value instanceof String text) {
            return JSON.textNode(text);
        }
        if (value instanceof Boolean is) {
            return JSON.booleanNode(is);
        }
        if (value instanceof Double number) {
            return JSON.numberNode(number);
        }
        return value instanceof Number number ? JSON.numberNode(number.longValue()) : JSON.nullNode();
    }
}
