package io.wirepath.analyze.change;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A duration leapt, all of it or its tail, by more than its place ever showed. What is large needs few observations:
 * {@link LeapSearch} finds where, and {@link LeapChance} tells how well chance explains it. Immutable.
 *
 * @param change when
 * @param effectNanos how much longer an observation takes, on average, like compared with like
 * @param share share of the observations that show it: 1 where all are slower
 */
public record Leap(Change change, double effectNanos, double share) {

    /**
     * The leaps that chance explains with at most this probability, in order of time.
     *
     * @param floorNanos durations are compared as if so much were added: what is short beside it is alike
     */
    public static List<Leap> of(Observations durations, double floorNanos, double maxChance) {
        List<Leap> found = new ArrayList<>();
        add(LevelChange.alike(durations.bounded().heldOnce()), floorNanos, maxChance, ChangeModel.MAX_CHANGES, found);
        found.sort(Comparator.comparingLong(leap -> leap.change().onsetNanos()));
        return found;
    }

    private static void add(Observations all, double floorNanos, double maxChance, int depth, List<Leap> to) {
        LeapChance.Stretch best = depth == 0 ? null : new LeapSearch(all, floorNanos).best(maxChance);
        if (best == null) {
            return;
        }
        boolean lasts = best.to() == all.size();
        int[] starts = lasts ? new int[] {best.from()} : new int[] {best.from(), best.to()};
        double[] levels = lasts ? new double[] {0, 1} : new double[] {0, 1, 0};
        int search = Math.max(2, all.size() / LevelChange.SEARCHED_PART);
        Levels placed = new Levels(all, RankScores.of(all), starts, levels, search, best.chance());
        to.add(new Leap(placed.changes().get(0), best.effectNanos(), best.share()));
        if (!lasts) {
            add(all.between(0, best.from()), floorNanos, maxChance / 2, depth - 1, to);
            add(all.between(best.to(), all.size()), floorNanos, maxChance / 2, depth - 1, to);
        }
    }
}
