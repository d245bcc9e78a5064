package io.wirepath.merge.sample;

import io.wirepath.merge.HopCount;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.clock.ClockModel;
import io.wirepath.merge.result.Address;
import io.wirepath.merge.result.HomeSniffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The sniffer whose clock tells when a node sent and received: the one that sees all of the node's traffic, else the
 * one that sees most of it (WAP5 §7). Learnt from the consistent samples, which hold the same messages for all.
 *
 * <p>Only messages that passed while a sniffer was there count against it. Two sniffers that see the same share, give
 * or take {@value #TIE} for what a capture loses, are told apart by the routers between them and the node.
 */
public final class HomeSniffers {

    /** Shares as near as this are equal. */
    static final double TIE = 0.02;

    /** Two clocks are never compared better than this: messages so near the end of a capture do not count. */
    private static final long MARGIN_NANOS = 50_000_000;

    /** Nobody's home is known. */
    public static final HomeSniffers NONE = new HomeSniffers(Map.of(), new BitSet());

    /** Homes that are kept of nodes which were not seen lately, at most. */
    private static final int MAX_KEPT = 1 << 16;

    private final Map<Address, HomeSniffer> homes;
    private final BitSet traces;

    private HomeSniffers(Map<Address, HomeSniffer> homes, BitSet traces) {
        this.homes = homes;
        this.traces = traces;
    }

    /**
     * Learns the homes.
     *
     * @param samples a sample for each sniffer
     * @param active first and last time stamp of each sniffer, by its own clock
     */
    public static HomeSniffers learn(List<ConsistentSample> samples, long[][] active, ClockModel clocks) {
        return learn(samples, active, clocks, new BitSet());
    }

    /**
     * Learns the homes.
     *
     * @param traces sniffers that are the home of nodes alone that no other sees
     */
    public static HomeSniffers learn(
            List<ConsistentSample> samples, long[][] active, ClockModel clocks, BitSet traces) {
        Map<Address, Tally> tallies = new HashMap<>();
        long[][] corrected = new long[active.length][];
        for (int s = 0; s < active.length; s++) {
            corrected[s] = new long[] {
                clocks.correct(s, active[s][0]) + MARGIN_NANOS, clocks.correct(s, active[s][1]) - MARGIN_NANOS
            };
        }
        for (int s = 0; s < samples.size(); s++) {
            ConsistentSample sample = samples.get(s);
            for (int slot = 0; slot < sample.slots(); slot++) {
                if (sample.isUsed(slot) && sample.isInShareSample(slot)) {
                    new Sampled(samples, sample.key[slot]).count(s, corrected, clocks, tallies);
                }
            }
        }
        Map<Address, HomeSniffer> homes = new TreeMap<>();
        tallies.forEach((node, tally) -> homes.put(node, tally.best(node, traces)));
        return new HomeSniffers(homes, traces);
    }

    /** These homes, and the earlier ones of nodes that are not among them. */
    public HomeSniffers withMissingFrom(HomeSniffers earlier) {
        Map<Address, HomeSniffer> all = new TreeMap<>(homes);
        for (Map.Entry<Address, HomeSniffer> home : earlier.homes.entrySet()) {
            if (all.size() >= MAX_KEPT) {
                break;
            }
            all.putIfAbsent(home.getKey(), home.getValue());
        }
        return new HomeSniffers(all, traces);
    }

    /** One message in the samples. */
    private record Sampled(List<ConsistentSample> samples, long key) {

        void count(int finder, long[][] active, ClockModel clocks, Map<Address, Tally> tallies) {
            int sniffers = samples.size();
            int[] slot = new int[sniffers];
            int first = finder;
            int last = finder;
            for (int s = 0; s < sniffers; s++) {
                slot[s] = samples.get(s).find(key);
                if (slot[s] >= 0) {
                    if (s < finder) {
                        return;
                    }
                    first = ttl(s, slot) > ttl(first, slot) ? s : first;
                    last = leastTtl(s, slot) < leastTtl(last, slot) ? s : last;
                }
            }
            Tally source = tallies.computeIfAbsent(samples.get(first).source(slot[first]), a -> new Tally(sniffers));
            Tally destination =
                    tallies.computeIfAbsent(samples.get(last).destination(slot[last]), a -> new Tally(sniffers));
            long at = clocks.correct(first, samples.get(first).time[slot[first]]);
            for (int s = 0; s < sniffers; s++) {
                boolean seen = slot[s] >= 0;
                boolean there = seen || samples.get(s).covers(key) && at >= active[s][0] && at <= active[s][1];
                source.add(s, there, seen);
                destination.add(s, there, seen);
                if (seen) {
                    source.hops[s] = Math.min(source.hops[s], HopCount.of(ttl(s, slot)));
                }
            }
        }

        private int ttl(int s, int[] slot) {
            return samples.get(s).mostTimeToLive(slot[s]);
        }

        private int leastTtl(int s, int[] slot) {
            return samples.get(s).leastTimeToLive(slot[s]);
        }
    }

    private static final class Tally {
        final long[] present;
        final long[] seen;
        final int[] hops;

        Tally(int sniffers) {
            present = new long[sniffers];
            seen = new long[sniffers];
            hops = new int[sniffers];
            Arrays.fill(hops, HopCount.UNKNOWN);
        }

        void add(int sniffer, boolean there, boolean saw) {
            present[sniffer] += there ? 1 : 0;
            seen[sniffer] += saw ? 1 : 0;
        }

        double share(int sniffer) {
            return present[sniffer] == 0 ? 0 : (double) seen[sniffer] / (double) present[sniffer];
        }

        HomeSniffer best(Address node, BitSet traces) {
            int[] all = IntStream.range(0, seen.length).toArray();
            int[] captures = IntStream.of(all).filter(s -> !traces.get(s)).toArray();
            return best(node, IntStream.of(captures).anyMatch(s -> seen[s] > 0) ? captures : all);
        }

        private HomeSniffer best(Address node, int[] among) {
            double most = IntStream.of(among).mapToDouble(this::share).max().orElse(0);
            int best = -1;
            for (int s : among) {
                if (share(s) >= most - TIE && (best < 0 || isNearer(s, best))) {
                    best = s;
                }
            }
            return new HomeSniffer(node, best, share(best), hops[best]);
        }

        private boolean isNearer(int sniffer, int than) {
            if (hops[sniffer] != hops[than]) {
                return hops[sniffer] < hops[than];
            }
            return share(sniffer) != share(than) ? share(sniffer) > share(than) : seen[sniffer] > seen[than];
        }
    }

    /** The home of a node, or null for one that is in no sample. */
    public @Nullable HomeSniffer of(long addressHigh, long addressLow) {
        return homes.get(new Address(addressHigh, addressLow));
    }

    /** Number of the home sniffer, or {@link MessageCodec#NO_SNIFFER}. */
    public int snifferOf(long addressHigh, long addressLow) {
        HomeSniffer home = of(addressHigh, addressLow);
        return home == null ? MessageCodec.NO_SNIFFER : home.sniffer();
    }

    /** Whether this is a trace, of which a message tells when it left and when it came. */
    public boolean isTrace(int sniffer) {
        return traces.get(sniffer);
    }

    /** All homes, by address. */
    public List<HomeSniffer> all() {
        return new ArrayList<>(homes.values());
    }
}
