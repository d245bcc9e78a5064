package io.wirepath.causes.incremental;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.explain.ExplainedLinks;
import io.wirepath.causes.explain.ExplainingAlgorithm;
import io.wirepath.causes.explain.Explanation;
import io.wirepath.causes.explain.ExplanationRequest;
import io.wirepath.causes.linking.OwnerLinks;
import io.wirepath.causes.linking.OwnerTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs a streaming algorithm over a long table window by window: what it needs beside the table itself stays bounded,
 * and its time is linear in the length of the run.
 *
 * <p>Each window decides its core. It also sees what comes after, for as long as nearly all requests take, and the
 * requests that were open when it began, with the calls already decided for them. Tables that fit one window are given
 * to the algorithm as they are. Pure and thread-safe.
 */
public final class WindowedInference implements ExplainingAlgorithm {

    /** Messages of a core: the figures for accuracy against the whole run are in docs/accuracy.md. */
    public static final int DEFAULT_ROWS = 400_000;

    private final StreamingAlgorithm algorithm;
    private final int coreRows;

    /**
     * Prepares.
     *
     * @param coreRows messages that one window decides, at least 1
     */
    public WindowedInference(StreamingAlgorithm algorithm, int coreRows) {
        if (coreRows < 1) {
            throw new IllegalArgumentException("a window decides at least one message");
        }
        this.algorithm = algorithm;
        this.coreRows = coreRows;
    }

    @Override
    public String name() {
        return algorithm.name();
    }

    /** The algorithm that each window is given to. */
    public StreamingAlgorithm streaming() {
        return algorithm;
    }

    /** Whether the table is so short that it is not cut. */
    public boolean isOneWindow(MessageTable messages) {
        return messages.size() <= coreRows + coreRows / 2;
    }

    @Override
    public ExplainedLinks explain(MessageTable messages, ExplanationRequest wanted) {
        if (isOneWindow(messages)) {
            return algorithm.explain(messages, wanted);
        }
        List<Explanation> explanations = new ArrayList<>();
        OwnerTable owners = owners(messages, wanted, explanations);
        return new ExplainedLinks(OwnerLinks.of(messages, owners), wanted.choose(explanations));
    }

    private OwnerTable owners(MessageTable messages, ExplanationRequest wanted, List<Explanation> explanations) {
        OwnerTable.Builder owners = new OwnerTable.Builder(messages.size());
        int[] chosen = new int[messages.size()];
        Arrays.fill(chosen, Decided.OPEN);
        WindowCutter cutting = new WindowCutter(messages, chosen);
        CarriedTables carried = CarriedTables.nothing();
        for (int from = 0; from < messages.size(); ) {
            int rest = messages.size() - from;
            int to = rest <= coreRows + coreRows / 2 ? messages.size() : from + coreRows;
            WindowCutter.Window window = cutting.window(from, to, coreRows / 2);
            WindowAnswer answer = algorithm.infer(window.messages(), window.decided(), carried, window.wanted(wanted));
            int core = to;
            answer.explanations().stream()
                    .map(own -> own.map(row -> (int) window.messages().record(row)))
                    .filter(own -> own.row() >= window.firstRow() && own.row() < core)
                    .forEach(explanations::add);
            take(answer, window, from, to, owners, chosen);
            if (to < messages.size()) {
                carried = answer.carry(messages.timeNanos(to));
            }
            from = to;
        }
        return owners.build();
    }

    private static void take(
            WindowAnswer answer,
            WindowCutter.Window window,
            int from,
            int to,
            OwnerTable.Builder owners,
            int[] chosen) {
        OwnerTable own = answer.owners();
        MessageTable messages = window.messages();
        for (int row = from; row < to; row++) {
            int there = window.rowOf(row);
            if (!own.isKnown(there)) {
                owners.skipRow();
                continue;
            }
            for (int at = own.first(there); at < own.end(there); at++) {
                owners.add((int) messages.record(own.owner(at)), own.probability(at));
            }
            int owner = own.chosen(there);
            chosen[row] = owner == MessageTable.NONE ? MessageTable.NONE : (int) messages.record(owner);
            owners.endRow(chosen[row], own.none(there));
        }
    }
}
