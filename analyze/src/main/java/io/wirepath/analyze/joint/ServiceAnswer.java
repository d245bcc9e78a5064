package io.wirepath.analyze.joint;

/**
 * Who owns the calls of one scene.
 *
 * @param scene what was explained
 * @param candidates the slots
 * @param slot per call the slot of the most likely assignment as a whole, or {@link CandidateSets#NONE}
 * @param probability posterior of each slot
 * @param orphan posterior of each call having no owner
 */
record ServiceAnswer(Scene scene, CandidateSets candidates, int[] slot, double[] probability, double[] orphan) {

    /**
     * Mean probability of the owners in the answer, of calls that more than one task could have made. A call that is said to be
     * nobody's counts as none: an attempt that gives up many is certain of them, and explains nothing.
     */
    double certainty() {
        double sum = 0;
        int open = 0;
        for (int j = 0; j < slot.length; j++) {
            if (candidates.count(j) > 1) {
                int its = slot[j];
                sum += its < 0 ? 0 : probability[its];
                open++;
            }
        }
        return open == 0 ? 1 : sum / open;
    }
}
