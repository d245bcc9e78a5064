package io.wirepath.causes.budget;

import io.wirepath.flows.AddressText;
import io.wirepath.flows.SplitMix64;
import java.util.HashSet;
import java.util.Set;
import org.agrona.collections.LongArrayList;
import org.agrona.collections.LongHashSet;
import org.jspecify.annotations.Nullable;

/**
 * Which addresses are nodes of their own. While there are no more than {@code most}, and no more than {@code mostPairs}
 * that send to each other, all are. Of more, the busiest are, so many that their pairs are as few; the rest are added
 * up by prefix, those that call apart from those that are called, so that no path leads through what was added up.
 *
 * <p>Count all messages first ({@link #count}), then {@link #choose}, then ask. Not thread-safe.
 */
public final class NodeBudget {

    /** Addresses that are counted for each that is kept: what comes often is found among so many that come once. */
    private static final int COUNTED_FOR_ONE = 8;

    /** Prefixes of 16 bits that are told apart; addresses of others are added up by their first 8 bits. */
    private static final int MAX_PREFIXES = 256;

    /** Pairs that are counted for each that there may be. */
    private static final int COUNTED_PAIRS_FOR_ONE = 4;

    private static final int ENDS = 2;

    private final int most;
    private final int mostPairs;
    private final LongHashSet pairs = new LongHashSet();
    /** The keys of both ends of each pair that was counted. */
    private final LongArrayList ends = new LongArrayList();

    private final HeavyHitters callers;
    private final Set<String> prefixes = new HashSet<>();
    private @Nullable LongHashSet kept;

    /** Keeps at most so many addresses, of about so many pairs. */
    public NodeBudget(int most, int mostPairs) {
        this.most = most;
        this.mostPairs = mostPairs;
        callers = new HeavyHitters(COUNTED_FOR_ONE * most);
    }

    /** A number for an address; two addresses share one by chance alone. */
    public static long key(long high, long low) {
        long mixed = (high * SplitMix64.STEP ^ low) * SplitMix64.STEP;
        return mixed ^ mixed >>> Integer.SIZE;
    }

    /** Counts a message between two addresses, each given by its key. */
    public void count(long one, long other) {
        callers.add(one);
        callers.add(other);
        long pair = key(Math.min(one, other), Math.max(one, other));
        if (pairs.size() < (long) COUNTED_PAIRS_FOR_ONE * mostPairs && pairs.add(pair)) {
            ends.addLong(one);
            ends.addLong(other);
        }
    }

    /** Chooses by what was counted; may be called again after more was. */
    public void choose() {
        kept = callers.size() <= most && callers.error() == 0 ? null : callers.heaviest(most);
        int nodes = Math.min(most, callers.size());
        for (int found = keptPairs(); found > mostPairs && nodes > 0; found = keptPairs()) {
            // pairs are as the square of those that all send to each other
            nodes = Math.min(nodes - 1, (int) (nodes * Math.sqrt((double) mostPairs / found)));
            kept = callers.heaviest(nodes);
        }
    }

    private int keptPairs() {
        int found = 0;
        for (int i = 0; i < ends.size(); i += ENDS) {
            found += keeps(ends.getLong(i)) && keeps(ends.getLong(i + 1)) ? 1 : 0;
        }
        return found;
    }

    /** Whether an address is a node of its own. */
    public boolean keeps(long high, long low) {
        return keeps(key(high, low));
    }

    private boolean keeps(long key) {
        LongHashSet some = kept;
        return some == null || some.contains(key);
    }

    /**
     * What an address is added to that is no node of its own.
     *
     * @param calling whether it calls, or is called
     */
    public String group(long high, long low, boolean calling) {
        return "others in " + prefix(high, low) + (calling ? ", calling" : ", called");
    }

    private String prefix(long high, long low) {
        boolean v4 = AddressText.isIpv4(high, low);
        String narrow = v4
                ? AddressText.of(0, low & ~0xffffL) + "/16"
                : AddressText.of(high & 0xffff_0000_0000_0000L, 0) + "/16";
        if (prefixes.contains(narrow) || prefixes.size() < MAX_PREFIXES) {
            prefixes.add(narrow);
            return narrow;
        }
        return v4 ? AddressText.of(0, low & ~0xff_ffffL) + "/8" : "::/0";
    }
}
