package io.wirepath.bench.accuracy;

import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.query.cause.CausalEdges;
import io.wirepath.analyze.query.cause.CausalOrder;
import io.wirepath.analyze.query.cause.Worlds;
import io.wirepath.analyze.query.event.AnalysisEvents;
import io.wirepath.analyze.query.event.EventColumn;
import io.wirepath.analyze.query.event.EventField;
import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.event.EventSource;
import io.wirepath.analyze.truth.PathForest;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.LinkMeasure;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.TimeSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The events of an analysis where every call has its true causes, all messages of a batch among them, and is at the
 * server where it truly was. A call that is not in the truth keeps what was found, and so does one whose true cause is
 * later than itself: there two calls were taken for each other.
 */
final class TrueEvents implements EventSet {

    private final AnalysisEvents found;
    private final CausalOrder order;
    /** The name of the true server of each call where it is not the one that was captured. */
    private final @Nullable String[] server;

    /**
     * The true events.
     *
     * @param matched the calls that were found, with their identity in the truth
     */
    TrueEvents(Analysis of, PathForest matched, List<TrueCallLine> truth) {
        found = new AnalysisEvents(of, List.of());
        server = servers(of, matched, truth);
        order = order(of, matched, truth);
    }

    private static CausalOrder order(Analysis of, PathForest matched, List<TrueCallLine> truth) {
        CallTable calls = of.calls();
        int[] callOf = new int[truth.size()];
        Arrays.fill(callOf, MessageTable.NONE);
        for (int call = 0; call < calls.size(); call++) {
            if (matched.id()[call] >= 0) {
                callOf[(int) matched.id()[call]] = call;
            }
        }
        PathForest forest = TrueCallLine.forest(truth);
        Map<String, Integer> bySpan = new HashMap<>();
        for (int line = 0; line < truth.size(); line++) {
            bySpan.put(truth.get(line).span(), line);
        }
        int[] settled = calls.parent().clone();
        int[] first = new int[calls.size() + 1];
        List<Integer> further = new ArrayList<>();
        for (int call = 0; call < calls.size(); call++) {
            int line = (int) matched.id()[call];
            int above = line < 0 ? MessageTable.NONE : forest.parent()[line];
            int cause = above == MessageTable.NONE ? MessageTable.NONE : callOf[above];
            if (line >= 0 && (cause == MessageTable.NONE || calls.request()[cause] <= calls.request()[call])) {
                settled[call] = cause;
                for (String span : truth.get(line).links()) {
                    int other = callOf[bySpan.getOrDefault(span, line)];
                    if (other != MessageTable.NONE && other != cause && other != call) {
                        further.add(other);
                    }
                }
            }
            first[call + 1] = further.size();
        }
        long[] worlds = new long[further.size()];
        Arrays.fill(worlds, Worlds.ALL);
        double[] sure = new double[further.size()];
        Arrays.fill(sure, 1);
        return CausalOrder.of(new CausalEdges(
                settled, first, further.stream().mapToInt(each -> each).toArray(), worlds, sure));
    }

    private static @Nullable String[] servers(Analysis of, PathForest matched, List<TrueCallLine> truth) {
        MessageTable messages = of.messages();
        NodeTable nodes = messages.nodes();
        @Nullable String[] server = new String[of.calls().size()];
        for (int call = 0; call < server.length; call++) {
            if (matched.id()[call] >= 0) {
                TrueCallLine line = truth.get((int) matched.id()[call]);
                int row = of.calls().request()[call];
                String captured = nodes.get(messages.destination(row)).address();
                int there = nodes.find(address(line.destination()));
                if (there >= 0 && captured.equals(address(line.virtualDestination()))) {
                    server[call] = nodes.get(there).name();
                }
            }
        }
        return server;
    }

    private static String address(String withPort) {
        return withPort.substring(0, withPort.lastIndexOf(':'));
    }

    @Override
    public List<String> names() {
        return found.names();
    }

    @Override
    public @Nullable EventSource source(String name) {
        EventSource source = found.source(name);
        return source == null ? null : new TrulyServed(source, server);
    }

    @Override
    public CausalOrder order() {
        return order;
    }

    @Override
    public LinkMeasure measure() {
        return found.measure();
    }

    @Override
    public TimeSpan counted() {
        return found.counted();
    }

    private record TrulyServed(EventSource of, @Nullable String[] server) implements EventSource {

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
            return of.fields().stream()
                    .map(field -> field.name().equals("server") ? served(field) : field)
                    .toList();
        }

        private EventField served(EventField field) {
            return new EventField(field.name(), ValueType.TEXT, field.sentence(), EventColumn.texts(event -> {
                String own = server[of.call(event)];
                return own == null ? field.column().text(event) : own;
            }));
        }

        @Override
        public int size() {
            return of.size();
        }

        @Override
        public long timeNanos(int event) {
            return of.timeNanos(event);
        }

        @Override
        public int call(int event) {
            return of.call(event);
        }

        @Override
        public int place(int event) {
            return of.place(event);
        }

        @Override
        public boolean isCausal() {
            return of.isCausal();
        }
    }
}
