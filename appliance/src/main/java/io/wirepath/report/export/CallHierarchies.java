package io.wirepath.report.export;

import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.PatternStep;
import io.wirepath.flows.CountText;
import io.wirepath.flows.Role;
import io.wirepath.report.Report;
import io.wirepath.report.export.DotGraph.Shape;
import io.wirepath.report.text.Figures;
import io.wirepath.report.text.PatternRank;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes path patterns as call hierarchies for Graphviz (Project 5 §5.4, Figure 8): callers are above callees.
 *
 * <pre>
 *   CLIENT
 *     │ 600 times, 31 ms         instances and mean time of the whole, beside the first call
 *   (web 30 ms)                  mean time in the node and all that it calls
 *     │ 1.2 ms                   from entry into the caller to entry into the callee
 *   (app 25 ms)
 * </pre>
 *
 * <p>A node whose callers no sniffer watched is entered when the message leaves. A message that nobody answers ends
 * where it arrives.
 */
public final class CallHierarchies {

    /** A call, or a message without answer, and what was called for it. */
    private static final class Call {
        private final PatternStep request;
        private final @Nullable Call caller;
        private final List<Call> callees = new ArrayList<>();
        private @Nullable PatternStep response;

        Call(PatternStep request, @Nullable Call caller) {
            this.request = request;
            this.caller = caller;
        }

        double entryNanos() {
            DelayDistribution wire = request.networkDelay();
            return request.startNanos() + (wire == null ? 0 : wire.meanNanos());
        }

        boolean isAnsweredBy(PatternStep step) {
            return response == null
                    && request.to().equals(step.from())
                    && request.from().equals(step.to());
        }
    }

    private final DotGraph to;

    private CallHierarchies(String title) {
        to = new DotGraph(title, DotGraph.Direction.DOWN);
    }

    /**
     * The picture as Graphviz source.
     *
     * @param rank which patterns to draw first
     * @param most how many of them
     */
    public static String of(Report report, PatternRank rank, int most) {
        CallHierarchies writer = new CallHierarchies(report.title());
        List<PathPattern> patterns = report.analysis().patterns().stream()
                .sorted(rank.order())
                .limit(most)
                .toList();
        for (int i = 0; i < patterns.size(); i++) {
            writer.pattern(i, patterns.get(i));
        }
        return writer.to.text();
    }

    private void pattern(int number, PathPattern pattern) {
        to.begin(Integer.toString(number), pattern.id() + "  " + pattern.title());
        PatternStep root = pattern.root();
        Call first = new Call(root, null);
        root.children().forEach(step -> take(step, first));
        String caller = to.node(Shape.ELLIPSE, root.from());
        String label = "%s times, %s"
                .formatted(
                        CountText.of(pattern.count()),
                        Figures.time(pattern.duration().meanNanos()));
        draw(first, caller, label);
        to.end();
    }

    /** Puts a message and all that it caused into the tree of calls, below the call that is open at its sender. */
    private static void take(PatternStep step, Call open) {
        Call next = open;
        if (step.role() == Role.RESPONSE) {
            Call at = open;
            while (at != null && !at.isAnsweredBy(step)) {
                at = at.caller;
            }
            if (at != null) {
                at.response = step;
                next = at.caller == null ? at : at.caller;
            }
        } else {
            next = new Call(step, open);
            open.callees.add(next);
        }
        for (PatternStep child : step.children()) {
            take(child, next);
        }
    }

    private void draw(Call call, String from, String label) {
        PatternStep response = call.response;
        String time = response == null
                ? call.request.role() == Role.REQUEST ? "no answer" : ""
                : Figures.time(response.startNanos() - call.entryNanos());
        String port = call.request.port().equals("*") ? "" : ":" + call.request.port();
        String node = to.node(
                call.request.toTraced() ? Shape.ELLIPSE : Shape.DIAMOND,
                time.isEmpty() ? call.request.to() + port : call.request.to() + port + "\n" + time);
        to.edge(from, node, label);
        for (Call callee : call.callees) {
            draw(callee, node, Figures.time(callee.entryNanos() - call.entryNanos()));
        }
    }
}
