package io.wirepath.causes.multiplex;

import java.util.Arrays;

/**
 * How likely a record of so many bytes is, given that it holds so many messages: its size is the sum of as many sizes
 * that single messages have, and a constant that encryption adds once.
 *
 * <pre>
 *   P(s | k) = 0.9 · (p * p * … * p)(s − c)  +  0.1 · Cauchy(s − c; k·median, √k·width)        p: frequent sizes of single messages
 *   P(s | 1)   has a tenth of the 0.9 for sizes of any frequency, spread over an eighth of an octave
 * </pre>
 *
 * <p>Sizes above {@value #LARGEST} bytes are taken for single messages. Not thread-safe.
 */
final class SumSizes {

    static final int LARGEST = 4096;
    static final int MAX = 32;

    private static final int MAX_SIZES = 64;
    private static final double KNOWN = 0.9;
    private static final double ANY = 0.1;
    private static final double MIN_WIDTH = 6;
    /** Density of sizes that are too large for the tables. */
    private static final double LARGE_DENSITY = 1.0 / LARGEST;

    private static final int OCTAVES = 15;
    /**
     * Mean size of a record that holds no message, before anything was learnt, and for how many records that counts.
     */
    private static final double NONE_MEAN = 40;

    private static final double NONE_COUNT = 5;

    /** Parts of an octave. */
    private static final int PARTS = 8;
    /** A size is frequent from so many messages, and from this share of them. */
    private static final double FREQUENT = 3;

    private static final double FREQUENT_SHARE = 0.01;

    private final int added;
    private final double[][] sum = new double[MAX + 1][];
    private final double[] none = new double[OCTAVES];
    private final double[] any = new double[OCTAVES * PARTS];
    private int frequent;
    private double median;
    private double width;

    /**
     * Starts with sizes of which some are of single messages.
     *
     * @param added what encryption adds to a record, bytes
     * @param count how often each size was seen, less what was added
     */
    SumSizes(int added, double[] count) {
        this.added = added;
        learn(count, new double[LARGEST]);
    }

    /**
     * Learns.
     *
     * @param count how often a record with a single message had each size, less what was added
     * @param empty how often one without a message had
     */
    void learn(double[] count, double[] empty) {
        learnNone(empty);
        learnAny(count);
        int[] order = mostFrequent(count);
        double all = Math.max(1, Arrays.stream(count).sum());
        double[] single = new double[LARGEST];
        for (int size : order) {
            single[size] = count[size] / all;
        }
        frequent = order.length;
        sum[0] = new double[LARGEST];
        sum[0][0] = 1;
        for (int k = 1; k <= MAX; k++) {
            sum[k] = new double[LARGEST];
            for (int size : order) {
                for (int s = size; s < LARGEST; s++) {
                    sum[k][s] += sum[k - 1][s - size] * single[size];
                }
            }
        }
        median = quantile(count, 0.5);
        width = Math.max(MIN_WIDTH, (quantile(count, 0.75) - quantile(count, 0.25)) / 2);
    }

    private void learnNone(double[] empty) {
        double all = NONE_COUNT;
        for (int octave = 0; octave < OCTAVES; octave++) {
            none[octave] = NONE_COUNT * (Math.exp(-(1 << octave) / NONE_MEAN) - Math.exp(-(2 << octave) / NONE_MEAN));
        }
        for (int size = 1; size < LARGEST; size++) {
            none[octave(size)] += empty[size];
            all += empty[size];
        }
        for (int octave = 0; octave < OCTAVES; octave++) {
            none[octave] = Math.max(Double.MIN_NORMAL, none[octave] / all / (1 << octave));
        }
    }

    private void learnAny(double[] count) {
        double all = Math.max(1, Arrays.stream(count).sum());
        Arrays.fill(any, 0);
        for (int size = 1; size < LARGEST; size++) {
            any[part(size)] += count[size] / all;
        }
        for (int size = 1, first = 1; size <= LARGEST; size++) {
            if (part(size) != part(first)) {
                any[part(first)] /= size - first;
                first = size;
            }
        }
    }

    private static int part(int size) {
        return (int) (PARTS * Math.log(Math.max(1, size)) / Math.log(2));
    }

    private static int octave(int size) {
        return Math.min(OCTAVES - 1, 31 - Integer.numberOfLeadingZeros(Math.max(1, size)));
    }

    private static int[] mostFrequent(double[] count) {
        double least = Math.max(FREQUENT, FREQUENT_SHARE * Arrays.stream(count).sum());
        Integer[] sizes = new Integer[LARGEST];
        Arrays.setAll(sizes, size -> size);
        Arrays.sort(sizes, (a, b) -> Double.compare(count[b], count[a]));
        return Arrays.stream(sizes)
                .limit(MAX_SIZES)
                .filter(size -> count[size] >= least)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private static double quantile(double[] count, double share) {
        double left = share * Arrays.stream(count).sum();
        for (int size = 0; size < LARGEST; size++) {
            left -= count[size];
            if (left <= 0) {
                return size;
            }
        }
        return 1;
    }

    /** Most messages that a record of so many bytes can sensibly hold. */
    int most(int bytes) {
        int size = bytes - added;
        return size >= LARGEST || median <= 0 ? 1 : (int) Math.max(1, Math.min(MAX, 2 * size / median));
    }

    /** Log-likelihood of a record of so many bytes that holds {@code k} messages. */
    double log(int bytes, int k) {
        int size = bytes - added;
        if (size >= LARGEST || size < 0) {
            return k <= 1 ? Math.log(LARGE_DENSITY) : Double.NEGATIVE_INFINITY;
        }
        if (k == 0) {
            return Math.log(none[octave(size)]);
        }
        double spread = Math.sqrt(k) * width;
        double off = (size - k * median) / spread;
        double cauchy = 1 / (Math.PI * spread * (1 + off * off));
        double known = k == 1 ? (1 - ANY) * sum[1][size] + ANY * any[part(size)] : sum[k][size];
        return Math.log(KNOWN * known + (1 - KNOWN) * cauchy);
    }

    /** Number of sizes that were learnt as frequent ones. */
    int parameters() {
        return frequent;
    }

    /** What encryption adds to a record, bytes. */
    int added() {
        return added;
    }
}
