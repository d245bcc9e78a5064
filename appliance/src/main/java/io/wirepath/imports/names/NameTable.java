package io.wirepath.imports.names;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.RuntimeJsonMappingException;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.wirepath.causes.TimeSpan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A table with a heading, as DHCP servers keep and inventories export it (RFC 4180; also with semicolons or tabs). The
 * first column that is called like an address and the first that is called like a name count; a cell may hold several
 * addresses, with or without the length of a prefix. Times are as in {@code 2026-01-31T12:00:00Z}, or s since the
 * epoch.
 *
 * <pre>
 *   address,name,from,to
 *   10.0.0.11,web1,2026-11-26T10:00:00Z,2026-11-26T22:00:00Z
 * </pre>
 *
 * <p>Kea's memfile (Kea ARM, "memfile") has {@code address}, {@code hostname}, and when the lease expires beside how
 * long it is.
 */
final class NameTable implements NameFormat {

    private static final List<String> ADDRESSES = List.of(
            "address",
            "ip",
            "ipaddress",
            "ipaddresses",
            "ipaddr",
            "ipv4",
            "ipv4address",
            "ipv6address",
            "primaryip",
            "primaryipaddress",
            "privateip",
            "privateipaddress",
            "internalip",
            "networkip",
            "hostip");

    private static final List<String> NAMES = List.of(
            "name",
            "hostname",
            "host",
            "vm",
            "vmname",
            "instancename",
            "dnsname",
            "fqdn",
            "servername",
            "device",
            "node",
            "service");

    private static final List<String> FROM = List.of("from", "since", "start", "starts");
    private static final List<String> TO = List.of("to", "until", "end", "ends", "expire", "expires");
    private static final List<String> LENGTH = List.of("validlifetime");

    private static final Pattern SEPARATED = Pattern.compile("[,;\\s]+");

    private static final Pattern LENGTH_OF_PREFIX = Pattern.compile("/\\d+$");

    private static final char[] SEPARATORS = {',', ';', '\t'};

    @Override
    public boolean isOf(List<String> lines) {
        // a remark of a hosts file may well speak of addresses and names
        return !lines.get(0).startsWith("#") && Heading.of(lines.get(0)).isOfATable();
    }

    @Override
    public void read(List<String> lines, AddressNameSink to) {
        Heading heading = Heading.of(lines.get(0));
        LeaseSpans spans = new LeaseSpans(to);
        CsvSchema schema = CsvSchema.emptySchema().withColumnSeparator(heading.separator);
        try (MappingIterator<String[]> rows = new CsvMapper()
                .readerFor(String[].class)
                .with(CsvParser.Feature.WRAP_AS_ARRAY)
                .with(schema)
                .readValues(String.join("\n", lines.subList(1, lines.size())))) {
            for (int line = 2; rows.hasNext(); line++) {
                heading.read(rows.next(), line, spans);
            }
        } catch (IOException | RuntimeJsonMappingException e) {
            throw new IllegalArgumentException("is no table: " + e.getMessage(), e);
        }
        spans.finish();
    }

    /** Which column is what. */
    private static final class Heading {
        private final char separator;
        private final List<String> columns = new ArrayList<>();

        private Heading(String line, char separator) {
            this.separator = separator;
            for (String column : line.split(String.valueOf(separator), -1)) {
                columns.add(column.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", ""));
            }
        }

        static Heading of(String line) {
            Heading heading = new Heading(line, SEPARATORS[0]);
            for (int i = 1; i < SEPARATORS.length && !heading.isOfATable(); i++) {
                heading = new Heading(line, SEPARATORS[i]);
            }
            return heading;
        }

        boolean isOfATable() {
            return column(ADDRESSES).isPresent() && column(NAMES).isPresent();
        }

        private OptionalInt column(List<String> called) {
            return IntStream.range(0, columns.size())
                    .filter(at -> called.contains(columns.get(at)))
                    .findFirst();
        }

        private String cell(String[] row, List<String> called) {
            OptionalInt at = column(called);
            return at.isPresent() && at.getAsInt() < row.length ? row[at.getAsInt()].strip() : "";
        }

        void read(String[] row, int line, LeaseSpans spans) {
            String name = cell(row, NAMES);
            for (String address : SEPARATED.split(cell(row, ADDRESSES), -1)) {
                if (!name.isEmpty()) {
                    spans.add(LENGTH_OF_PREFIX.matcher(address).replaceFirst(""), name, when(row, line));
                }
            }
        }

        private TimeSpan when(String[] row, int line) {
            String length = cell(row, LENGTH);
            long to = time(cell(row, TO), Long.MAX_VALUE, line);
            long from = time(cell(row, FROM), Long.MIN_VALUE, line);
            if (to != Long.MAX_VALUE && length.matches("\\d{1,10}")) {
                from = to - LeaseSpans.nanos(length);
            }
            if (from > to) {
                throw new IllegalArgumentException("line " + line + ": ends before it begins");
            }
            return new TimeSpan(from, to);
        }

        private static long time(String cell, long unknown, int line) {
            if (cell.isEmpty()) {
                return unknown;
            }
            try {
                return cell.matches("\\d{1,11}") ? LeaseSpans.nanos(cell) : TimeSpan.moment(cell);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("line " + line + ": " + e.getMessage(), e);
            }
        }
    }
}
