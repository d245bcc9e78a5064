package io.wirepath.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Calls between nodes as rows of a table: searched, ordered and cut. */
public final class CallRows {

    /** What they can be ordered by. */
    public static final List<String> ORDERS =
            List.of("from", "to", "port", "calls", "unanswered", "failed", "p50Nanos", "meanNanos", "p99Nanos");

    private CallRows() {}

    /**
     * {@code all} and {@code found} (how many there are, and how many the search finds), and {@code calls[]}.
     *
     * @param wanted what one of the two names holds
     * @param order one of {@link #ORDERS}
     * @param falling the highest first
     * @param skip rows before the first
     * @param most rows
     */
    public static ObjectNode page(NodePairs pairs, String wanted, String order, boolean falling, int skip, int most) {
        String text = wanted.toLowerCase(Locale.ROOT);
        boolean[] named = new boolean[pairs.names().size()];
        for (int i = 0; i < named.length; i++) {
            named[i] = pairs.name(i).toLowerCase(Locale.ROOT).contains(text);
        }
        Comparator<Integer> by = by(pairs, order);
        long[] from = pairs.column("from");
        long[] to = pairs.column("to");
        List<Integer> found = IntStream.range(0, pairs.calls())
                .filter(row -> named[(int) from[row]] || named[(int) to[row]])
                .boxed()
                .sorted(falling ? by.reversed() : by)
                .toList();
        ObjectNode page = JsonNodeFactory.instance.objectNode();
        page.put("all", pairs.calls()).put("found", found.size());
        ArrayNode rows = page.putArray("calls");
        found.stream().skip(skip).limit(most).forEach(row -> rows.add(pairs.call(row)));
        return page;
    }

    private static Comparator<Integer> by(NodePairs pairs, String order) {
        long[] values = pairs.column(order);
        return order.equals("from") || order.equals("to")
                ? Comparator.comparing((Integer row) -> pairs.name(values[row]), String.CASE_INSENSITIVE_ORDER)
                : Comparator.comparingLong((Integer row) -> values[row]);
    }
}
