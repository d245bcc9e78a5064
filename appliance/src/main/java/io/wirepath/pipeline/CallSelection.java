package io.wirepath.pipeline;

import io.wirepath.analyze.path.CallForest;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.explain.ExplanationRequest;
import io.wirepath.causes.loading.MessageDetails;
import io.wirepath.flows.AddressText;
import io.wirepath.merge.result.Address;
import io.wirepath.report.export.SpanIds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which calls a person asks about.
 *
 * <pre>
 *  17                                      number of the call, as in calls.csv
 *  1f2e3d4c5b6a7988                        identifier of its span, as in OTLP
 *  10.0.0.1:4000&gt;10.0.0.2:80               the calls of a connection, the first {@value #MAX_OF_A_CONNECTION}
 *  10.0.0.1:4000&gt;10.0.0.2:80@2026-01-01T00:00:01.5Z    the one whose request was nearest to that time
 *  [fd00::1]:4000&gt;[fd00::2]:80@1767225601500000000        the same, in ns since the epoch, as calls.csv has it
 *  doubtful, doubtful=50                   those whose cause is most in doubt
 * </pre>
 */
public final class CallSelection {

    /** Calls of one connection that are explained where no time is named. */
    static final int MAX_OF_A_CONNECTION = 20;

    private static final int DOUBTFUL = 10;
    private static final int MAX_DOUBTFUL = 1000;
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final Pattern SPAN = Pattern.compile("[0-9a-fA-F]{16}");
    private static final Pattern IN_DOUBT = Pattern.compile("doubtful(?:=([0-9]{1,4}))?");
    private static final Pattern CONNECTION = Pattern.compile("([^>]+)>([^>]+?:[0-9]+)(?:@(.+))?");
    private static final Pattern END = Pattern.compile("(?:\\[([^]]+)]|(.+)):([0-9]{1,5})");

    private final List<String> named;
    private final int doubtful;

    private CallSelection(List<String> named, int doubtful) {
        this.named = named;
        this.doubtful = doubtful;
    }

    /**
     * Reads what was asked.
     *
     * @throws IllegalArgumentException where a text is of no form above; the message names the forms
     */
    public static CallSelection of(List<String> texts) {
        List<String> named = new ArrayList<>();
        int doubtful = 0;
        for (String text : texts) {
            Matcher inDoubt = IN_DOUBT.matcher(text);
            if (inDoubt.matches()) {
                doubtful = inDoubt.group(1) == null ? DOUBTFUL : Integer.parseInt(inDoubt.group(1));
            } else if (isCall(text)) {
                named.add(text);
            } else {
                throw new IllegalArgumentException("'" + text + "' names no call: give its number in calls.csv, its"
                        + " span's identifier, CLIENT:PORT>SERVER:PORT with or without @TIME, or doubtful=N");
            }
        }
        if (doubtful > MAX_DOUBTFUL) {
            throw new IllegalArgumentException("at most " + MAX_DOUBTFUL + " links in doubt are explained");
        }
        return new CallSelection(named, doubtful);
    }

    /**
     * Reads what was asked where that must be a call.
     *
     * @throws IllegalArgumentException where a text is of another form; the message names the forms
     */
    public static CallSelection ofCall(String text) {
        if (!isCall(text)) {
            throw new IllegalArgumentException("'" + text + "' names no call: give its number in calls.csv, its"
                    + " span's identifier, or CLIENT:PORT>SERVER:PORT with or without @TIME");
        }
        return new CallSelection(List.of(text), 0);
    }

    /**
     * An end of a connection: {@code 10.0.0.1:80}, {@code [fd00::1]:80}, {@code web:80}.
     *
     * @param host its address as nodes have it, or its name
     * @param halves of the address; null of a name
     */
    private record End(String host, long @Nullable [] halves, int port) {

        /** Null where the text tells no port. */
        static @Nullable End of(String text) {
            Matcher end = END.matcher(text);
            if (!end.matches()) {
                return null;
            }
            String host = end.group(1) == null ? end.group(2) : end.group(1);
            int port = Integer.parseInt(end.group(3));
            try {
                long[] halves = AddressText.parse(host);
                return new End(AddressText.of(halves[0], halves[1]), halves, port);
            } catch (IllegalArgumentException e) {
                return new End(host, null, port); // a name, which only the messages know
            }
        }

        boolean is(NodeTable.Node node, int at) {
            return port == at && (host.equals(node.address()) || host.equals(node.name()));
        }
    }

    /**
     * Two hosts, and when one asked the other.
     *
     * @param hosts their addresses, the caller's first
     * @param clientPort port of the caller
     * @param nanos ns since the epoch
     */
    public record Asked(List<Address> hosts, int clientPort, long nanos) {

        /** When the call and its answer are looked for. */
        public TimeSpan about() {
            return CallSelection.about(nanos);
        }
    }

    private static TimeSpan about(long nanos) {
        return SpoolSpans.around(new TimeSpan(nanos, nanos), SpoolSpans.Margin.FULL)
                .seen();
    }

    /** When what a text names by its connection and time is looked for; null where it names no time. */
    static @Nullable TimeSpan about(String text) {
        Matcher connection = CONNECTION.matcher(text);
        return connection.matches() && connection.group(3) != null
                ? about(TimeSpan.momentOrNanos(connection.group(3)))
                : null;
    }

    /** Who asked whom and when, where a text names a call so, by addresses; else null. */
    static @Nullable Asked asked(String text) {
        Matcher connection = CONNECTION.matcher(text);
        if (!connection.matches() || connection.group(3) == null) {
            return null;
        }
        End client = End.of(connection.group(1));
        End server = End.of(connection.group(2));
        if (client == null || server == null || client.halves == null || server.halves == null) {
            return null;
        }
        List<Address> hosts = List.of(
                new Address(client.halves[0], client.halves[1]), new Address(server.halves[0], server.halves[1]));
        return new Asked(hosts, client.port, TimeSpan.momentOrNanos(connection.group(3)));
    }

    private static boolean isCall(String text) {
        Matcher connection = CONNECTION.matcher(text);
        if (connection.matches()) {
            if (connection.group(3) != null) {
                TimeSpan.momentOrNanos(connection.group(3));
            }
            return true;
        }
        return NUMBER.matcher(text).matches() || SPAN.matcher(text).matches();
    }

    /** The same, and at least so many links in doubt. */
    public CallSelection withDoubtful(int atLeast) {
        return new CallSelection(named, Math.max(doubtful, atLeast));
    }

    /**
     * The calls meant, among these.
     *
     * @throws Failure where there is no such call
     */
    public ExplanationRequest among(MessageTable messages, MessageDetails details) {
        if (named.isEmpty()) {
            return new ExplanationRequest(new int[0], doubtful);
        }
        return new ExplanationRequest(rows(messages, details), doubtful);
    }

    /**
     * The requests of the calls that are named, among these.
     *
     * @throws Failure where there is no such call
     */
    public int[] rows(MessageTable messages, MessageDetails details) {
        int[] request = CallForest.requests(messages);
        return named.stream()
                .flatMapToInt(text -> Arrays.stream(rows(text, messages, details, request)))
                .toArray();
    }

    /**
     * The calls that are named, by their number in this analysis.
     *
     * @throws Failure where there is no such call
     */
    public int[] calls(Analysis analysis, MessageDetails details) {
        int[] request = analysis.calls().request();
        return Arrays.stream(rows(analysis.messages(), details))
                .map(row -> Arrays.binarySearch(request, row))
                .toArray();
    }

    private static int[] rows(String text, MessageTable messages, MessageDetails details, int[] request) {
        Matcher connection = CONNECTION.matcher(text);
        int[] rows;
        if (connection.matches()) {
            String time = connection.group(3);
            End client = End.of(connection.group(1));
            End server = End.of(connection.group(2));
            int[] calls = Arrays.stream(request)
                    .filter(row -> isFrom(messages, row, client) && isTo(messages, details, row, server))
                    .toArray();
            rows = time == null
                    ? Arrays.stream(calls).limit(MAX_OF_A_CONNECTION).toArray()
                    : nearest(messages, calls, TimeSpan.momentOrNanos(time));
        } else if (SPAN.matcher(text).matches()) {
            SpanIds ids = new SpanIds(messages, details, request);
            rows = IntStream.range(0, request.length)
                    .filter(call -> ids.span(call).equalsIgnoreCase(text))
                    .map(call -> request[call])
                    .toArray();
        } else {
            int number = Integer.parseInt(text);
            rows = number < request.length ? new int[] {request[number]} : new int[0];
        }
        if (rows.length == 0) {
            throw new Failure("there is no call " + text + " among the " + request.length
                    + " calls of the inputs; calls.csv (--csv) numbers them"
                    + (connection.matches()
                            ? ""
                            : ", and names their spans, of the same inputs alone: where these have"
                                    + " grown since, name it by its connection and time"));
        }
        return rows;
    }

    private static int[] nearest(MessageTable messages, int[] calls, long nanos) {
        OptionalInt nearest = Arrays.stream(calls)
                .boxed()
                .min(Comparator.comparingLong(row -> Math.abs(messages.timeNanos(row) - nanos)))
                .map(OptionalInt::of)
                .orElse(OptionalInt.empty());
        return nearest.isPresent() ? new int[] {nearest.getAsInt()} : new int[0];
    }

    private static boolean isFrom(MessageTable messages, int row, @Nullable End client) {
        return client != null && client.is(messages.nodes().get(messages.source(row)), messages.sourcePort(row));
    }

    /** Also by the virtual address that the caller used. */
    private static boolean isTo(MessageTable messages, MessageDetails details, int row, @Nullable End server) {
        if (server == null) {
            return false;
        }
        if (server.is(messages.nodes().get(messages.destination(row)), messages.destinationPort(row))) {
            return true;
        }
        String virtual = details.virtualDestination(messages.record(row));
        return virtual != null && virtual.equals(CallPackets.end(server.host, server.port));
    }
}
