package io.wirepath.analyze.query.plan;

import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.query.event.EventColumn;
import io.wirepath.analyze.query.event.EventField;
import io.wirepath.analyze.query.event.EventSource;
import io.wirepath.analyze.query.language.QueryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The events of several sources one after the other, with the fields that all of them have; {@code source} tells which.
 */
final class UnionSource implements EventSource {

    private final List<EventSource> parts;
    private final int[] first;
    private final List<EventField> fields = new ArrayList<>();

    UnionSource(List<EventSource> parts) {
        this.parts = parts;
        first = new int[parts.size() + 1];
        for (int i = 0; i < parts.size(); i++) {
            if (first[i] > Integer.MAX_VALUE - parts.get(i).size()) {
                throw new QueryException(
                        "it goes through more than " + Integer.MAX_VALUE + " events; name fewer sources");
            }
            first[i + 1] = first[i] + parts.get(i).size();
        }
        fields.add(new EventField(
                "event",
                ValueType.TEXT,
                "Name of the source.",
                EventColumn.texts(e -> parts.get(part(e)).name())));
        parts.get(0).fields().forEach(this::addShared);
    }

    private void addShared(EventField field) {
        List<EventColumn> columns = new ArrayList<>();
        for (EventSource part : parts) {
            Optional<EventField> same = part.fields().stream()
                    .filter(each -> each.name().equals(field.name()) && each.type() == field.type())
                    .findFirst();
            if (same.isEmpty()) {
                return;
            }
            columns.add(same.get().column());
        }
        fields.add(new EventField(field.name(), field.type(), field.sentence(), new SharedColumn(columns)));
    }

    /** A field that all parts have. */
    private final class SharedColumn implements EventColumn {
        private final List<EventColumn> columns;

        SharedColumn(List<EventColumn> columns) {
            this.columns = columns;
        }

        @Override
        public EventColumn opened() {
            columns.replaceAll(EventColumn::opened);
            return this;
        }

        @Override
        public double number(int event) {
            return columns.get(part(event)).number(within(event));
        }

        @Override
        public long time(int event) {
            return columns.get(part(event)).time(within(event));
        }

        @Override
        public @Nullable String text(int event) {
            return columns.get(part(event)).text(within(event));
        }

        @Override
        public boolean truth(int event) {
            return columns.get(part(event)).truth(within(event));
        }
    }

    private int part(int event) {
        int part = 0;
        while (event >= first[part + 1]) {
            part++;
        }
        return part;
    }

    private int within(int event) {
        return event - first[part(event)];
    }

    @Override
    public String name() {
        return String.join(" Union ", parts.stream().map(EventSource::name).toList());
    }

    @Override
    public String sentence() {
        return "Events of several sources.";
    }

    @Override
    public List<EventField> fields() {
        return fields;
    }

    @Override
    public int size() {
        return first[parts.size()];
    }

    @Override
    public long timeNanos(int event) {
        return parts.get(part(event)).timeNanos(within(event));
    }

    @Override
    public int call(int event) {
        return parts.get(part(event)).call(within(event));
    }

    @Override
    public int place(int event) {
        return parts.get(part(event)).place(within(event));
    }

    @Override
    public boolean isCausal() {
        return parts.stream().allMatch(EventSource::isCausal);
    }

    @Override
    public boolean isSure() {
        return parts.stream().allMatch(EventSource::isSure);
    }

    @Override
    public long worlds(int event) {
        return parts.get(part(event)).worlds(within(event));
    }

    @Override
    public double probability(int event) {
        return parts.get(part(event)).probability(within(event));
    }
}
