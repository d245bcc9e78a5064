package io.wirepath.appliance.synthetic;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.GeneratedTrace.TrueCall;
import io.wirepath.analyze.truth.GeneratedTrace.TrueMessage;
import io.wirepath.analyze.truth.SkewedClocks;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Role;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Writes what is true of a generated trace as JSON lines: its calls, in the form that scoring programs read (times in
 * µs), or its messages, each with its parent (times in ns).
 */
public final class TruthLines {

    private static final long NANOS_PER_MICRO = 1_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final GeneratedTrace trace;

    private TruthLines(GeneratedTrace trace) {
        this.trace = trace;
    }

    /** One call a line, in the order of the requests; one-way messages, which are no calls, are left out. */
    public static void writeCalls(GeneratedTrace trace, Path file) throws IOException {
        TruthLines lines = new TruthLines(trace);
        List<TrueCall> calls = trace.calls();
        write(
                file,
                IntStream.range(0, calls.size())
                        .boxed()
                        .filter(call -> !calls.get(call).isOneWay())
                        .sorted(Comparator.comparingLong(call ->
                                trace.messages().get(calls.get(call).request()).sentNanos()))
                        .map(lines::call)
                        .toList());
    }

    /** One message a line, in the order of their sending, each time by the clock of who tells it. */
    public static void writeMessages(GeneratedTrace trace, SkewedClocks clocks, Path file) throws IOException {
        TruthLines lines = new TruthLines(trace);
        write(
                file,
                IntStream.range(0, trace.messages().size())
                        .boxed()
                        .sorted(Comparator.comparingLong(
                                message -> trace.messages().get(message).sentNanos()))
                        .map(message -> lines.message(message, clocks))
                        .toList());
    }

    /** One wait a line: who waited for whom at which node, for what, from when to when. */
    public static void writeWaits(GeneratedTrace trace, Path file) throws IOException {
        write(
                file,
                trace.waits().stream()
                        .map(wait -> JSON.createObjectNode()
                                .put("resource", wait.resource())
                                .put("node", trace.nodes().get(wait.node()))
                                .put("waiter", id(wait.waiter()))
                                .put("holder", id(wait.holder()))
                                .put("from_us", wait.fromNanos() / NANOS_PER_MICRO)
                                .put("until_us", wait.untilNanos() / NANOS_PER_MICRO))
                        .toList());
    }

    /** The nodes' addresses and names, as in {@code /etc/hosts}. */
    public static void writeHosts(GeneratedTrace trace, Path file) throws IOException {
        Stream<String> names = IntStream.range(0, trace.nodes().size())
                .mapToObj(node -> GeneratedTrace.address(node) + " "
                        + trace.nodes().get(node).replaceAll("\\s+", "-"));
        Files.write(
                file,
                Stream.concat(Stream.of("# Made by wirepath maketrace"), names).toList());
    }

    private static void write(Path file, List<ObjectNode> lines) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (ObjectNode line : lines) {
                out.write(JSON.writeValueAsString(line));
                out.write('\n');
            }
        }
    }

    private ObjectNode call(int number) {
        TrueCall call = trace.calls().get(number);
        TrueMessage request = trace.messages().get(call.request());
        TrueMessage response = trace.messages().get(call.response());
        int parent = call.parent();
        while (parent != MessageTable.NONE && trace.calls().get(parent).isOneWay()) {
            parent = trace.calls().get(parent).parent();
        }
        String callee = endpoint(request.destination(), trace.destinationPort(request));
        ObjectNode line = JSON.createObjectNode();
        line.put("trace_id", id(call.trace()));
        line.put("span_id", id(number));
        line.put("parent_span_id", parent == MessageTable.NONE ? null : id(parent));
        line.put("caller", trace.nodes().get(request.source()));
        line.put("callee", trace.nodes().get(request.destination()));
        line.put("src", endpoint(request.source(), trace.sourcePort(request)));
        line.put("dst", callee).put("vdst", callee);
        line.put("req_send_us", request.sentNanos() / NANOS_PER_MICRO);
        line.put("req_recv_us", request.receivedNanos() / NANOS_PER_MICRO);
        line.put("resp_send_us", response.sentNanos() / NANOS_PER_MICRO);
        line.put("resp_recv_us", response.receivedNanos() / NANOS_PER_MICRO);
        line.put("req_bytes", request.lengthBytes()).put("resp_bytes", response.lengthBytes());
        line.put("op", trace.nodes().get(request.destination()));
        line.putArray("switches").add(0).add(0);
        return line;
    }

    private ObjectNode message(int number, SkewedClocks clocks) {
        TrueMessage message = trace.messages().get(number);
        ObjectNode line = JSON.createObjectNode();
        line.put("message", number);
        line.put("parent", message.parent() == MessageTable.NONE ? null : Integer.valueOf(message.parent()));
        line.put("trace", trace.calls().get(message.call()).trace());
        line.put(
                "role",
                message.role() == Role.ONE_WAY ? "one-way" : message.role() == Role.REQUEST ? "request" : "response");
        line.put("source", trace.nodes().get(message.source()));
        line.put("destination", trace.nodes().get(message.destination()));
        line.put("src", endpoint(message.source(), trace.sourcePort(message)));
        line.put("dst", endpoint(message.destination(), trace.destinationPort(message)));
        line.put("sent_ns", clocks.read(trace.nodes().get(message.source()), message.sentNanos()));
        line.put("received_ns", clocks.read(trace.nodes().get(message.destination()), message.receivedNanos()));
        line.put("bytes", message.lengthBytes());
        return line;
    }

    private static String endpoint(int node, int port) {
        return GeneratedTrace.address(node) + ':' + port;
    }

    private static String id(int number) {
        return String.format("%016x", number + 1);
    }
}
