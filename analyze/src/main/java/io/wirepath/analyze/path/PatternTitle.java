package io.wirepath.analyze.path;

import io.wirepath.flows.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One line that describes a pattern by its calls, such as {@code CLIENT → app → [redis ×2, auth → pg]}, behind what the
 * root asks for where that is known; a pattern without requests shows the way of its messages.
 */
final class PatternTitle {

    private static final String ARROW = " → ";
    private static final int MAX_CHARACTERS = 160;

    private final String node;
    private final List<PatternTitle> calls = new ArrayList<>();
    private boolean answered;

    private PatternTitle(String node) {
        this.node = node;
    }

    /** The title of the pattern that begins with this step. */
    static String of(PatternStep root) {
        PatternTitle caller = new PatternTitle(root.from());
        List<PatternTitle> open = new ArrayList<>(List.of(caller));
        collect(root, open);
        String operation = root.operation().isEmpty() ? "" : root.operation() + ": ";
        String title = operation + (caller.calls.isEmpty() ? way(root) : caller.text());
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
    private static void collect(PatternStep step, List<PatternTitle> open) {
        List<PatternTitle> below = open;
        if (step.role() == Role.RESPONSE) {
            open.stream().filter(call -> call.node.equals(step.from())).forEach(call -> call.answered = true);
        } else {
            PatternTitle call = new PatternTitle(step.to());
            below = new ArrayList<>(open);
            caller(step.from(), below).calls.add(call);
            below.add(call);
        }
        for (PatternStep child : step.children()) {
            collect(child, below);
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
        PatternTitle caller = new PatternTitle(unseen);
        above.calls.add(caller);
        open.add(caller);
        return caller;
    }

    private String text() {
        Map<String, Integer> times = new LinkedHashMap<>();
        for (PatternTitle call : calls) {
            times.merge(call.text(), 1, Integer::sum);
        }
        List<String> shown = new ArrayList<>();
        times.forEach((text, number) -> shown.add(number == 1 ? text : text + " ×" + number));
        return switch (shown.size()) {
            case 0 -> node;
            case 1 -> node + ARROW + shown.get(0);
            default -> node + ARROW + "[" + String.join(", ", shown) + "]";
        };
    }

    private static String way(PatternStep root) {
        StringBuilder way = new StringBuilder(root.from());
        PatternStep at = root;
        while (true) {
            way.append(ARROW).append(at.to());
            if (at.children().size() != 1) {
                return way.toString();
            }
            at = at.children().get(0);
        }
    }
}
