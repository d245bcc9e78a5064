package io.wirepath.appliance.index;

import io.wirepath.analyze.query.cause.CausalOrder;
import io.wirepath.analyze.query.event.EventField;
import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.event.EventSource;
import io.wirepath.analyze.whole.LinkMeasure;
import io.wirepath.causes.TimeSpan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sources and fields of events, without the events: what a query is checked with. */
record NoEvents(EventSet of) implements EventSet {

    @Override
    public List<String> names() {
        return of.names();
    }

    @Override
    public @Nullable EventSource source(String name) {
        EventSource source = of.source(name);
        return source == null ? null : new Empty(source);
    }

    @Override
    public CausalOrder order() {
        return CausalOrder.NONE;
    }

    @Override
    public LinkMeasure measure() {
        return of.measure();
    }

    @Override
    public TimeSpan counted() {
        return of.counted();
    }

    private record Empty(EventSource of) implements EventSource {

        @Override
        public String name() {
            return of.name();
        }

        @Override
        public String sentence() {
            return of.sentence();
        }

        @Override
        public List<EventField> fields() {
            return of.fields();
        }

        @Override
        public int size() {
            return 0;
        }

        @Override
        public long timeNanos(int event) {
            return of.timeNanos(event);
        }

        @Override
        public boolean isCausal() {
            return of.isCausal();
        }
    }
}
