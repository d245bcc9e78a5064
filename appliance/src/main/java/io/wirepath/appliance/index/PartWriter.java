package io.wirepath.appliance.index;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.query.cause.CausalEdges;
import io.wirepath.analyze.query.cause.CausalOrder;
import io.wirepath.analyze.query.event.EventColumn;
import io.wirepath.analyze.query.event.EventField;
import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.event.EventSource;
import io.wirepath.sniffer.file.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * Writes the parts of an index, one after the other. What is written is a part once its description is there, and the
 * parts are an index once {@code index.json} tells how many there are. Not thread-safe.
 */
public final class PartWriter {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final int FORMAT = 4;
    private static final String WHOLE = "index.json";

    static final String COLUMNS = ".columns";
    static final String LAYOUT = ".json";

    private static final Pattern OWN = Pattern.compile("[0-9]{4}(\\.columns|\\.json|\\.json\\.tmp)");

    private final Path directory;
    private int parts;

    /** Writes into this directory, which is made where it is not there, behind the parts that it has. */
    public PartWriter(Path directory) throws IOException {
        this.directory = PrivateFiles.createDirectories(directory);
        while (Files.exists(directory.resolve(name(parts) + LAYOUT))) {
            parts++;
        }
    }

    /** Writes into this directory in the place of an index that was not finished. */
    public static PartWriter emptied(Path directory) throws IOException {
        PrivateFiles.createDirectories(directory);
        List<Path> old;
        try (Stream<Path> files = Files.list(directory)) {
            old = files.filter(
                            file -> OWN.matcher(file.getFileName().toString()).matches())
                    .toList();
        }
        for (Path file : old) {
            Files.delete(file);
        }
        return new PartWriter(directory);
    }

    /** How many parts there are. */
    public int parts() {
        return parts;
    }

    /** Name of the files of a part, without their endings. */
    static String name(int part) {
        return String.format(Locale.ROOT, "%04d", part);
    }

    /** Writes all sources of these events, and the causes among calls. */
    public void write(EventSet events) throws IOException {
        Path columns = directory.resolve(name(parts) + COLUMNS);
        Files.deleteIfExists(columns);
        ObjectNode layout = JsonNodeFactory.instance.objectNode();
        layout.put("format", FORMAT);
        layout.put("measure", events.measure().name());
        layout.put("countedFromNanos", events.counted().fromNanos());
        layout.put("countedToNanos", events.counted().toNanos());
        try (ColumnWriter to = new ColumnWriter(columns)) {
            ArrayNode sources = layout.putArray("sources");
            for (String name : events.names()) {
                sources.add(source(Objects.requireNonNull(events.source(name)), to));
            }
            layout.set("order", order(events.order(), to));
        }
        if (Files.size(columns) > Integer.MAX_VALUE) {
            throw new IOException(
                    columns + ": has more than 2 GiB; build the index from a store, which is cut into parts");
        }
        describe(name(parts) + LAYOUT, layout);
        parts++;
    }

    /** Makes the parts that were written an index. */
    public void finish() throws IOException {
        ObjectNode whole = JsonNodeFactory.instance.objectNode();
        describe(WHOLE, whole.put("format", FORMAT).put("parts", parts));
    }

    private void describe(String name, ObjectNode what) throws IOException {
        Path draft = directory.resolve(name + ".tmp");
        PrivateFiles.write(draft, sealed(JSON.writeValueAsString(what)));
        Files.move(draft, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** A line of JSON, and the check sum (CRC-32C, hexadecimal) of its bytes as the next one. */
    static String sealed(String line) {
        CRC32C crc = new CRC32C();
        crc.update(line.getBytes(StandardCharsets.UTF_8));
        return line + '\n' + HexFormat.of().toHexDigits((int) crc.getValue()) + '\n';
    }

    /** Whether this directory holds an index that is whole. */
    static boolean isWhole(Path directory) {
        return Files.isRegularFile(directory.resolve(WHOLE));
    }

    /** How many parts the index in this directory has. */
    static int parts(Path directory) throws IOException {
        return description(directory.resolve(WHOLE)).path("parts").asInt();
    }

    /**
     * What a file describes.
     *
     * @throws IOException where it cannot be read, or is of another format
     */
    static JsonNode description(Path file) throws IOException {
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        int end = text.indexOf('\n');
        JsonNode described;
        try {
            described = JSON.readTree(end < 0 ? text : text.substring(0, end));
        } catch (JacksonException e) {
            throw new IOException(file + ": cannot be read: " + e.getOriginalMessage(), e);
        }
        if (described.path("format").asInt() != FORMAT) {
            throw new IOException(file + ": is of another format");
        }
        if (end < 0 || !text.equals(sealed(text.substring(0, end)))) {
            throw new IOException(file + ": is damaged");
        }
        return described;
    }

    private static ObjectNode source(EventSource source, ColumnWriter to) throws IOException {
        ObjectNode own = JsonNodeFactory.instance.objectNode();
        int size = source.size();
        own.put("name", source.name()).put("sentence", source.sentence()).put("size", size);
        own.put("causal", source.isCausal());
        own.set("time", to.wholes(size, source::timeNanos));
        own.set("call", to.wholes(size, source::call));
        own.set("place", to.wholes(size, source::place));
        own.set("worlds", to.wholes(size, source::worlds));
        own.set("probability", to.numbers(size, source::probability));
        ArrayNode fields = own.putArray("fields");
        for (EventField field : source.fields()) {
            ObjectNode described = fields.addObject();
            described.put("name", field.name()).put("type", field.type().name()).put("sentence", field.sentence());
            described.set("column", column(field, size, to));
        }
        return own;
    }

    private static ObjectNode column(EventField field, int size, ColumnWriter to) throws IOException {
        EventColumn column = field.column();
        return switch (field.type()) {
            case TEXT -> to.texts(size, column::text);
            case BOOLEAN -> to.wholes(size, event -> column.truth(event) ? 1 : 0);
            case TIME -> to.wholes(size, column::time);
            default -> to.numbers(size, column::number);
        };
    }

    private static ObjectNode order(CausalOrder order, ColumnWriter to) throws IOException {
        CausalEdges edges = order.edges();
        CausalOrder.Labels labels = order.labels();
        int calls = order.size();
        int beyond = edges.parent().length;
        ObjectNode own = JsonNodeFactory.instance.objectNode();
        own.put("calls", calls).put("beyond", beyond);
        own.set("settled", to.wholes(calls, call -> edges.settled()[call]));
        own.set("first", to.wholes(calls + 1, call -> edges.first()[call]));
        own.set("parent", to.wholes(beyond, edge -> edges.parent()[edge]));
        own.set("worlds", to.wholes(beyond, edge -> edges.worlds()[edge]));
        own.set("probability", to.numbers(beyond, edge -> edges.probability()[edge]));
        own.set("label", to.wholes(calls, call -> labels.label()[call]));
        own.set("end", to.wholes(calls, call -> labels.end()[call]));
        own.set("depth", to.wholes(calls, call -> labels.depth()[call]));
        return own;
    }
}
