package io.wirepath.causes;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Small traces for tests, written as they would be told: {@code "web1:40001 app1:8080 request 10 10.2"} is a request
 * sent at 10 ms and received at 10.2 ms; {@code -} is a time nobody saw. Times are milliseconds. The response on the
 * same connection answers the request before it. A name of digits and dots is the address of a node without a
 * name. Rows of the table are in order of time.
 */
public final class TraceText {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private static final String ADDRESS = "address of ";

    private final NodeTable nodes = new NodeTable();
    private final MessageTableBuilder builder = new MessageTableBuilder(nodes);
    private final Map<String, Integer> connections = new HashMap<>();
    private final Map<Integer, Integer> requests = new HashMap<>();
    private final Set<String> openers = new HashSet<>();
    private long lines;
    private boolean twoSniffers;
    private int sniffer = MessageTable.NONE;

    /** Declares a node that nobody watched; nodes that are not declared are watched. */
    public TraceText untraced(String name) {
        node(name, false);
        return this;
    }

    /** Declares an end, such as {@code "app1:40001"}, that opened its connections. */
    public TraceText opener(String end) {
        openers.add(end);
        return this;
    }

    /** Lets the two times of messages added from here on come from two sniffers. */
    public TraceText withTwoSniffers() {
        twoSniffers = true;
        return this;
    }

    /** Lets messages added from here on be seen by this sniffer first; told from the first one on, or of none. */
    public TraceText seenBy(int number) {
        sniffer = number;
        return this;
    }

    /** Adds messages, one a line. */
    public TraceText add(String text) {
        text.lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(this::addLine);
        return this;
    }

    /** The table; its records are the numbers of the lines, from 0. */
    public MessageTable build() {
        return builder.build();
    }

    private void addLine(String line) {
        String[] word = line.split(" +", -1);
        String[] from = word[0].split(":", -1);
        String[] to = word[1].split(":", -1);
        boolean setup = word[2].equals("setup");
        Role role = setup ? Role.REQUEST : Role.valueOf(word[2].toUpperCase(Locale.ROOT));
        boolean response = role == Role.RESPONSE;
        String connection = response ? word[1] + word[0] : word[0] + word[1];
        int number = connections.computeIfAbsent(connection, unseen -> connections.size());
        int call = response ? requests.getOrDefault(number, 0) : requests.merge(number, 1, Integer::sum);
        boolean called = role == Role.REQUEST || response;
        builder.add(
                nanos(word[3]),
                nanos(word[word.length > 4 ? 4 : 3]),
                node(from[0], true),
                Integer.parseInt(from[1]),
                node(to[0], true),
                Integer.parseInt(to[1]),
                number,
                6,
                role,
                Protocol.UNKNOWN.ordinal(),
                called ? call : Long.MIN_VALUE,
                100,
                (setup ? SightingCodec.FLAG_SETUP : 0)
                        | (openers.contains(word[0]) ? SightingCodec.FLAG_FROM_OPENER : 0)
                        | (twoSniffers ? MessageTable.FLAG_TWO_SNIFFERS : 0),
                lines++);
        if (sniffer != MessageTable.NONE) {
            builder.sniffer(sniffer);
        }
    }

    private int node(String name, boolean traced) {
        return nodes.add(name.matches("[0-9.]+") ? name : ADDRESS + name, name, traced);
    }

    private static long nanos(String millis) {
        return millis.equals("-") ? MessageTable.NIL : Math.round(Double.parseDouble(millis) * NANOS_PER_MILLI);
    }
}
