package io.wirepath.analyze.joint;

import java.util.Arrays;

/** Marks for going through tasks once; to clear them costs nothing. */
final class TaskMarks {

    private final CandidateSets candidates;
    private final int[] markOf;
    private final int[] found;
    private int mark = 1;

    TaskMarks(CandidateSets candidates, int tasks) {
        this.candidates = candidates;
        markOf = new int[tasks];
        found = new int[tasks];
    }

    /** Takes all marks away. */
    void clear() {
        mark++;
    }

    /** Marks a task; false where it was marked already. */
    boolean set(int task) {
        if (markOf[task] == mark) {
            return false;
        }
        markOf[task] = mark;
        return true;
    }

    /** The tasks that can own any of these calls, each once; they alone are marked then. */
    int[] tasksOf(int[] calls) {
        clear();
        int count = 0;
        for (int j : calls) {
            for (int s = candidates.first[j]; s < candidates.first[j + 1]; s++) {
                if (set(candidates.task[s])) {
                    found[count++] = candidates.task[s];
                }
            }
        }
        return Arrays.copyOf(found, count);
    }
}
