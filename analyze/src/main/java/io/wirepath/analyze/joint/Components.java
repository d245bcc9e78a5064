package io.wirepath.analyze.joint;

import java.util.Arrays;

/**
 * Splits the undecided calls of a scene into groups that do not depend on each other: tasks joined by calls that both
 * could own. Where overtaking counts, tasks that overlap in time are joined too.
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
     * @param byOverlap whether tasks that overlap in time belong together
     */
    static Components of(Scene scene, CandidateSets candidates, boolean[] active, boolean byOverlap) {
        DisjointSets tasks = new DisjointSets(scene.tasks);
        if (byOverlap) {
            joinOverlapping(scene, tasks);
        }
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

    private static void joinOverlapping(Scene scene, DisjointSets tasks) {
        int longest = 0;
        for (int i = 1; i < scene.tasks; i++) {
            if (scene.arrival[i] <= scene.departure[longest]) {
                tasks.join(longest, i);
            }
            if (scene.departure[i] > scene.departure[longest]) {
                longest = i;
            }
        }
    }
}
