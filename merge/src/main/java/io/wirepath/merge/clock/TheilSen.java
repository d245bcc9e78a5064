package io.wirepath.merge.clock;

import io.wirepath.flows.Median;
import java.util.Arrays;

/** The median of the slopes between all pairs of points: a line that a quarter of bad points cannot turn. */
final class TheilSen {

    private TheilSen() {}

    /**
     * Slope common to two clouds that may stand at different heights.
     *
     * @return nanoseconds per second; 0 where no cloud has two points
     */
    static double slope(Envelope first, Envelope second) {
        double[] slopes = new double[pairs(first) + pairs(second)];
        int count = collect(second, slopes, collect(first, slopes, 0));
        return count == 0 ? 0 : Median.middle(slopes, count);
    }

    private static int pairs(Envelope cloud) {
        return cloud.size() * (cloud.size() - 1) / 2;
    }

    private static int collect(Envelope cloud, double[] slopes, int from) {
        int count = from;
        for (int i = 0; i < cloud.size(); i++) {
            for (int j = i + 1; j < cloud.size(); j++) {
                slopes[count++] = (cloud.value[j] - cloud.value[i]) / (cloud.seconds[j] - cloud.seconds[i]);
            }
        }
        return count;
    }

    /** Median height of a cloud. */
    static double height(Envelope cloud) {
        return Median.middle(cloud.value.clone());
    }

    /** Robust standard deviation of a cloud about its height (1.4826 times the median distance). */
    static double spread(Envelope cloud, double height) {
        return 1.4826
                * Median.middle(Arrays.stream(cloud.value)
                        .map(value -> Math.abs(value - height))
                        .toArray());
    }
}
