package io.wirepath.appliance.serve;

import io.wirepath.appliance.serve.history.HistoryCounter;
import io.wirepath.appliance.serve.history.HistoryCounters;
import io.wirepath.appliance.serve.history.MessageHistory.Mark;
import io.wirepath.appliance.serve.history.ServeCheckpoint;
import io.wirepath.appliance.serve.history.StateFile;
import io.wirepath.merge.live.Checkpoint;
import io.wirepath.merge.operation.OperationTemplates;
import io.wirepath.pipeline.NodeNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/** Writes checkpoints and names, and the places in the message history from which open windows can be filled again. */
final class CheckpointKeeper {

    private static final int MAX_MARKS = 1000;

    private final StateFile checkpointFile;
    private final StateFile namesFile;
    private final StateFile operationsFile;
    private final long everyNanos;
    private final LongSupplier neededFromNanos;
    private final HistoryCounters counters;
    private final List<Mark> marks = new ArrayList<>();
    private byte[] namesWritten = {};
    private int operationsWritten;
    private long dueNanos = Long.MIN_VALUE;
    private boolean failing;

    /**
     * Keeps.
     *
     * @param before marks of the checkpoint that was found
     * @param neededFromNanos messages of this time and later may be needed again
     */
    CheckpointKeeper(
            StateFile checkpointFile,
            StateFile namesFile,
            StateFile operationsFile,
            long everyNanos,
            List<Mark> before,
            LongSupplier neededFromNanos,
            HistoryCounters counters) {
        this.checkpointFile = checkpointFile;
        this.namesFile = namesFile;
        this.operationsFile = operationsFile;
        this.everyNanos = everyNanos;
        this.neededFromNanos = neededFromNanos;
        this.counters = counters;
        marks.addAll(before);
    }

    /** Whether a checkpoint should be written; asks for the next one after the interval. */
    boolean isDue(long nowNanos) {
        if (nowNanos < dueNanos) {
            return false;
        }
        dueNanos = nowNanos + everyNanos;
        return true;
    }

    /** Whether the checkpoint could not be written the last time. */
    boolean isFailing() {
        return failing;
    }

    /**
     * Writes a checkpoint of the merge at this mark of the history.
     *
     * @return whether it could be written
     */
    boolean keep(Checkpoint merge, Mark mark, NodeNames names, OperationTemplates operations) {
        marks.add(mark);
        forget();
        try {
            if (operations.version() != operationsWritten) {
                operationsFile.write(operations.encode());
                operationsWritten = operations.version();
            }
            checkpointFile.write(new ServeCheckpoint(merge.encode(), List.copyOf(marks)).encode());
            byte[] present = NamesText.of(names);
            if (!Arrays.equals(present, namesWritten)) {
                namesFile.write(present);
                namesWritten = present;
            }
            failing = false;
        } catch (IOException e) {
            counters.increment(HistoryCounter.STATE_NOT_KEPT);
            failing = true;
        }
        return !failing;
    }

    /** Drops places that nobody will read from again; where there are very many, every second one. */
    private void forget() {
        long needed = neededFromNanos.getAsLong();
        while (marks.size() > 1 && marks.get(1).latestNanos() < needed) {
            marks.remove(0);
        }
        if (marks.size() > MAX_MARKS) {
            List<Mark> thinned = new ArrayList<>();
            for (int i = 0; i < marks.size(); i++) {
                if (i % 2 == 0 || i == marks.size() - 1) {
                    thinned.add(marks.get(i));
                }
            }
            marks.clear();
            marks.addAll(thinned);
        }
    }
}
