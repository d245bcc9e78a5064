package io.wirepath.analyze.path;

import io.wirepath.causes.PortText;
import io.wirepath.flows.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;

/**
 * One line that describes a pattern by its calls, such as {@code CLIENT → app → [redis ×2, auth → pg]}, behind what the
 * root asks for where that is known; a pattern without requests shows the way of its messages.
 */
final class PatternTitle {

    private static final String ARROW = " → ";
    private static final int MAX_CHARACTERS = 160;

    private final String node;
    private final String shown;
    private final List<PatternTitle> calls = new ArrayList<>();
    private boolean answered;

    private PatternTitle(String node, String shown) {
        this.node = node;
        this.shown = shown;
    }

    /** The title of the pattern that begins with this step. */
    static String of(PatternStep root) {
        return of(root, (node, port) -> node);
    }

    /** The title of a pattern with the ports that were called: they tell it from others where the nodes do not. */
    static String withPorts(PathPattern pattern) {
        return of(pattern.root(), PortText::of)
                + pattern.title().substring(of(pattern.root()).length());
    }

    private static String of(PatternStep root, BinaryOperator<String> withPort) {
        PatternTitle caller = new PatternTitle(root.from(), root.from());
        List<PatternTitle> open = new ArrayList<>(List.of(caller));
        collect(root, open, withPort);
        String operation = root.operation().isEmpty() ? "" : root.operation() + ": ";
        String title = operation + (caller.calls.isEmpty() ? way(root, withPort) : caller.text());
        return title.length() <= MAX_CHARACTERS ? title : title.substring(0, MAX_CHARACTERS - 1) + "…";
    }

    /** What tells the pattern from others with the same calls: what the answer to the root call followed on. */
    static String answer(PatternStep root) {
        if (root.role() != Role.REQUEST) {
            return "";
        }
        String cause = causeOfAnswer(root, root);
        if (cause.isEmpty()) {
            return " (no answer linked)";
        }
        return cause.equals(root.from()) ? " (answered at once)" : " (answer waits for " + cause + ")";
    }

    private static String causeOfAnswer(PatternStep root, PatternStep step) {
        for (PatternStep child : step.children()) {
            boolean answer = child.role() == Role.RESPONSE
                    && child.from().equals(root.to())
                    && child.to().equals(root.from());
            String cause = answer ? step.from() : causeOfAnswer(root, child);
            if (!cause.isEmpty()) {
                return cause;
            }
        }
        return "";
    }

    /** {@code open} holds the calls that messages above this one began, the innermost last. */
    private static void collect(PatternStep step, List<PatternTitle> open, BinaryOperator<String> withPort) {
        List<PatternTitle> below = open;
        if (step.role() == Role.RESPONSE) {
            open.stream().filter(call -> call.node.equals(step.from())).forEach(call -> call.answered = true);
        } else {
            PatternTitle call = new PatternTitle(step.to(), withPort.apply(step.to(), step.port()));
            below = new ArrayList<>(open);
            caller(step.from(), below).calls.add(call);
            below.add(call);
        }
        for (PatternStep child : step.children()) {
            collect(child, below, withPort);
        }
    }

    /**
     * The innermost call of this node; where there is none, nobody saw what the node received, and it gets a place
     * below what is open.
     */
    private static PatternTitle caller(String node, List<PatternTitle> open) {
        String unseen = "(" + node + ")";
        PatternTitle above = open.get(0);
        for (int x = open.size() - 1; x >= 0; x--) {
            PatternTitle call = open.get(x);
            if (call.node.equals(node) || call.node.equals(unseen)) {
                return call;
            }
            boolean isSeenAndOpen = !call.answered && !call.node.startsWith("(");
            above = above == open.get(0) && isSeenAndOpen ? call : above;
        }
        PatternTitle caller = new PatternTitle(unseen, unseen);
        above.calls.add(caller);
        open.add(caller);
        return caller;
    }

    private String text() {
        Map<String, Integer> times = new LinkedHashMap<>();
        for (PatternTitle call : calls) {
            times.merge(call.text(), 1, Integer::sum);
        }
        List<String> below = new ArrayList<>();
        times.forEach((text, number) -> below.add(number == 1 ? text : text + " ×" + number));
        return switch (below.size()) {
            case 0 -> shown;
            case 1 -> shown + ARROW + below.get(0);
            default -> shown + ARROW + "[" + String.join(", ", below) + "]";
        };
    }

    private static String way(PatternStep root, BinaryOperator<String> withPort) {
        StringBuilder way = new StringBuilder(root.from());
        PatternStep at = root;
        while (true) {
            way.append(ARROW).append(withPort.apply(at.to(), at.port()));
            if (at.children().size() != 1) {
                return way.toString();
            }
            at = at.children().get(0);
        }
    }
}
