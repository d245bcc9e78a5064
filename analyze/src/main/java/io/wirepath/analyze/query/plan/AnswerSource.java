package io.wirepath.analyze.query.plan;

import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.query.event.EventColumn;
import io.wirepath.analyze.query.event.EventField;
import io.wirepath.analyze.query.event.EventSource;
import io.wirepath.analyze.query.operator.AnswerRow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a nested query as events: each is where the event is that it was made of. */
final class AnswerSource implements EventSource {

    private final String name;
    private final QueryAnswer answer;
    private final boolean causal;
    private final List<EventField> fields = new ArrayList<>();

    /**
     * Events of an answer.
     *
     * @param causal whether the rows are of events that belong to calls
     */
    AnswerSource(String name, QueryAnswer answer, boolean causal) {
        this.name = name;
        this.answer = answer;
        this.causal = causal;
        for (int i = 0; i < answer.columns().size(); i++) {
            AnswerColumn column = answer.columns().get(i);
            fields.add(new EventField(
                    column.name(), column.type(), "Column of the nested query.", column(i, column.type())));
        }
    }

    private EventColumn column(int index, ValueType type) {
        return switch (type) {
            case TEXT -> EventColumn.texts(event -> (String) value(event, index));
            case BOOLEAN -> EventColumn.truths(event -> Boolean.TRUE.equals(value(event, index)));
            case TIME ->
                EventColumn.times(event -> value(event, index) instanceof Long nanos ? nanos : EventColumn.NO_TIME);
            default -> EventColumn.numbers(event -> value(event, index) instanceof Double number ? number : Double.NaN);
        };
    }

    private @Nullable Object value(int event, int index) {
        return row(event).values()[index];
    }

    private AnswerRow row(int event) {
        return answer.rows().get(event);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String sentence() {
        return "Rows of a nested query.";
    }

    @Override
    public List<EventField> fields() {
        return fields;
    }

    @Override
    public int size() {
        return answer.rows().size();
    }

    @Override
    public long timeNanos(int event) {
        return row(event).nanos();
    }

    @Override
    public int call(int event) {
        return row(event).call();
    }

    @Override
    public int place(int event) {
        return row(event).place();
    }

    @Override
    public boolean isCausal() {
        return causal;
    }

    @Override
    public boolean isSure() {
        return false;
    }

    @Override
    public long worlds(int event) {
        return row(event).worlds();
    }

    @Override
    public double probability(int event) {
        return row(event).probability();
    }
}
