package io.wirepath.analyze.joint;

import java.util.Arrays;

/**
 * Splits the undecided calls of a scene into groups that do not depend on each other: tasks joined by calls that both
 * could own.
 */
final class Components {

    /** Calls of each component in order of sending. */
    final int[][] calls;

    private Components(int[][] calls) {
        this.calls = calls;
    }

    /**
     * Groups the active calls.
     *
     * @param active the calls that are still to be decided
     */
    static Components of(Scene scene, CandidateSets candidates, boolean[] active) {
        DisjointSets tasks = new DisjointSets(scene.tasks);
        int[] joined = new int[scene.tasks];
        for (int j = 0; j < scene.calls; j++) {
            for (int s = candidates.first[j] + 1; active[j] && s < candidates.first[j + 1]; s++) {
                // Calls that are near in time have nearly the same candidates.
                if (joined[candidates.task[s]] != candidates.task[s - 1] + 1) {
                    joined[candidates.task[s]] = candidates.task[s - 1] + 1;
                    tasks.join(candidates.task[s - 1], candidates.task[s]);
                }
            }
        }
        int[] number = new int[scene.tasks];
        Arrays.fill(number, -1);
        int components = 0;
        int[] size = new int[scene.tasks];
        for (int j = 0; j < scene.calls; j++) {
            if (active[j]) {
                int root = tasks.find(candidates.task[candidates.first[j]]);
                if (number[root] < 0) {
                    number[root] = components++;
                }
                size[number[root]]++;
            }
        }
        int[][] calls = new int[components][];
        for (int c = 0; c < components; c++) {
            calls[c] = new int[size[c]];
        }
        Arrays.fill(size, 0);
        for (int j = 0; j < scene.calls; j++) {
            if (active[j]) {
                int c = number[tasks.find(candidates.task[candidates.first[j]])];
                calls[c][size[c]++] = j;
            }
        }
        return new Components(calls);
    }
}
