package io.wirepath.imports.names;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.RuntimeJsonMappingException;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import io.wirepath.causes.TimeSpan;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A name that an address has for a time, as a row of a table that {@link NameList} reads (RFC 4180).
 *
 * <pre>
 *   address,name,from,to,source
 *   10.0.0.11,web1.shop,2026-11-26T10:00:00Z,,kubernetes+https://10.0.0.1:6443 pods
 * </pre>
 *
 * @param address IPv4 or IPv6, in digits
 * @param when {@link TimeSpan#ALWAYS} where nobody says
 * @param source who says so: a file, or what was asked
 */
public record AddressName(String address, String name, TimeSpan when, String source) {

    /** The first line of the table. */
    public static final String HEADING = "address,name,from,to,source";

    private static final int COLUMNS = 5;

    /** The line of the table. */
    public String row() {
        return String.join(",", address, cell(name), moment(when.fromNanos()), moment(when.toNanos()), cell(source));
    }

    /**
     * The rows of such a table.
     *
     * @param lines with the heading
     * @throws IllegalArgumentException where they are none
     */
    public static List<AddressName> ofRows(List<String> lines) {
        if (lines.isEmpty() || !lines.get(0).equals(HEADING)) {
            throw new IllegalArgumentException("does not begin with " + HEADING);
        }
        List<AddressName> names = new ArrayList<>();
        try (MappingIterator<String[]> rows = new CsvMapper()
                .readerFor(String[].class)
                .with(CsvParser.Feature.WRAP_AS_ARRAY)
                .readValues(String.join("\n", lines.subList(1, lines.size())))) {
            while (rows.hasNext()) {
                String[] cells = rows.next();
                if (cells.length != COLUMNS || !NameList.isAddress(cells[0])) {
                    throw new IllegalArgumentException("row " + (names.size() + 1) + " is not of " + HEADING);
                }
                long from = cells[2].isEmpty() ? Long.MIN_VALUE : TimeSpan.moment(cells[2]);
                long to = cells[3].isEmpty() ? Long.MAX_VALUE : TimeSpan.moment(cells[3]);
                names.add(new AddressName(cells[0], cells[1], new TimeSpan(from, to), cells[4]));
            }
        } catch (IOException | RuntimeJsonMappingException e) {
            throw new IllegalArgumentException("is no table: " + e.getMessage(), e);
        }
        return names;
    }

    private static String cell(String text) {
        String plain = text.replaceAll("\\p{Cntrl}", " ");
        boolean isPlain = plain.indexOf(',') < 0 && plain.indexOf('"') < 0;
        return isPlain ? plain : "\"" + plain.replace("\"", "\"\"") + "\"";
    }

    private static String moment(long nanos) {
        boolean isBound = nanos != Long.MIN_VALUE && nanos != Long.MAX_VALUE;
        return isBound ? Instant.EPOCH.plusNanos(nanos).toString() : "";
    }
}
