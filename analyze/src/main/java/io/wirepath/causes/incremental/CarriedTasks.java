package io.wirepath.causes.incremental;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.linking.OwnerLinks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Chooses what to carry on: of each node the latest tasks that were over before the next window begins, their calls,
 * and the calls without an owner of the same time.
 *
 * <pre>
 *  node   task ├──┤ task ├───┤        ├──┤       ├─── still open: belongs to the next window
 *              └ since ───────────────────────── until
 * </pre>
 */
final class CarriedTasks {

    /** Tasks of a node that are kept: some hundred teach nearly as much as all. */
    static final int TASKS_OF_A_NODE = 1000;

    private static final int MAX_TASKS = 50_000;
    private static final long OLDEST_NANOS = 3_600_000_000_000L;

    private final WindowAnswer answer;
    private final MessageTable old;
    private final MessageTable window;
    private final long untilNanos;
    private final long oldestNanos;
    /** Per node address: since when calls are kept. */
    private final Map<String, Long> since = new HashMap<>();

    private final boolean[] asTask;
    private final boolean[] asCall;

    /** Prepares; rows are numbered with those of the older messages first. */
    CarriedTasks(WindowAnswer answer, long untilNanos) {
        this.answer = answer;
        this.untilNanos = untilNanos;
        old = answer.before().messages();
        window = answer.window();
        long last = window.size() == 0 ? 0 : window.timeNanos(window.size() - 1);
        oldestNanos = Math.min(untilNanos, last) - OLDEST_NANOS;
        asTask = new boolean[old.size() + window.size()];
        asCall = new boolean[asTask.length];
    }

    CarriedTables carry() {
        chooseTasks();
        chooseCalls();
        NodeTable nodes = new NodeTable();
        MessageTableBuilder builder = new MessageTableBuilder(nodes);
        ConnectionNumbers conversations = new ConnectionNumbers();
        RowCopy copyOld = new RowCopy(old, builder, nodes, 0, conversations.numbersOf(old));
        RowCopy copyNew = new RowCopy(window, builder, nodes, old.size(), conversations.numbersOf(window));
        for (int x = 0; x < asTask.length; x++) {
            if (asTask[x] || asCall[x]) {
                copy(x, x < old.size() ? copyOld : copyNew);
            }
        }
        MessageTable kept = builder.build();
        return new CarriedTables(kept, decided(kept));
    }

    private void copy(int x, RowCopy copy) {
        copy.copy(rowOf(x), x);
        int partner = of(x).partner(rowOf(x));
        if (partner != MessageTable.NONE) {
            copy.copy(partner, x - rowOf(x) + partner);
        }
    }

    private MessageTable of(int x) {
        return x < old.size() ? old : window;
    }

    private int rowOf(int x) {
        return x < old.size() ? x : x - old.size();
    }

    private Decided known(int x) {
        return x < old.size() ? answer.before().decided() : answer.decided();
    }

    /** Whether this is a call or a one-way message before the next window. */
    private boolean teaches(int x) {
        return OwnerLinks.opens(of(x), rowOf(x)) && of(x).timeNanos(rowOf(x)) < untilNanos;
    }

    private void chooseTasks() {
        Map<String, List<Integer>> tasks = new HashMap<>();
        for (int x = 0; x < asTask.length; x++) {
            if (teaches(x) && known(x).isTask(rowOf(x)) && isOver(x)) {
                String node = of(x).nodes().get(of(x).destination(rowOf(x))).address();
                tasks.computeIfAbsent(node, n -> new ArrayList<>()).add(x);
            }
        }
        int each = Math.min(TASKS_OF_A_NODE, MAX_TASKS / Math.max(1, tasks.size()));
        tasks.forEach((node, list) -> {
            list.sort(Comparator.comparingLong(this::arrivalNanos));
            List<Integer> latest = list.subList(Math.max(0, list.size() - each), list.size());
            latest.forEach(x -> asTask[x] = true);
            if (!latest.isEmpty()) {
                since.put(node, arrivalNanos(latest.get(0)));
            }
        });
    }

    private long arrivalNanos(int x) {
        return OwnerLinks.receivedNanos(of(x), rowOf(x));
    }

    private boolean isOver(int x) {
        int response = OwnerLinks.answer(of(x), rowOf(x));
        boolean answered = response == MessageTable.NONE || of(x).timeNanos(response) < untilNanos;
        return answered && arrivalNanos(x) >= oldestNanos;
    }

    private void chooseCalls() {
        for (int x = 0; x < asCall.length; x++) {
            if (teaches(x) && known(x).isCall(rowOf(x))) {
                String node = of(x).nodes().get(of(x).source(rowOf(x))).address();
                int owner = owner(x);
                asCall[x] = of(x).timeNanos(rowOf(x)) >= since.getOrDefault(node, Long.MAX_VALUE)
                        && owner != Decided.OPEN
                        && (owner == MessageTable.NONE || asTask[owner]);
            }
        }
    }

    /** Number of the owner of this call, {@link MessageTable#NONE}, or {@link Decided#OPEN} where nobody knows. */
    private int owner(int x) {
        if (x < old.size()) {
            return answer.before().decided().owner(x);
        }
        int row = rowOf(x);
        if (!answer.owners().isKnown(row)) {
            return Decided.OPEN;
        }
        int owner = answer.owners().chosen(row);
        return owner == MessageTable.NONE ? MessageTable.NONE : owner + old.size();
    }

    private Decided decided(MessageTable kept) {
        Decided decided = Decided.nothing(kept.size());
        int[] rowOfNumber = new int[asTask.length];
        for (int row = 0; row < kept.size(); row++) {
            rowOfNumber[(int) kept.record(row)] = row;
        }
        for (int row = 0; row < kept.size(); row++) {
            int x = (int) kept.record(row);
            decided.count(row, asTask[x], asCall[x]).close(row);
            if (asCall[x]) {
                int owner = owner(x);
                decided.decide(row, owner == MessageTable.NONE ? MessageTable.NONE : rowOfNumber[owner]);
            }
        }
        return decided;
    }
}
