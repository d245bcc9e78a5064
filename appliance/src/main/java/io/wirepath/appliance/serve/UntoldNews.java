package io.wirepath.appliance.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.FindingLog.Listener;
import io.wirepath.appliance.serve.FindingLog.News;
import io.wirepath.appliance.serve.FindingLog.Stage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Beginnings and ends of alerts that nobody took yet, so that each is told at least once, whatever is killed when.
 *
 * <pre>
 *  add ─► kept on disk ─► tell ─► taken ─► kept no more
 *                          ▲
 *              restart ────┘
 * </pre>
 *
 * <p>What was taken just before a kill is told again; its finding and stage are the same. Of more than
 * {@value #MAX_UNTOLD} the oldest are forgotten. What goes on is told with each window anyway, and not kept. Guarded by
 * the {@link FindingLog}.
 */
final class UntoldNews {

    /** As many as wait for one receiver. */
    static final int MAX_UNTOLD = 1000;

    private static final String FINDING = "finding";
    private static final String STAGE = "stage";
    private static final String AGAIN = "againNanos";

    private final Deque<News> waiting = new ArrayDeque<>();
    private final Consumer<News> onTaken;

    /** Null before anybody listens. */
    private @Nullable Listener listener;

    /** Nothing waits; {@code onTaken} is given each that was taken, by any thread. */
    UntoldNews(Consumer<News> onTaken) {
        this.onTaken = onTaken;
    }

    /** What is to be kept before it is told. */
    void add(List<News> news) {
        news.stream().filter(UntoldNews::waits).forEach(this::add);
    }

    private void add(News told) {
        if (waiting.size() == MAX_UNTOLD) {
            waiting.removeFirst();
        }
        waiting.addLast(told);
    }

    private static boolean waits(News told) {
        return told.isAlert() && told.stage() != Stage.OPEN;
    }

    /** Tells it, where somebody listens. */
    void tell(List<News> news) {
        Listener to = listener;
        if (to != null) {
            news.forEach(told -> to.hear(told, waits(told) ? () -> onTaken.accept(told) : () -> {}));
        }
    }

    /** Whether it waited until now: this one, and none that says the same. */
    @SuppressWarnings("ReferenceEquality")
    boolean remove(News told) {
        return waiting.removeIf(each -> each == told);
    }

    void tellTo(Listener other) {
        listener = other;
        tell(List.copyOf(waiting));
    }

    ArrayNode kept() {
        ArrayNode kept = JsonNodeFactory.instance.arrayNode();
        for (News told : waiting) {
            kept.addObject()
                    .put(STAGE, told.stage().name())
                    .put(AGAIN, told.againNanos())
                    .set(FINDING, told.finding());
        }
        return kept;
    }

    void resume(JsonNode kept) {
        for (JsonNode each : kept) {
            if (each.path(FINDING) instanceof ObjectNode finding) {
                Stage stage = Stage.valueOf(each.path(STAGE).asText());
                add(new News(finding.deepCopy(), stage, each.path(AGAIN).asLong()));
            }
        }
    }
}
