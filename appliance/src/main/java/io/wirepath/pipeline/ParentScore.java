package io.wirepath.pipeline;

import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.loading.MessageDetails;
import io.wirepath.imports.TrueParents;
import io.wirepath.imports.TrueParents.TrueCall;
import io.wirepath.report.ParentComparison;
import io.wirepath.report.ParentComparison.OfService;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Compares inferred causes with those that instrumented traces tell: the measures by which TraceWeaver and DeepTrace
 * are judged, of calls, of the calls of a request to a service, and of whole traces.
 */
final class ParentScore {

    private final TrueParents truth;
    private final Map<String, TrueCall> byId = new HashMap<>();
    private final Map<String, @Nullable String> inferred = new HashMap<>();
    private final Set<String> wrongTraces = new HashSet<>();
    private final Map<String, String> rootOf = new HashMap<>();

    private ParentScore(TrueParents truth) {
        this.truth = truth;
        truth.calls().forEach(call -> byId.put(call.id(), call));
    }

    static ParentComparison of(TrueParents truth, Analysis analysis, MessageDetails details) {
        ParentScore score = new ParentScore(truth);
        score.infer(analysis, details);
        return score.compare();
    }

    private void infer(Analysis analysis, MessageDetails details) {
        MessageTable messages = analysis.messages();
        CallTable calls = analysis.calls();
        @Nullable String[] ids = new String[calls.size()];
        for (int call = 0; call < ids.length; call++) {
            int row = calls.request()[call];
            TrueCall known = truth.find(new TrueParents.Key(
                    details.firstNanos(messages.record(row)),
                    messages.nodes().get(messages.source(row)).address(),
                    messages.sourcePort(row)));
            ids[call] = known == null ? null : known.id();
        }
        for (int call = 0; call < ids.length; call++) {
            String id = ids[call];
            int parent = calls.parent()[call];
            if (id != null) {
                inferred.put(id, parent == MessageTable.NONE ? null : Objects.requireNonNullElse(ids[parent], "?"));
            }
        }
    }

    /** A cause that is in no trace is none: the call came from outside. */
    private @Nullable String cause(TrueCall call) {
        return call.parent() != null && byId.containsKey(call.parent()) ? call.parent() : null;
    }

    private String root(TrueCall call) {
        String known = rootOf.get(call.id());
        if (known != null) {
            return known;
        }
        TrueCall at = call;
        for (int i = 0; i < byId.size(); i++) {
            String up = cause(at);
            TrueCall parent = up == null ? null : byId.get(up);
            if (parent == null) {
                break;
            }
            at = parent;
        }
        rootOf.put(call.id(), at.id());
        return at.id();
    }

    private ParentComparison compare() {
        Map<String, long[]> services = new TreeMap<>();
        Map<String, Set<String>> trueCalls = new HashMap<>();
        Map<String, Set<String>> givenCalls = new HashMap<>();
        long right = 0;
        Set<String> roots = new HashSet<>();
        for (TrueCall call : truth.calls()) {
            String cause = cause(call);
            String given = inferred.get(call.id());
            boolean isRight = inferred.containsKey(call.id()) && Objects.equals(cause, given);
            right += isRight ? 1 : 0;
            roots.add(root(call));
            if (!isRight) {
                wrongTraces.add(root(call));
            }
            if (cause != null) {
                long[] counts = services.computeIfAbsent(call.service(), name -> new long[4]);
                counts[0]++;
                counts[1] += isRight ? 1 : 0;
                trueCalls.computeIfAbsent(cause, id -> new HashSet<>()).add(call.id());
            }
            if (given != null) {
                givenCalls.computeIfAbsent(given, id -> new HashSet<>()).add(call.id());
            }
        }
        trueCalls.forEach((cause, set) -> {
            TrueCall any = Objects.requireNonNull(byId.get(set.iterator().next()));
            long[] counts = Objects.requireNonNull(services.get(any.service()));
            counts[2]++;
            counts[3] += set.equals(givenCalls.get(cause)) ? 1 : 0;
        });
        List<OfService> rows = new ArrayList<>();
        services.forEach((name, n) -> rows.add(new OfService(name, n[0], n[1], n[2], n[3])));
        return new ParentComparison(
                truth.size(), inferred.size(), right, roots.size(), roots.size() - wrongTraces.size(), rows);
    }
}
