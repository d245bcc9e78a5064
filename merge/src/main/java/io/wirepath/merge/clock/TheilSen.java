package io.wirepath.merge.clock;

import io.wirepath.flows.Median;

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

    /** Median height of a cloud above a line through the origin. */
    static double height(Envelope cloud, double slope) {
        double[] heights = new double[cloud.size()];
        for (int i = 0; i < heights.length; i++) {
            heights[i] = cloud.value[i] - slope * cloud.seconds[i];
        }
        return Median.middle(heights, heights.length);
    }

    /** Robust standard deviation of a cloud about a line (1.4826 times the median distance). */
    static double spread(Envelope cloud, double slope, double height) {
        double[] distances = new double[cloud.size()];
        for (int i = 0; i < distances.length; i++) {
            distances[i] = Math.abs(cloud.value[i] - slope * cloud.seconds[i] - height);
        }
        return 1.4826 * Median.middle(distances, distances.length);
    }
}
