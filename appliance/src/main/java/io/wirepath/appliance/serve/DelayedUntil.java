package io.wirepath.appliance.serve;

import io.wirepath.analyze.sum.BinnedDelays;
import io.wirepath.causes.TimeSpan;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * Tells up to when delays stay as they became: a change point between two known levels (Page, <i>Continuous inspection
 * schemes</i>, 1954). A delay is long or short by the bin by which one of the change tells most of it on average;
 * up to the end of the change long ones come as often as in it. So the few slow requests of a tail count as the many of
 * a shift do.
 *
 * @param bin the greatest of a short delay
 * @param longer how much likelier a long delay makes it that the change goes on, as a logarithm
 * @param shorter the same of a short one; below 0
 */
record DelayedUntil(int bin, double longer, double shorter) {

    /** Of what never, or always, happened in so many, as often is taken to as in twice as many and one (Krichevsky). */
    static final double HALF = 0.5;

    /** By delays of blocks before and of the change; empty where these are no longer than those. */
    static Optional<DelayedUntil> of(List<BinnedDelays> usual, List<BinnedDelays> delayed) {
        return of(all(usual), all(delayed));
    }

    private static BinnedDelays all(List<BinnedDelays> blocks) {
        return blocks.stream().reduce(BinnedDelays.NONE, BinnedDelays::plus);
    }

    static Optional<DelayedUntil> of(BinnedDelays usual, BinnedDelays delayed) {
        return usual.size() == 0 || delayed.size() == 0
                ? Optional.empty()
                : IntStream.of(usual.plus(delayed).bin())
                        .filter(bin -> share(delayed, bin) > share(usual, bin))
                        .mapToObj(bin -> parted(usual, delayed, bin))
                        .max(Comparator.comparingDouble(own -> own.tells(share(delayed, own.bin))));
    }

    private static DelayedUntil parted(BinnedDelays usual, BinnedDelays delayed, int bin) {
        double before = share(usual, bin);
        double in = share(delayed, bin);
        return new DelayedUntil(bin, Math.log(in / before), Math.log((1 - in) / (1 - before)));
    }

    /** How much a delay of the change tells of it on average (Kullback and Leibler), of which so many are long. */
    private double tells(double share) {
        return share * longer + (1 - share) * shorter;
    }

    private static double share(BinnedDelays all, int bin) {
        return (above(all, bin) + HALF) / (all.size() + 1);
    }

    private static double above(BinnedDelays all, int bin) {
        return IntStream.range(0, all.bin().length)
                .filter(at -> all.bin()[at] > bin)
                .mapToDouble(at -> all.count()[at])
                .sum();
    }

    /** The end of the block up to which the change goes on; empty where none of them shows it. */
    OptionalLong in(List<TimeSpan> blocks, List<BinnedDelays> delays) {
        OptionalLong until = OptionalLong.empty();
        double sum = 0;
        double most = 0;
        for (int block = 0; block < blocks.size(); block++) {
            double some = above(delays.get(block), bin);
            sum += some * longer + (delays.get(block).size() - some) * shorter;
            if (sum > most) {
                most = sum;
                until = OptionalLong.of(blocks.get(block).toNanos());
            }
        }
        return until;
    }
}
