package io.wirepath.imports;

import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table of messages: their names, in any order, and what parts them: commas, semicolons, bars, tabs
 * or blanks. A column may have several names ({@code rcvr}, {@code receiver}, {@code to}); each is known by one.
 * Immutable.
 */
final class TableColumns {

    /** The other names of columns, without blanks, low lines and hyphens. */
    private static final Map<String, String> ALIASES = Map.ofEntries(
            Map.entry("time", "timestamp"),
            Map.entry("ts", "timestamp"),
            Map.entry("op", "operation"),
            Map.entry("sender", "from"),
            Map.entry("receiver", "to"),
            Map.entry("rcvr", "to"),
            Map.entry("sendtime", "sent"),
            Map.entry("senttime", "sent"),
            Map.entry("timesent", "sent"),
            Map.entry("rcvd", "received"),
            Map.entry("recv", "received"),
            Map.entry("rcvdtime", "received"),
            Map.entry("recvtime", "received"),
            Map.entry("receivedtime", "received"),
            Map.entry("timereceived", "received"),
            Map.entry("callid", "call"));

    private static final Set<String> TIMES = Set.of("timestamp", "sent", "received");
    private static final Set<String> SENDERS = Set.of("from", "source", "src");
    private static final Set<String> RECEIVERS = Set.of("to", "destination", "dst");

    /** Besides who and when, what a table of moments may tell: one with other columns may be of anything. */
    private static final Set<String> OTHERS = Set.of("operation", "role", "call", "id", "bytes", "size", "length");

    /** A unit behind the name of a time: {@code sent_ms}, {@code time (us)}. */
    private static final Pattern UNIT = Pattern.compile("(.*?)[\\s_]*(?:_|[(\\[])\\s*(ns|us|µs|ms|s)\\s*[)\\]]?");

    /** Names of columns are shorter: nothing is looked for in what is longer, which would take time by its square. */
    private static final int MAX_NAME = 64;

    private static final Pattern UNIT_BEHIND_BLANKS = Pattern.compile("(?<!\\s)\\s++(?=[(\\[](?:ns|us|µs|ms|s)[)\\]])");
    private static final Pattern TIME_BEHIND_BLANKS =
            Pattern.compile("(?i)\\b(sent|send|rcvd|recv|received)\\s+time\\b");
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private static final Pattern GROUPED = Pattern.compile("(?<![\\d.,])" + TraceTimes.GROUPED + "(?!\\d)");
    private static final Pattern FIRST_GROUP = Pattern.compile("[-+]?\\d{1,3}");
    private static final Pattern NEXT_GROUP = Pattern.compile("\\d{3}(\\.\\d*)?");

    private static final Pattern COMMENT = Pattern.compile("(^|\\s)#.*");

    private static final CsvMapper CSV = new CsvMapper();
    private static final char BLANK = ' ';

    private final char separator;
    private final List<String> names;
    private final BitSet times = new BitSet();

    private TableColumns(char separator, List<String> names) {
        this.separator = separator;
        this.names = names;
        for (int i = 0; i < names.size(); i++) {
            times.set(i, TIMES.contains(withoutUnit(names.get(i))));
        }
    }

    private static String withoutUnit(String name) {
        return name.length() > MAX_NAME ? name : UNIT.matcher(name).replaceFirst("$1");
    }

    /** What parts the columns of a line; a comma within a number does not. */
    private static char separator(String row) {
        String line = GROUPED.matcher(row).replaceAll("");
        return line.indexOf(',') >= 0
                ? ','
                : line.indexOf(';') >= 0 ? ';' : line.indexOf('|') >= 0 ? '|' : line.indexOf('\t') >= 0 ? '\t' : BLANK;
    }

    /** The columns that a line of headings tells. */
    static TableColumns of(String headings) throws IOException {
        char separator = separator(headings);
        String line = headings;
        if (separator == BLANK || separator == '\t') {
            line = UNIT_BEHIND_BLANKS.matcher(line).replaceAll("");
            line = TIME_BEHIND_BLANKS.matcher(line).replaceAll("$1");
        }
        List<String> names = new ArrayList<>();
        for (String name : split(line, separator, 0)) {
            names.add(canonical(name));
        }
        names.replaceAll(name -> name.equals("id") && names.contains("operation") ? "call" : name);
        return new TableColumns(separator, names);
    }

    /** Columns of a line without headings. */
    static TableColumns of(String line, List<String> names) {
        return new TableColumns(separator(line), names);
    }

    /** A line without comment: a sign begins it, at the begin of the line or behind a blank. */
    static String withoutComment(String line) {
        return COMMENT.matcher(line).replaceFirst("");
    }

    /** What a line tells: where blanks part its columns, a comment may stand behind them. */
    String row(String line) {
        boolean isComment = separator == BLANK || separator == '\t' || line.startsWith("#");
        return isComment ? withoutComment(line) : line;
    }

    /** The words of a line, by what parts them. */
    static List<String> words(String line) throws IOException {
        return split(line, separator(line), 0);
    }

    /** The name by which a column is known: that of a time with its unit behind it, as {@code sent_ms}. */
    static String canonical(String heading) {
        if (heading.length() > MAX_NAME) {
            return heading;
        }
        String name = heading.strip().toLowerCase(Locale.ROOT);
        Matcher unit = UNIT.matcher(name);
        if (unit.matches()) {
            String time = canonical(unit.group(1));
            if (TIMES.contains(time)) {
                return time + '_' + unit.group(2).replace('µ', 'u');
            }
        }
        return ALIASES.getOrDefault(name.replaceAll("[\\s_-]", ""), name);
    }

    /** Whether these are headings of a table of messages: who, to whom, and when. */
    boolean tellMessages() {
        Set<String> told = new HashSet<>();
        names.forEach(name -> told.add(withoutUnit(name)));
        boolean from = told.stream().anyMatch(SENDERS::contains);
        boolean to = told.stream().anyMatch(RECEIVERS::contains);
        if (told.contains("sent") || told.contains("received")) {
            return from;
        }
        return from
                && to
                && told.contains("timestamp")
                && told.stream()
                        .allMatch(name -> TIMES.contains(name)
                                || SENDERS.contains(name)
                                || RECEIVERS.contains(name)
                                || OTHERS.contains(name));
    }

    /**
     * What a line tells, by the names of the columns; what is empty is left out.
     *
     * @throws IllegalArgumentException if it has more columns than are named, or fewer, other than the last alone where
     *     that is the call; if two columns have one name; or if a comma may stand within a time
     */
    Map<String, String> fields(String line) throws IOException {
        List<String> values = split(line, separator, names.size());
        boolean lacksCall =
                values.size() == names.size() - 1 && names.get(values.size()).equals("call");
        if (values.size() != names.size() && !lacksCall) {
            throw new IllegalArgumentException(
                    "the row has " + values.size() + " fields, and the header " + names.size());
        }
        Map<String, String> fields = new HashMap<>();
        for (int i = 0; i < values.size(); i++) {
            String value = values.get(i).strip();
            if (times.get(i) && i + 1 < values.size() && isParted(line, value, values.get(i + 1), times.get(i + 1))) {
                throw new IllegalArgumentException(commaWithin(value + ',' + values.get(i + 1)));
            }
            if (!value.isEmpty() && fields.put(names.get(i), value) != null) {
                throw new IllegalArgumentException("two columns tell '" + names.get(i) + "'");
            }
        }
        return fields;
    }

    /** Whether a time and what follows may be one number with a comma in it, as {@code 1,234.5}. */
    private boolean isParted(String line, String time, String next, boolean nextIsTime) {
        boolean isOne = FIRST_GROUP.matcher(time).matches()
                && NEXT_GROUP.matcher(next).matches()
                && line.contains(time + ',' + next);
        boolean mayLackCall = names.get(names.size() - 1).equals("call") && !nextIsTime;
        return isOne && (mayLackCall || next.indexOf('.') >= 0);
    }

    /** What is wrong with a line that commas part, and that holds a number with a comma in it; null where none does. */
    static @Nullable String commaWithinNumber(String line) {
        Matcher number = GROUPED.matcher(line);
        return separator(line) == ',' && number.find() ? commaWithin(number.group()) : null;
    }

    private static String commaWithin(String number) {
        return "'" + number + "' may be one number or two: a number with a comma in it must be quoted, or other than"
                + " commas part the columns";
    }

    /** Tabs part columns, or are blanks, as in Project 5 §6.5, where they part the headings alone. */
    private static List<String> split(String line, char separator, int wanted) throws IOException {
        if (separator == BLANK) {
            return Arrays.asList(BLANKS.split(line.strip()));
        }
        ObjectReader reader =
                CSV.readerFor(String[].class).with(CsvSchema.emptySchema().withColumnSeparator(separator));
        List<String> values = Arrays.asList(reader.<String[]>readValue(line));
        return separator == '\t' && values.size() < Math.max(2, wanted)
                ? Arrays.asList(BLANKS.split(line.strip()))
                : values;
    }
}
