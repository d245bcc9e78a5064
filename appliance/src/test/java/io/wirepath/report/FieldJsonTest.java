package io.wirepath.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.analyze.field.Fields;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FieldJsonTest {

    private record Row(int number) {}

    private final StringWriter text = new StringWriter();
    private final List<String> written = new ArrayList<>();

    /** A report of 150,000 pairs of nodes has each of them once at a time. */
    @Test
    void writesARowBeforeTheNextIsMade() throws IOException {
        Fields<Row> row = Fields.<Row>of("Row", "A row.").count("number", "Its number.", Row::number);
        try (JsonGenerator to = new ObjectMapper().createGenerator(text)) {
            Fields<Integer> all = Fields.<Integer>of("Rows", "Rows.")
                    .count("rows", "How many.", count -> count)
                    .objects(
                            "all",
                            row,
                            "All.",
                            count -> () -> IntStream.range(0, count)
                                    .mapToObj(number -> made(to, number))
                                    .iterator());
            to.writeStartObject();
            FieldJson.write(to, all, 3, node -> {});
            to.writeEndObject();
            assertEquals(
                    FieldJson.of(all, 3).toString(),
                    "{\"rows\":3,\"all\":[{\"number\":0},{\"number\":1},{\"number\":2}]}");
        }
        assertEquals("{\"rows\":3,\"all\":[{\"number\":0},{\"number\":1},{\"number\":2}]}", text.toString());
        assertTrue(written.get(2).endsWith("{\"number\":1}"), written::toString);
    }

    private Row made(JsonGenerator to, int number) {
        try {
            to.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        written.add(text.toString());
        return new Row(number);
    }
}
