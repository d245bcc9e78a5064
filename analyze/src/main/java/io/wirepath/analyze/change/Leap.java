package io.wirepath.analyze.change;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A quantity leapt, all of it or its tail, by more than its place ever showed. What is large needs few observations:
 * {@link LeapSearch} finds where, and {@link LeapChance} tells how well chance explains it. Immutable.
 *
 * @param change when
 * @param effect by how much an observation differs, on average, like compared with like
 * @param share share of the observations that show it: 1 where most do
 */
public record Leap(Change change, double effect, double share) {

    /**
     * The leaps of durations that chance explains with at most this probability, in order of time. What was held
     * together until one moment counts once, and where it takes longer the more requests are open, those that met as
     * many are compared.
     *
     * @param floorNanos durations are compared as if so much were added: what is short beside it is alike
     * @param others what other places show
     */
    public static List<Leap> ofDurations(Observations durations, double floorNanos, Excess others, double maxChance) {
        Observations alike = LevelChange.alike(durations.bounded().heldOnce());
        return of(alike, Scale.ofDurations(floorNanos, others), maxChance).stream()
                .map(leap -> leap.share < 1
                        ? leap
                        : leap.with(Ramp.placed(alike, List.of(leap.change)).get(0)))
                .toList();
    }

    /** The leaps of counts, up and down, that are nearly always the same: what the code decides never wanders. */
    public static List<Leap> ofCounts(Observations counts, double floor, double maxChance) {
        Observations some = counts.bounded();
        return Stream.of(1, -1)
                .flatMap(sign -> of(some, new Scale(floor, sign, 0, 0.5, Excess.NONE), maxChance / 2).stream())
                .filter(leap -> some.isSteadyElsewhere(leap.change()))
                .toList();
    }

    private Leap with(Change other) {
        return new Leap(other, effect, share);
    }

    static List<Leap> of(Observations all, Scale scale, double maxChance) {
        List<Leap> found = new ArrayList<>();
        add(all, scale, maxChance, ChangeModel.MAX_CHANGES, found);
        found.sort(Comparator.comparingLong(leap -> leap.change().onsetNanos()));
        return found;
    }

    /**
     * How values are compared: by the logarithm of their ratio as if a floor were added to both.
     *
     * @param sign 1 for what grows, −1 for what shrinks
     * @param freedom how surely it wanders as places usually do: as so many stretches would tell; 0 of what may never
     * @param part what lies so far on the way to a quantile of the stretch shows it, too; 1 of what is all or nothing
     * @param others what other places show
     */
    record Scale(double floor, int sign, double freedom, double part, Excess others) {

        static Scale ofDurations(double floor, Excess others) {
            return new Scale(floor, 1, ChangeModel.WAVES_FREEDOM, 0.5, others);
        }

        /** By which values are compared: the larger, the more it leapt. */
        double log(double value) {
            return sign * Math.log(Math.max(0, value) + floor);
        }
    }

    private static void add(Observations all, Scale scale, double maxChance, int depth, List<Leap> to) {
        if (depth == 0) {
            return;
        }
        LeapSearch search = new LeapSearch(all, scale, maxChance);
        LeapChance.Stretch best = search.best();
        if (best == null) {
            return;
        }
        boolean lasts = best.to() == all.size();
        int[] starts = lasts ? new int[] {best.from()} : new int[] {best.from(), best.to()};
        double[] levels = lasts ? new double[] {0, 1} : new double[] {0, 1, 0};
        int around = Math.max(2, all.size() / LevelChange.SEARCHED_PART);
        Levels placed = new Levels(all, search.scores(best), starts, levels, around, best.chance());
        to.add(new Leap(placed.changes().get(0), best.effect(), best.share()));
        if (!lasts) {
            add(all.between(0, best.from()), scale, maxChance / 2, depth - 1, to);
            add(all.between(best.to(), all.size()), scale, maxChance / 2, depth - 1, to);
        }
    }
}
