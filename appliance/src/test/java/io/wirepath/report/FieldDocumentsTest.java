package io.wirepath.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Field;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.row.CallRow;
import io.wirepath.analyze.row.ConnectionRow;
import io.wirepath.analyze.row.FindingRow;
import io.wirepath.analyze.row.HostRow;
import io.wirepath.analyze.row.MessageRow;
import io.wirepath.analyze.row.SeriesRow;
import io.wirepath.analyze.row.Translations;
import io.wirepath.appliance.serve.lifelines.LifelineViewJson;
import io.wirepath.report.compare.ComparisonJson;
import io.wirepath.report.sum.WindowTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * What is made of the {@link Fields}: the types of the page and the tables in docs/formats.md. With
 * {@code -Dwirepath.write=true} both are written anew.
 */
class FieldDocumentsTest {

    private static final Path TYPES = Path.of("../page/src/fields.ts");
    private static final Path FORMATS = Path.of("../docs/formats.md");
    private static final String BEGIN = "<!-- made of the fields; see CONTRIBUTING.md -->\n";
    private static final String END = "<!-- end of the fields -->\n";

    private static final Map<String, Fields<?>> ROWS = new LinkedHashMap<>();

    static {
        ROWS.put("calls", CallRow.FIELDS);
        ROWS.put("messages", MessageRow.FIELDS);
        ROWS.put("connections", ConnectionRow.FIELDS);
        ROWS.put("series", SeriesRow.FIELDS);
        ROWS.put("findings", FindingRow.FIELDS);
        ROWS.put("translations", Translations.FIELDS);
        ROWS.put("loads", HostRow.LOAD);
        ROWS.put("events", HostRow.EVENT);
    }

    @Test
    void theTypesOfThePageAreThoseOfTheFields() throws IOException {
        check(TYPES, types());
    }

    @Test
    void theTablesOfTheManualAreThoseOfTheFields() throws IOException {
        String manual = Files.readString(FORMATS);
        int begin = manual.indexOf(BEGIN);
        int end = manual.indexOf(END);
        assertTrue(begin >= 0 && end > begin, "docs/formats.md has lost the marks of the tables");
        check(FORMATS, manual.substring(0, begin) + BEGIN + tables() + manual.substring(end));
    }

    private static void check(Path file, String wanted) throws IOException {
        if (Boolean.getBoolean("wirepath.write")) {
            Files.writeString(file, wanted);
        }
        assertEquals(wanted, Files.readString(file), file + " is not what the fields give: see CONTRIBUTING.md");
    }

    private static Map<String, Fields<?>> kinds() {
        Map<String, Fields<?>> kinds = new TreeMap<>(ReportJson.FIELDS.kinds(Family.JSON));
        kinds.putAll(ComparisonJson.FIELDS.kinds(Family.JSON));
        kinds.putAll(BoxPairs.FIELDS.kinds(Family.JSON));
        kinds.putAll(WindowTables.CALLS.kinds(Family.JSON));
        kinds.putAll(WindowTables.PATHS.kinds(Family.JSON));
        kinds.putAll(LifelineViewJson.FIELDS.kinds(Family.JSON));
        return kinds;
    }

    private static String types() {
        StringBuilder to = new StringBuilder(
                "// Made of the fields of the report: see CONTRIBUTING.md. Numbers are nanoseconds where a name says so.\n");
        kinds().values().forEach(fields -> type(fields, to));
        return to.toString();
    }

    private static <T> void type(Fields<T> fields, StringBuilder to) {
        to.append("\n/** ").append(fields.sentence()).append(" */\nexport interface ");
        to.append(fields.name()).append(" {\n");
        for (Field<T> field : fields.of(Family.JSON)) {
            String name = field.name(Family.JSON);
            boolean isMeasure = name.equals("probability") || name.endsWith("Probability");
            to.append("  /** ").append(field.sentence()).append(" */\n");
            to.append("  ").append(name).append(isMeasure || mayMiss(field) ? "?: " : ": ");
            to.append(type(field)).append(";\n");
            if (isMeasure) {
                to.append("  ").append(score(name)).append("?: number;\n");
            }
        }
        to.append("}\n");
    }

    /** What the field is called where the algorithm gives no probability. */
    private static String score(String name) {
        return name.equals("probability") ? "score" : name.replace("Probability", "Score");
    }

    private static boolean mayMiss(Field<?> field) {
        return field.presence() == Field.Presence.KNOWN || field.presence() == Field.Presence.ABSENT;
    }

    private static String type(Field<?> field) {
        Fields<?> parts = field.parts();
        String one = parts != null
                ? parts.name()
                : switch (field.type()) {
                    case TEXT -> field.isDocument() ? "unknown" : "string";
                    case BOOLEAN -> "boolean";
                    default -> "number";
                };
        String all = field.name().equals("histogram")
                ? "[from: number, to: number, share: number][]"
                : field.isOfLists() ? "number[][]" : field.isList() ? one + "[]" : one;
        return field.presence() == Field.Presence.NULL ? all + " | null" : all;
    }

    private static String tables() {
        StringBuilder to = new StringBuilder();
        ROWS.forEach((name, fields) -> {
            to.append("\n### ").append(name).append("\n\n");
            to.append("| query, Parquet | CSV | type | |\n|---|---|---|---|\n");
            table(fields, to);
        });
        to.append("\n### objects of the report\n\n| object | field | type | |\n|---|---|---|---|\n");
        Map<String, Fields<?>> kinds = kinds();
        kinds.putAll(WhatIfJson.FIELDS.kinds(Family.JSON)); // which the page does not show
        kinds.values().forEach(kind -> objects(kind, to));
        return to.append('\n').toString();
    }

    private static <T> void table(Fields<T> fields, StringBuilder to) {
        List<Field<T>> csv = fields.of(Family.CSV);
        for (Field<T> field : fields.of(Family.QUERY)) {
            String column = csv.stream()
                    .filter(each -> each.name().equals(field.name()))
                    .findFirst()
                    .map(each -> "`" + each.name(Family.CSV) + "`")
                    .orElse("");
            to.append("| `%s` | %s | %s | %s |\n"
                    .formatted(field.name(Family.QUERY), column, unit(field), field.sentence()));
        }
    }

    private static <T> void objects(Fields<T> fields, StringBuilder to) {
        for (Field<T> field : fields.of(Family.JSON)) {
            Fields<?> parts = field.parts();
            String type = parts != null ? parts.name() : unit(field);
            to.append("| %s | `%s` | %s | %s |\n"
                    .formatted(
                            fields.name(),
                            field.name(Family.JSON),
                            (field.isList() ? "list of " : "")
                                    + type
                                    + switch (field.presence()) {
                                        case ALWAYS -> "";
                                        case NULL -> ", or null";
                                        case KNOWN, ABSENT -> ", may be absent";
                                    },
                            field.sentence()));
        }
    }

    private static String unit(Field<?> field) {
        return switch (field.type()) {
            case TEXT -> field.isDocument() ? "object" : "text";
            case BOOLEAN -> "yes or no";
            case NUMBER -> "number";
            case DURATION -> "ns";
            case BYTES -> "bytes";
            case TIME -> "ns since the epoch";
        };
    }
}
