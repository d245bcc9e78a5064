package io.wirepath.analyze.joint;

import java.util.Arrays;

/** First guess of the owners, and how far each task can be trusted to teach the first tables. */
final class StartingOwners {

    private static final double EVIDENCE_WEIGHT = 0.5;
    /** The first tables of a class are learnt from at least so many tasks, or this share of them. */
    private static final int FEW_TASKS = 50;

    private static final int SHARE_OF_TASKS = 5;

    /** Possible owners of a call, on average, from which on hardly any guess is right. */
    private static final double CROWDED = 8;

    private final Scene scene;
    private final CandidateSets candidates;
    private final int[] slot;
    private final int[] ambiguity;

    StartingOwners(Scene scene, CandidateSets candidates) {
        this.scene = scene;
        this.candidates = candidates;
        slot = new int[scene.calls];
        ambiguity = new int[scene.tasks];
    }

    /**
     * Oldest task first: the candidate with the fewest calls of this label so far, among those that can have waited
     * for the response if there are any; evidence counts beside that.
     */
    int[] guess(double[] evidence) {
        int[] callsSoFar = new int[scene.tasks * scene.labels];
        for (int j = 0; j < scene.calls; j++) {
            boolean nesting = anyNests(j);
            int best = CandidateSets.NONE;
            double bestScore = Double.NEGATIVE_INFINITY;
            int eligible = 0;
            for (int s = candidates.first[j]; s < candidates.first[j + 1]; s++) {
                int i = candidates.task[s];
                if (nesting && !scene.returnsInTime(j, i)) {
                    continue;
                }
                eligible++;
                double score = EVIDENCE_WEIGHT * evidence[s] - callsSoFar[i * scene.labels + scene.label[j]];
                if (score > bestScore) {
                    best = s;
                    bestScore = score;
                }
            }
            noteAmbiguity(j, nesting, eligible);
            slot[j] = best;
            if (best >= 0) {
                callsSoFar[candidates.task[best] * scene.labels + scene.label[j]]++;
            }
        }
        return slot;
    }

    private boolean anyNests(int j) {
        for (int s = candidates.first[j]; s < candidates.first[j + 1]; s++) {
            if (scene.returnsInTime(j, candidates.task[s])) {
                return true;
            }
        }
        return false;
    }

    private void noteAmbiguity(int j, boolean nesting, int eligible) {
        for (int s = candidates.first[j]; s < candidates.first[j + 1]; s++) {
            int i = candidates.task[s];
            if (!nesting || scene.returnsInTime(j, i)) {
                ambiguity[i] = Math.max(ambiguity[i], eligible);
            }
        }
    }

    /** Whether so much is in flight that what a guess teaches about delays is worth nothing. */
    static boolean isCrowded(Scene scene, CandidateSets candidates) {
        return candidates.perCall() > CROWDED && scene.closedTasks() < FEW_TASKS;
    }

    /** Weight of each task in the first tables: the least ambiguous of each class count, the others do not. */
    double[] trust() {
        double[] weight = new double[scene.tasks];
        int[][] byClass = new int[scene.classes][0];
        int[] size = new int[scene.classes];
        for (int i = 0; i < scene.tasks; i++) {
            size[scene.taskClass[i]]++;
        }
        for (int k = 0; k < scene.classes; k++) {
            byClass[k] = new int[size[k]];
            size[k] = 0;
        }
        for (int i = 0; i < scene.tasks; i++) {
            int k = scene.taskClass[i];
            byClass[k][size[k]++] = i;
        }
        for (int[] tasks : byClass) {
            int[] decided = Arrays.stream(tasks).filter(i -> scene.closed[i]).toArray();
            if (decided.length >= FEW_TASKS) {
                Arrays.stream(decided).forEach(i -> weight[i] = 1);
            } else {
                trust(tasks, weight);
            }
        }
        return weight;
    }

    private void trust(int[] tasks, double[] weight) {
        int[] withCalls = Arrays.stream(tasks).filter(i -> ambiguity[i] > 0).toArray();
        int[] ranked = withCalls.length > 0 ? withCalls : tasks;
        if (ranked.length == 0) {
            return;
        }
        int[] sorted = Arrays.stream(ranked)
                .map(i -> Math.max(1, ambiguity[i]))
                .sorted()
                .toArray();
        int wanted = Math.min(ranked.length, Math.max(FEW_TASKS, ranked.length / SHARE_OF_TASKS));
        int limit = sorted[wanted - 1];
        int chosen = 0;
        for (int i : ranked) {
            if (Math.max(1, ambiguity[i]) <= limit) {
                weight[i] = 1;
                chosen++;
            }
        }
        for (int i : tasks) {
            if (ambiguity[i] == 0) {
                weight[i] = (double) chosen / ranked.length;
            }
        }
    }
}
