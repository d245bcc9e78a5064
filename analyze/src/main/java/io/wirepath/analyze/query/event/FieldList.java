package io.wirepath.analyze.query.event;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** Fields as they are added. */
final class FieldList {

    private final List<EventField> fields = new ArrayList<>();

    FieldList text(String name, String sentence, IntFunction<@Nullable String> of) {
        fields.add(new EventField(name, ValueType.TEXT, sentence, EventColumn.texts(of)));
        return this;
    }

    FieldList number(String name, String sentence, IntToDoubleFunction of) {
        return quantity(name, ValueType.NUMBER, sentence, of);
    }

    FieldList bytes(String name, String sentence, IntToDoubleFunction of) {
        return quantity(name, ValueType.BYTES, sentence, of);
    }

    FieldList duration(String name, String sentence, IntToDoubleFunction of) {
        return quantity(name, ValueType.DURATION, sentence, of);
    }

    FieldList time(String name, String sentence, IntToLongFunction of) {
        fields.add(new EventField(name, ValueType.TIME, sentence, EventColumn.times(of)));
        return this;
    }

    FieldList truth(String name, String sentence, IntPredicate of) {
        fields.add(new EventField(name, ValueType.BOOLEAN, sentence, EventColumn.truths(of)));
        return this;
    }

    List<EventField> all() {
        return List.copyOf(fields);
    }

    private FieldList quantity(String name, ValueType type, String sentence, IntToDoubleFunction of) {
        fields.add(new EventField(name, type, sentence, EventColumn.numbers(of)));
        return this;
    }
}
