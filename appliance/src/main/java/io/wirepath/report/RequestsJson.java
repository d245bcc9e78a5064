package io.wirepath.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.path.PathExample;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.request.CriticalPath;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.SightingCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Whole requests as JSON, call by call: {@code requests[]} of the report. They are the examples of the patterns, those
 * of the first pattern first, until they have {@value #MOST_CALLS} calls; then requests at even distances in time, so
 * that a stretch of time can be looked at as it was. A request of more than {@value #MOST_OF_ONE} calls is cut.
 */
public final class RequestsJson {

    private static final int MOST_CALLS = 4000;

    /** Of those, as many may belong to examples. */
    private static final int MOST_OF_EXAMPLES = 2400;

    /** Calls that are told of one request. */
    public static final int MOST_OF_ONE = 300;

    /** Causes that are told of a link, the likely one left out. */
    private static final int MOST_CAUSES = 3;

    private static final double CERTAIN = 0.999;

    private final Analysis analysis;
    private final MessageTable messages;
    private final CallTable calls;
    private final int[] firstOf;
    private final int[] nextOf;
    private final CriticalPath critical;

    RequestsJson(Analysis analysis) {
        this.analysis = analysis;
        messages = analysis.messages();
        calls = analysis.calls();
        firstOf = new int[calls.size()];
        nextOf = new int[calls.size()];
        critical = new CriticalPath(messages, calls, new ServedCalls(messages, calls));
        Arrays.fill(firstOf, MessageTable.NONE);
        for (int call = calls.size() - 1; call >= 0; call--) {
            int root = calls.root()[call];
            nextOf[call] = firstOf[root];
            firstOf[root] = call;
        }
    }

    /** The examples of a pattern as JSON: {@code examples[]}. */
    ArrayNode examples(PathPattern pattern) {
        ArrayNode to = JsonNodeFactory.instance.arrayNode();
        for (PathExample example : pattern.examples()) {
            int call = callOf(example.root());
            if (call >= 0) {
                to.addObject()
                        .put("call", call)
                        .put("durationNanos", example.durationNanos())
                        .put("probability", example.probability());
            }
        }
        return to;
    }

    /** The requests, in order of time. */
    ArrayNode all() {
        ArrayNode to = JsonNodeFactory.instance.arrayNode();
        chosen().stream().sorted().forEach(root -> to.add(request(root)));
        return to;
    }

    private Set<Integer> chosen() {
        Set<Integer> roots = new LinkedHashSet<>();
        int room = MOST_OF_EXAMPLES;
        for (PathPattern pattern : analysis.patterns()) {
            for (PathExample example : pattern.examples()) {
                int call = callOf(example.root());
                if (call >= 0 && room > 0 && roots.add(call)) {
                    room -= size(call);
                }
            }
        }
        room += MOST_CALLS - MOST_OF_EXAMPLES;
        int every = Math.max(1, (calls.size() + room - 1) / Math.max(1, room));
        int passed = 0;
        for (int call = 0; call < calls.size() && room > 0; call++) {
            boolean root = calls.root()[call] == call && analysis.counted().holds(messages, calls.request()[call]);
            if (root && passed++ % every == 0 && roots.add(call)) {
                room -= size(call);
            }
        }
        return roots;
    }

    /**
     * Number of the call that a path begins with; negative where it begins with no call, or inside another one's tree.
     */
    private int callOf(int row) {
        int call = Arrays.binarySearch(calls.request(), row);
        return call >= 0 && calls.root()[call] == call ? call : MessageTable.NONE;
    }

    private int size(int root) {
        int size = 0;
        for (int call = firstOf[root]; call != MessageTable.NONE && size < MOST_OF_ONE; call = nextOf[call]) {
            size++;
        }
        return size;
    }

    private ObjectNode request(int root) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        long start = begin(root);
        to.put("call", root);
        to.put("startNanos", start);
        ArrayNode rows = to.putArray("calls");
        Map<Integer, Integer> place = new LinkedHashMap<>();
        long end = start;
        double probability = 1;
        for (int call = firstOf[root]; call != MessageTable.NONE && rows.size() < MOST_OF_ONE; call = nextOf[call]) {
            place.put(call, rows.size());
            rows.add(call(call, start, place));
            end = Math.max(end, end(call));
            probability *= call == root ? 1 : calls.probability()[call];
        }
        to.put("durationNanos", end - start);
        to.put("probability", probability);
        to.set("path", path(root, start, place));
        return to;
    }

    /** The critical path, from the beginning to the end. */
    private ArrayNode path(int root, long start, Map<Integer, Integer> place) {
        List<ObjectNode> stretches = new ArrayList<>();
        critical.follow(
                root,
                (cause, call, row, from, until) -> stretches.add(JsonNodeFactory.instance
                        .objectNode()
                        .put("call", place.getOrDefault(call, MessageTable.NONE))
                        .put("cause", cause.id())
                        .put("fromNanos", from - start)
                        .put("nanos", until - from)));
        Collections.reverse(stretches);
        return JsonNodeFactory.instance.arrayNode().addAll(stretches);
    }

    private ObjectNode call(int call, long start, Map<Integer, Integer> place) {
        int request = calls.request()[call];
        int response = calls.response()[call];
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("call", call);
        Integer parent = place.get(calls.parent()[call]);
        to.put("parent", parent == null ? MessageTable.NONE : parent);
        to.put("from", messages.nodes().get(messages.source(request)).name());
        to.put("to", messages.nodes().get(messages.destination(request)).name());
        to.put("fromPort", messages.sourcePort(request));
        to.put("port", messages.destinationPort(request));
        to.put("protocol", protocol(request));
        to.put("startNanos", begin(call) - start);
        if (calls.isOneWay(messages, call)) {
            to.put("oneWay", true);
        }
        if (response != MessageTable.NONE || calls.isOneWay(messages, call)) {
            to.put("durationNanos", end(call) - begin(call));
        }
        int outcome = calls.outcome(messages, call);
        if (outcome != Outcome.UNKNOWN) {
            to.put("outcome", Outcome.text(outcome));
            to.put("verdict", Outcome.verdict(outcome).name().toLowerCase(Locale.ROOT));
        }
        network(to, "requestNetworkNanos", request);
        if (response != MessageTable.NONE) {
            network(to, "responseNetworkNanos", response);
            to.put("responseBytes", messages.lengthBytes(response));
        }
        to.put("requestBytes", messages.lengthBytes(request));
        whatTcpDid(to, request, response);
        to.put("probability", calls.probability()[call]);
        if (calls.probability()[call] < CERTAIN) {
            otherCauses(request, to.putArray("otherCauses"));
        }
        return to;
    }

    private String protocol(int row) {
        return nameOf(messages.protocol(row));
    }

    /** A protocol as the page names it; empty where it is not known. */
    public static String nameOf(Protocol protocol) {
        return protocol == Protocol.UNKNOWN
                ? ""
                : protocol.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /**
     * Sums over the request and the response, and the answer's own share of them; a field is absent where TCP did
     * nothing of the kind.
     */
    private void whatTcpDid(ObjectNode to, int request, int response) {
        boolean answered = response != MessageTable.NONE;
        long segments = answered ? messages.resentSegments(response) : 0;
        long wait = answered ? messages.resentWaitNanos(response) : 0;
        long closed = answered ? messages.zeroWindowNanos(response) : 0;
        putUnlessZero(to, "resentSegments", messages.resentSegments(request) + segments);
        putUnlessZero(to, "responseResentSegments", segments);
        putUnlessZero(to, "resentWaitNanos", messages.resentWaitNanos(request) + wait);
        putUnlessZero(to, "responseResentWaitNanos", wait);
        putUnlessZero(to, "zeroWindowNanos", messages.zeroWindowNanos(request) + closed);
        putUnlessZero(to, "responseZeroWindowNanos", closed);
        putUnlessZero(to, "setUpNanos", messages.setUpNanos(request));
        int flags = messages.flags(request) | (answered ? messages.flags(response) : 0);
        if ((flags & SightingCodec.FLAG_RST) != 0) {
            to.put("reset", true);
        }
    }

    private static void putUnlessZero(ObjectNode to, String field, long value) {
        if (value > 0) {
            to.put(field, value);
        }
    }

    private void network(ObjectNode to, String field, int row) {
        if (wayIsKnown(messages, row)) {
            to.put(field, messages.receivedNanos(row) - messages.sentNanos(row));
        }
    }

    private static boolean wayIsKnown(MessageTable messages, int row) {
        boolean two = (messages.flags(row) & MessageTable.FLAG_TWO_SNIFFERS) != 0;
        return two && messages.sentNanos(row) != MessageTable.NIL && messages.receivedNanos(row) != MessageTable.NIL;
    }

    /** How long a message was on its way between two sniffers; 0 where one alone saw it. */
    static long wayNanos(MessageTable messages, int row) {
        return wayIsKnown(messages, row) ? messages.receivedNanos(row) - messages.sentNanos(row) : 0;
    }

    /** The most likely causes besides the one that was taken, as the messages that they are. */
    private void otherCauses(int row, ArrayNode to) {
        LinkTable links = analysis.links();
        int likely = links.likelyParent(row);
        Integer[] at = new Integer[links.end(row) - links.first(row)];
        Arrays.setAll(at, i -> links.first(row) + i);
        Arrays.sort(at, (a, b) -> Double.compare(links.probability(b), links.probability(a)));
        for (int i = 0; i < at.length && to.size() < MOST_CAUSES; i++) {
            int cause = links.parent(at[i]);
            if (cause != likely) {
                to.addObject()
                        .put(
                                "from",
                                messages.nodes().get(messages.source(cause)).name())
                        .put(
                                "to",
                                messages.nodes()
                                        .get(messages.destination(cause))
                                        .name())
                        .put("beforeNanos", messages.timeNanos(row) - messages.timeNanos(cause))
                        .put("probability", links.probability(at[i]));
            }
        }
        if (likely != MessageTable.NONE && links.spontaneous(row) > 0) {
            to.addObject().put("probability", links.spontaneous(row));
        }
    }

    private long begin(int call) {
        return beginNanos(messages, calls, call);
    }

    private long end(int call) {
        return begin(call) + tookNanos(messages, calls, call);
    }

    /** When the request of a call was sent, ns since the epoch. */
    static long beginNanos(MessageTable messages, CallTable calls, int call) {
        return messages.timeNanos(calls.request()[call]);
    }

    /** From then until its answer had come, or the request itself where none did. */
    static long tookNanos(MessageTable messages, CallTable calls, int call) {
        int response = calls.response()[call];
        int row = response == MessageTable.NONE ? calls.request()[call] : response;
        long received = messages.receivedNanos(row);
        long end = received == MessageTable.NIL ? messages.timeNanos(row) : received;
        return Math.max(0, end - beginNanos(messages, calls, call));
    }
}
