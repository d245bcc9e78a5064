package io.wirepath.merge.sample;

import io.wirepath.flows.Median;
import io.wirepath.merge.clock.ClockModel;
import io.wirepath.merge.clock.ClockSamples;
import io.wirepath.merge.clock.PairwiseClock;
import io.wirepath.merge.clock.Passage;
import io.wirepath.merge.result.Address;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Compares the clocks of each two sniffers by the messages that both have in their samples: first byte with first byte.
 *
 * <p>The one that saw more time to live left was passed first (WAP5 §7.1). Where no router lies between the two
 * sniffers the time to live is equal; then the requests to one server and its answers went opposite ways, and the way
 * round in which neither is faster than light is right: the differences of what went forward lie above those of
 * what went back. Where there is hardly a difference, as between two sniffers of one link, the wrong way round is wrong
 * by no more than that difference. A content that one sniffer saw more than once cannot be told apart and is left out.
 */
public final class SampledClocks {

    private static final int MIN_TIED = 8;

    private static final int[] NOTHING = {};

    private SampledClocks() {}

    /**
     * What the pairs of sniffers say of each other; pairs with too little in common are not in the list.
     *
     * @param reference whose clock is taken as right where either of two may have been set; -1 for none
     */
    public static List<ClockModel.Pair> pairs(List<ConsistentSample> samples, int reference) {
        int[][] order = samples.stream().map(ConsistentSample::byTime).toArray(int[][]::new);
        List<ClockModel.Pair> pairs = new ArrayList<>();
        for (int i = 0; i < samples.size(); i++) {
            for (int j = i + 1; j < samples.size(); j++) {
                ClockModel.Pair pair = pair(samples, order, i, j);
                if (pair != null) {
                    pairs.add(pair);
                }
            }
        }
        int[] steadyFirst = ClockModel.steadyFirst(samples.size(), pairs, reference);
        pairs.replaceAll(pair -> ClockModel.isFirstSet(pair, steadyFirst)
                ? Objects.requireNonNull(pair(samples, order, pair.second(), pair.first()))
                : pair);
        return pairs;
    }

    private static ClockModel.@Nullable Pair pair(List<ConsistentSample> samples, int[][] order, int i, int j) {
        ConsistentSample first = samples.get(i);
        ConsistentSample second = samples.get(j);
        CommonKeys common = CommonKeys.of(first, second);
        PairwiseClock clock = PairwiseClock.estimate(common(first, order[i], second, common));
        return clock == null ? null : new ClockModel.Pair(i, j, clock.apart(apartNanos(first, second, common, clock)));
    }

    private static long apartNanos(
            ConsistentSample first, ConsistentSample second, CommonKeys common, PairwiseClock clock) {
        double most = 0;
        for (int a = 0; a < first.slots(); a++) {
            int b = first.isUsed(a) ? common.slotInSecond(a) : -1;
            if (b >= 0 && !first.isRepeated(a) && !second.isRepeated(b)) {
                double offset = clock.at(first.time[a]).offsetAt(first.time[a]);
                most = Math.max(most, Math.abs((double) (second.time[b] - first.time[a]) - offset));
            }
        }
        return (long) Math.ceil(most);
    }

    private static ClockSamples common(
            ConsistentSample first, int[] order, ConsistentSample second, CommonKeys common) {
        ClockSamples samples = new ClockSamples();
        Map<Address, Tied> tied = new HashMap<>();
        for (int a : common.isEmpty() ? NOTHING : order) {
            int b = common.slotInSecond(a);
            if (b < 0 || first.isRepeated(a) || second.isRepeated(b)) {
                continue;
            }
            int ahead = first.mostTimeToLive(a) - second.mostTimeToLive(b);
            if (ahead != 0) {
                samples.add(first.time[a], second.time[b], ahead > 0 ? Passage.FORWARD : Passage.BACKWARD);
            } else {
                Address server = first.isRequest(a) ? first.destination(a) : first.source(a);
                tied.computeIfAbsent(server, key -> new Tied()).add(first.time[a], second.time[b], first.isRequest(a));
            }
        }
        tied.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> entry.getValue().addTo(samples));
        return samples;
    }

    /** Messages to and from one server whose time to live does not tell which sniffer they passed first. */
    private static final class Tied {
        private final List<long[]> requests = new ArrayList<>();
        private final List<long[]> responses = new ArrayList<>();

        void add(long firstNanos, long secondNanos, boolean request) {
            (request ? requests : responses).add(new long[] {firstNanos, secondNanos});
        }

        void addTo(ClockSamples samples) {
            if (requests.size() < MIN_TIED || responses.size() < MIN_TIED) {
                return;
            }
            double gap = median(requests) - median(responses);
            add(requests, gap >= 0 ? Passage.FORWARD : Passage.BACKWARD, samples);
            add(responses, gap >= 0 ? Passage.BACKWARD : Passage.FORWARD, samples);
        }

        private static double median(List<long[]> pairs) {
            return Median.upper(
                    pairs.stream().mapToLong(pair -> pair[1] - pair[0]).toArray());
        }

        private static void add(List<long[]> pairs, Passage passage, ClockSamples samples) {
            pairs.forEach(pair -> samples.add(pair[0], pair[1], passage));
        }
    }
}
