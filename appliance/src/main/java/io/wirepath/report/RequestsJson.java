package io.wirepath.report;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.path.PathExample;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.WholeTrees;
import io.wirepath.analyze.request.CriticalPath;
import io.wirepath.analyze.row.CallFacts;
import io.wirepath.analyze.row.CallRow;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Whole requests as JSON, call by call: {@code requests[]} of the report. They are those that show an incident, with
 * like ones from before, and the examples of the patterns, those of the first pattern first, until they have {@value
 * #MAX_CALLS} calls; then requests at even distances in time, so that a stretch of time can be looked at as it was. A
 * request of more than {@value #MAX_OF_ONE} calls is cut.
 */
public final class RequestsJson {

    private static final int MAX_CALLS = 4000;

    /** Of those, as many may belong to examples. */
    private static final int MAX_OF_EXAMPLES = 2400;

    /** Calls that are told of one request. */
    public static final int MAX_OF_ONE = 300;

    /** Causes that are told of a link, the likely one left out. */
    private static final int MAX_CAUSES = 3;

    private static final double CERTAIN = 0.999;

    private final Analysis analysis;
    private final MessageTable messages;
    private final CallTable calls;
    private final CallFacts facts;
    private final int[] firstOf;
    private final int[] nextOf;
    private final CriticalPath critical;
    private final WholeTrees trees;

    RequestsJson(Analysis analysis) {
        this.analysis = analysis;
        messages = analysis.messages();
        calls = analysis.calls();
        facts = new CallFacts(analysis);
        firstOf = new int[calls.size()];
        nextOf = new int[calls.size()];
        critical = new CriticalPath(messages, calls, new ServedCalls(messages, calls));
        trees = new WholeTrees(messages, analysis.links(), calls);
        Arrays.fill(firstOf, MessageTable.NONE);
        for (int call = calls.size() - 1; call >= 0; call--) {
            int root = calls.root()[call];
            nextOf[call] = firstOf[root];
            firstOf[root] = call;
        }
    }

    /** The examples of a pattern, by the numbers of their calls. */
    List<Map.Entry<Integer, PathExample>> examples(PathPattern pattern) {
        return pattern.examples().stream()
                .map(example -> Map.entry(callOf(example.root()), example))
                .filter(example -> example.getKey() >= 0)
                .toList();
    }

    /** The requests, in order of time. */
    List<RequestRow> all() {
        return chosen().stream().sorted().map(this::request).toList();
    }

    private Set<Integer> chosen() {
        Set<Integer> roots = new LinkedHashSet<>(ofIncidents());
        int room = MAX_OF_EXAMPLES;
        for (PathPattern pattern : analysis.patterns()) {
            for (PathExample example : pattern.examples()) {
                int call = callOf(example.root());
                if (call >= 0 && room > 0 && roots.add(call)) {
                    room -= size(call);
                }
            }
        }
        room += MAX_CALLS - MAX_OF_EXAMPLES;
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

    /** The requests whose calls show an incident, and the like ones from before: few, and the first to be asked for. */
    private List<Integer> ofIncidents() {
        return analysis.findings().stream()
                .flatMap(finding -> Stream.ofNullable(finding.incident()))
                .flatMap(incident -> incident.examples().stream())
                .filter(example -> example.call() >= 0 && example.call() < calls.size())
                .map(example -> calls.root()[example.call()])
                .toList();
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
        for (int call = firstOf[root]; call != MessageTable.NONE && size < MAX_OF_ONE; call = nextOf[call]) {
            size++;
        }
        return size;
    }

    private RequestRow request(int root) {
        long start = row(root).beginNanos();
        List<RequestRow.OfCall> rows = new ArrayList<>();
        Map<Integer, Integer> place = new HashMap<>();
        long end = start;
        for (int call = firstOf[root]; call != MessageTable.NONE && rows.size() < MAX_OF_ONE; call = nextOf[call]) {
            place.put(call, rows.size());
            CallRow row = row(call);
            int parent = place.getOrDefault(calls.parent()[call], MessageTable.NONE);
            rows.add(new RequestRow.OfCall(row, parent, row.beginNanos() - start, otherCauses(call)));
            end = Math.max(end, row.beginNanos() + row.tookNanos());
        }
        end = Math.max(end, critical.toNanos(root));
        return new RequestRow(root, start, end - start, trees.certainty(root), rows, path(root, start, place));
    }

    private CallRow row(int call) {
        return new CallRow(facts, call);
    }

    /** The critical path, from the beginning to the end. */
    private List<RequestRow.Stretch> path(int root, long start, Map<Integer, Integer> place) {
        List<RequestRow.Stretch> stretches = new ArrayList<>();
        critical.follow(root, (cause, call, row, from, until) -> {
            int at = place.getOrDefault(call, MessageTable.NONE);
            stretches.add(new RequestRow.Stretch(at, cause.id(), from - start, until - from));
        });
        Collections.reverse(stretches);
        return stretches;
    }

    /** The most likely causes besides the one that was taken, where that is not certain. */
    private List<RequestRow.Cause> otherCauses(int call) {
        List<RequestRow.Cause> causes = new ArrayList<>();
        if (calls.probability()[call] >= CERTAIN) {
            return causes;
        }
        int row = calls.request()[call];
        LinkTable links = analysis.links();
        int likely = links.likelyParent(row);
        IntStream.range(links.first(row), links.end(row))
                .filter(link -> links.parent(link) != likely)
                .boxed()
                .sorted((a, b) -> Double.compare(links.probability(b), links.probability(a)))
                .limit(MAX_CAUSES)
                .forEach(link -> causes.add(cause(row, links.parent(link), links.probability(link))));
        if (likely != MessageTable.NONE && links.spontaneous(row) > 0) {
            causes.add(RequestRow.Cause.none(links.spontaneous(row)));
        }
        return causes;
    }

    private RequestRow.Cause cause(int row, int cause, double probability) {
        return new RequestRow.Cause(
                facts.name(messages.source(cause)),
                facts.name(messages.destination(cause)),
                messages.timeNanos(row) - messages.timeNanos(cause),
                probability);
    }
}
