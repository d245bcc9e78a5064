package io.wirepath.analyze.change;

import io.wirepath.analyze.MessageTable;

/**
 * The likeliest place of a change, by observation. Both levels are described by how often each of sixteen classes of scores is
 * seen on either side, and the place is where the likelihood ratio is greatest (Zou, Yin, Feng and Wang, <i>Nonparametric maximum
 * likelihood approach to multiple change-point problems</i>, Ann. Statist. 2014, with classes in place of every value). Its
 * interval holds every place whose log-likelihood lies at most {@value #INTERVAL_NATS} below. Pure.
 */
final class Place {

    static final double INTERVAL_NATS = 4;

    private static final int CLASSES = 16;
    private static final double SPAN = 2 * Math.sqrt(3);

    private final double[] score;
    private final double[] ratio = new double[CLASSES];

    /** Learns both levels from the scores well within and well outside the stretch. */
    private Place(double[] score, int from, int to, int margin) {
        this.score = score;
        double[] inside = new double[CLASSES];
        double[] outside = new double[CLASSES];
        for (int at = 0; at < score.length; at++) {
            if (at >= from + margin && (at < to - margin || to == score.length)) {
                inside[of(score[at])]++;
            } else if (at < from - margin || at >= to + margin) {
                outside[of(score[at])]++;
            }
        }
        double in = total(inside);
        double out = total(outside);
        for (int i = 0; i < CLASSES; i++) {
            ratio[i] = Math.log((inside[i] + 0.5) / (in + CLASSES / 2.0))
                    - Math.log((outside[i] + 0.5) / (out + CLASSES / 2.0));
        }
    }

    /**
     * The change that this stretch is, with its places put right.
     *
     * @param score a score of each observation, from −√3 to √3
     * @param from about where the stretch begins
     * @param to about where it ends; the number of observations where it lasts
     * @param search observations by which the places may lie elsewhere
     * @param chance what the change is told to be by chance
     */
    static Change of(Observations observations, double[] score, int from, int to, int search, double chance) {
        int size = score.length;
        Place place = new Place(score, from, to, search / 2);
        int middle = from + (to - from) / 2;
        int[] onset = place.around(Math.max(1, from - search), Math.min(middle, from + search), 1);
        boolean lasts = to == size;
        int[] end = lasts
                ? new int[] {size, size, size}
                : place.around(Math.max(middle, to - search), Math.min(size - 1, to + search), -1);
        return new Change(
                observations.nanos(onset[1]),
                observations.nanos(Math.max(0, onset[0] - 1)),
                observations.nanos(onset[2]),
                lasts ? MessageTable.NIL : observations.nanos(end[1]),
                lasts ? MessageTable.NIL : observations.nanos(Math.max(0, end[0] - 1)),
                lasts ? MessageTable.NIL : observations.nanos(end[2]),
                onset[1],
                end[1],
                chance);
    }

    private static double total(double[] counts) {
        double sum = 0;
        for (double count : counts) {
            sum += count;
        }
        return sum;
    }

    private static int of(double score) {
        return Math.min(CLASSES - 1, Math.max(0, (int) ((score / SPAN + 0.5) * CLASSES)));
    }

    /**
     * First, likeliest and last place of a boundary between these two. What the later side gains by beginning at k, and not
     * at the last place, is the sum from k on.
     */
    private int[] around(int low, int high, int sign) {
        double best = 0;
        double gain = 0;
        int likeliest = high;
        for (int k = high - 1; k >= low; k--) {
            gain += sign * ratio[of(score[k])];
            if (gain > best) {
                best = gain;
                likeliest = k;
            }
        }
        int first = likeliest;
        int last = likeliest;
        gain = 0;
        for (int k = high; k >= low; k--) {
            gain += k < high ? sign * ratio[of(score[k])] : 0;
            if (gain >= best - INTERVAL_NATS) {
                first = k;
                last = Math.max(last, k);
            }
        }
        return new int[] {first, likeliest, last};
    }
}
