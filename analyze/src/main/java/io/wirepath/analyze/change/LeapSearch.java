package io.wirepath.analyze.change;

import io.wirepath.analyze.change.LeapChance.Stretch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the stretch, from a moment to another one or to the end, that lies highest by the mean of the logarithms
 * of values by what is usual for their kind (least squares, over {@value ChangeModel#PLACES} places).
 * Stretches with an end have a thousandth of the chance: they are far more.
 */
final class LeapSearch {

    private final Observations all;
    private final double maxChance;
    private final LeapChance test;
    private final int size;
    private final double[] sum;

    LeapSearch(Observations all, Leap.Scale scale, double maxChance) {
        this.all = all;
        this.maxChance = maxChance;
        test = new LeapChance(all, scale, maxChance);
        size = all.size();
        sum = test.sums();
    }

    /** From, to, and by how much less the squares around both means are than those around one. */
    private record Cut(int from, int to, double gain) {}

    /** Of what chance explains with at most this probability, the highest stretch; null where there is none. */
    @Nullable
    Stretch best() {
        List<Cut> cuts = cuts();
        Stretch best = null;
        double gain = 0;
        double chance = 1;
        for (boolean lasts : new boolean[] {true, false}) {
            double care = lasts ? 1 : ChangeModel.CARE_OF_END;
            double more = best == null ? 1 : ChangeModel.MORE_WITH_AN_END;
            List<Cut> some = cuts.stream()
                    .filter(cut -> lasts == (cut.to == size))
                    .sorted(Comparator.comparingDouble(cut -> -cut.gain))
                    .toList();
            List<Cut> judged = some.stream()
                    .limit(ChangeModel.LEAPS_JUDGED)
                    .map(this::refined)
                    .distinct()
                    .toList();
            for (Cut cut : judged) {
                Stretch own = test.of(cut.from, cut.to, care, some.size());
                chance = Math.min(chance, own.chance());
                boolean ends = best != null && best.to() < size;
                if (own.chance() <= maxChance && cut.gain > (ends ? 1 : more) * gain) {
                    best = own;
                    gain = cut.gain;
                }
            }
        }
        return best == null ? null : best.withChance(chance);
    }

    /** Where each observation stands by what this stretch does; by its rank where most of the stretch show it. */
    double[] scores(Stretch best) {
        return best.share() < 1 ? test.scores(best) : RankScores.of(all);
    }

    /** Those between the places that are long enough, with enough others, and higher than these. */
    private List<Cut> cuts() {
        int places = Math.min(size, ChangeModel.PLACES);
        List<Cut> cuts = new ArrayList<>();
        for (int i = 0; i < places; i++) {
            for (int j = i + 1; j <= places; j++) {
                int from = (int) ((long) size * i / places);
                int to = (int) ((long) size * j / places);
                double gain = gain(from, to);
                if (gain > 0) {
                    cuts.add(new Cut(from, to, gain));
                }
            }
        }
        return cuts;
    }

    /** The best one that begins and ends near this one. */
    private Cut refined(Cut about) {
        int step = size / ChangeModel.PLACES;
        Cut best = about;
        for (int from = about.from - step; from <= about.from + step; from++) {
            Cut cut = from < 0 ? about : cut(from, best.to);
            best = cut.gain > best.gain ? cut : best;
        }
        for (int to = about.to - step; about.to < size && to <= Math.min(size - 1, about.to + step); to++) {
            Cut cut = cut(best.from, to);
            best = cut.gain > best.gain ? cut : best;
        }
        return best;
    }

    private Cut cut(int from, int to) {
        return new Cut(from, to, gain(from, to));
    }

    /**
     * Gains nothing where it is too short, begins where nothing is before it to compare with, or does not lie higher.
     */
    private double gain(int from, int to) {
        int inside = to - from;
        boolean isLong = inside > 0 && all.nanos(to - 1) - all.nanos(from) >= ChangeModel.MIN_NANOS;
        boolean isCompared = from >= Math.max(ChangeModel.MIN_WITNESSES, size / (2 * LevelChange.SEARCHED_PART));
        if (!isLong || !isCompared || inside < ChangeModel.MIN_WITNESSES) {
            return 0;
        }
        double in = sum[to] - sum[from];
        double difference = Math.max(0, in / inside - (sum[size] - in) / (size - inside));
        return difference * difference * inside * (size - inside) / size;
    }
}
