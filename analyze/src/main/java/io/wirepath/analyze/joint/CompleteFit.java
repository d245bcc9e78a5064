package io.wirepath.analyze.joint;

/**
 * Log-likelihood of tasks and owners together, as they stand.
 *
 * <p>A call without an owner counts as rare as such calls are at first, whatever was learnt of them: else the attempt fits
 * best that gives up most calls. Overtaking is left out.
 */
final class CompleteFit {

    private CompleteFit() {}

    /**
     * Sum over tasks and calls, in nats.
     *
     * @param evidence log-likelihood ratio of each slot
     */
    static double of(Scene scene, Owners owners, TaskModel model, TaskWalk walk, double[] evidence) {
        double sum = 0;
        for (int i = 0; i < scene.tasks; i++) {
            walk.lay(i, owners.calls[i], owners.count[i]);
            sum += model.log(walk);
        }
        for (int j = 0; j < scene.calls; j++) {
            int slot = owners.slot[j];
            sum += slot < 0 ? model.logSpontaneousAtFirst(j) : evidence[slot];
        }
        return sum;
    }
}
