package io.wirepath.analyze.change;

/**
 * The likeliest place of a change, by observation. Both levels are described by how often each of sixteen classes of
 * scores is seen on either side, and the place is where the likelihood ratio is greatest (Zou, Yin, Feng and Wang,
 * <i>Nonparametric maximum likelihood approach to multiple change-point problems</i>, Ann. Statist. 2014, with classes
 * in place of every value). Its interval holds every place whose log-likelihood lies at most {@value #INTERVAL_NATS}
 * below.
 *
 * @param first index of the first observation of the later level at the earliest
 * @param likeliest the same, likeliest
 * @param last the same, at the latest
 */
record Place(int first, int likeliest, int last) {

    static final double INTERVAL_NATS = 4;

    private static final int CLASSES = 16;
    private static final double SPAN = 2 * Math.sqrt(3);

    /**
     * Finds it.
     *
     * @param score a score of each observation; what lies beyond −√3 or √3 counts as these
     * @param from where the earlier level begins
     * @param about about where the change is
     * @param to where the later level ends
     * @param search observations by which the change may lie elsewhere
     */
    static Place of(double[] score, int from, int about, int to, int search) {
        double[] ratio = ratios(score, from, about, to, search / 2);
        int low = Math.max(from + 1, about - Math.min(search, (about - from) / 2));
        int high = Math.min(to - 1, about + Math.min(search, (to - about) / 2));
        return likeliest(score, ratio, low, high);
    }

    /** Log odds of each class for the later level. */
    private static double[] ratios(double[] score, int from, int about, int to, int margin) {
        double[] earlier = new double[CLASSES];
        double[] later = new double[CLASSES];
        int leftOut = Math.min(margin, (about - from) / ChangeModel.PARTS);
        int laterLeftOut = Math.min(margin, (to - about) / ChangeModel.PARTS);
        for (int at = from; at < about - leftOut; at++) {
            earlier[of(score[at])]++;
        }
        for (int at = about + laterLeftOut; at < to; at++) {
            later[of(score[at])]++;
        }
        double before = total(earlier);
        double after = total(later);
        double[] ratio = new double[CLASSES];
        for (int i = 0; i < CLASSES; i++) {
            ratio[i] = Math.log((later[i] + 0.5) / (after + CLASSES / 2.0))
                    - Math.log((earlier[i] + 0.5) / (before + CLASSES / 2.0));
        }
        return ratio;
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

    /** What the later level gains by beginning at k, and not at the last place, is the sum from k on. */
    private static Place likeliest(double[] score, double[] ratio, int low, int high) {
        double best = 0;
        double gain = 0;
        int likeliest = high;
        for (int k = high - 1; k >= low; k--) {
            gain += ratio[of(score[k])];
            if (gain > best) {
                best = gain;
                likeliest = k;
            }
        }
        int first = likeliest;
        int last = likeliest;
        gain = 0;
        for (int k = high; k >= low; k--) {
            gain += k < high ? ratio[of(score[k])] : 0;
            if (gain >= best - INTERVAL_NATS) {
                first = k;
                last = Math.max(last, k);
            }
        }
        return new Place(first, likeliest, last);
    }
}
