package io.wirepath.appliance.index;

import com.fasterxml.jackson.databind.JsonNode;
import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.query.cause.CausalEdges;
import io.wirepath.analyze.query.cause.CausalOrder;
import io.wirepath.analyze.query.event.EventField;
import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.event.EventSource;
import io.wirepath.analyze.whole.LinkMeasure;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A part of an index: its events, mapped into memory when they are first asked for. Used by one thread. */
final class IndexPart implements EventSet {

    private final Path columns;
    private final JsonNode order;
    private final LinkMeasure measure;
    private final TimeSpan counted;
    private final Map<String, JsonNode> described = new LinkedHashMap<>();
    private final Map<String, EventSource> made = new LinkedHashMap<>();
    private @Nullable CausalOrder causes;
    private @Nullable ByteBuffer map;

    /**
     * Opens a part.
     *
     * @throws IOException where its description makes no sense
     */
    IndexPart(Path directory, int part) throws IOException {
        columns = directory.resolve(PartWriter.name(part) + PartWriter.COLUMNS);
        Path file = directory.resolve(PartWriter.name(part) + PartWriter.LAYOUT);
        JsonNode layout = PartWriter.description(file);
        counted = new TimeSpan(
                layout.path("countedFromNanos").asLong(),
                layout.path("countedToNanos").asLong());
        measure = LinkMeasure.SCORE.name().equals(layout.path("measure").asText())
                ? LinkMeasure.SCORE
                : LinkMeasure.PROBABILITY;
        order = layout.path("order");
        layout.path("sources")
                .forEach(source -> described.put(source.path("name").asText(), source));
    }

    @Override
    public List<String> names() {
        return List.copyOf(described.keySet());
    }

    @Override
    public @Nullable EventSource source(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        JsonNode source = described.get(key);
        EventSource known = made.get(key);
        if (known != null || source == null) {
            return known;
        }
        try {
            EventSource opened = IndexedSource.open(mapped(), source, count(order, "calls"));
            made.put(key, opened);
            return opened;
        } catch (IllegalArgumentException e) {
            throw new UncheckedIOException(new IOException("its description makes no sense", e));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public CausalOrder order() {
        if (causes == null) {
            try {
                causes = readOrder(mapped());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return causes;
    }

    @Override
    public LinkMeasure measure() {
        return measure;
    }

    @Override
    public TimeSpan counted() {
        return counted;
    }

    private ByteBuffer mapped() throws IOException {
        if (map == null) {
            try (FileChannel file = FileChannel.open(columns, StandardOpenOption.READ)) {
                if (file.size() > Integer.MAX_VALUE) {
                    throw new IOException(columns + ": is larger than a part may be; build the index again");
                }
                map = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size());
            }
        }
        return map;
    }

    private CausalOrder readOrder(ByteBuffer file) throws IOException {
        int calls = count(order, "calls");
        int beyond = count(order, "beyond");
        int[] label = ints(file, "label", calls, 0, calls);
        int[] first = ints(file, "first", calls + 1, 0, beyond + 1);
        for (int call = 0; call < calls; call++) {
            ColumnData.within(first[call], 0, first[call + 1] + 1);
        }
        ColumnData.within(first[calls], beyond, beyond + 1);
        ColumnData worlds = ColumnData.checked(file, order.path("worlds"), beyond);
        ColumnData share = ColumnData.checked(file, order.path("probability"), beyond);
        long[] in = new long[beyond];
        double[] probability = new double[beyond];
        for (int edge = 0; edge < beyond; edge++) {
            in[edge] = worlds.whole(edge);
            probability[edge] = share.number(edge);
        }
        CausalEdges edges = new CausalEdges(
                ints(file, "settled", calls, MessageTable.NONE, calls),
                first,
                ints(file, "parent", beyond, 0, calls),
                in,
                probability);
        return CausalOrder.of(
                edges,
                new CausalOrder.Labels(
                        label, ints(file, "end", calls, 0, calls + 1), ints(file, "depth", calls, 0, calls + 1)));
    }

    private static int count(JsonNode of, String name) {
        return ColumnData.within(of.path(name).asLong(-1), 0, Integer.MAX_VALUE);
    }

    private int[] ints(ByteBuffer file, String name, int size, int from, int to) throws IOException {
        ColumnData column = ColumnData.checked(file, order.path(name), size);
        int[] values = new int[size];
        for (int at = 0; at < size; at++) {
            values[at] = ColumnData.within(column.whole(at), from, to);
        }
        return values;
    }

    /** Events of a source, as they stand in the file. */
    private record IndexedSource(
            String name,
            String sentence,
            List<EventField> fields,
            int size,
            int calls,
            boolean isCausal,
            ColumnData time,
            ColumnData call,
            ColumnData place,
            ColumnData worlds,
            ColumnData probability)
            implements EventSource {

        static EventSource open(ByteBuffer file, JsonNode source, int calls) throws IOException {
            int size = count(source, "size");
            List<EventField> fields = new ArrayList<>();
            for (JsonNode field : source.path("fields")) {
                fields.add(field(file, field, size));
            }
            return new IndexedSource(
                    source.path("name").asText(),
                    source.path("sentence").asText(),
                    List.copyOf(fields),
                    size,
                    calls,
                    source.path("causal").asBoolean(),
                    ColumnData.checked(file, source.path("time"), size),
                    ColumnData.checked(file, source.path("call"), size),
                    ColumnData.checked(file, source.path("place"), size),
                    ColumnData.checked(file, source.path("worlds"), size),
                    ColumnData.checked(file, source.path("probability"), size));
        }

        private static EventField field(ByteBuffer file, JsonNode field, int size) throws IOException {
            JsonNode column = field.path("column");
            String[] words = new String[column.path("words").size()];
            for (int at = 0; at < words.length; at++) {
                words[at] = column.path("words").get(at).asText();
            }
            ValueType type = ValueType.valueOf(field.path("type").asText());
            return new EventField(
                    field.path("name").asText(),
                    type,
                    field.path("sentence").asText(),
                    ColumnData.of(file, column, size).column(type, words));
        }

        @Override
        public long timeNanos(int event) {
            return time.whole(event);
        }

        @Override
        public int call(int event) {
            return ColumnData.within(call.whole(event), NO_CALL, calls);
        }

        @Override
        public int place(int event) {
            return (int) place.whole(event);
        }

        @Override
        public boolean isSure() {
            return worlds.isAlways(ALL_WORLDS) && probability.isAlways(1);
        }

        @Override
        public long worlds(int event) {
            return worlds.whole(event);
        }

        @Override
        public double probability(int event) {
            return probability.number(event);
        }
    }
}
