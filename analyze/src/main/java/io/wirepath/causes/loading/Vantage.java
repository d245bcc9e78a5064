package io.wirepath.causes.loading;

import io.wirepath.causes.budget.NodeBudget;
import io.wirepath.flows.Outcome;
import io.wirepath.merge.HopCount;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import org.agrona.collections.IntHashSet;
import org.agrona.collections.Long2LongHashMap;

/**
 * Which hosts a sniffer stood at: the basis for telling a node's delays from the network's.
 *
 * <p>A sniffer stands at a host when most of the host's packets that it saw had passed no router yet (their time to
 * live is one of the usual initial values, see {@link HopCount}). Hosts behind a router are not traced: when
 * a message really left them is not known, and WAP5 §5.1 gives those times as nil.
 *
 * <p>Where the time to live tells nothing, a node is taken as traced: a host that sent nothing, and every host when no
 * host at all seems to be at a sniffer (a tap between routers, odd initial values). Then delays at a node hold
 * the way from the sniffer to it and back, as in any capture from the middle of a network.
 */
public final class Vantage {

    /**
     * Hosts as sniffers see them that are counted at most, each in some 40 bytes; of others nothing tells where they
     * are.
     */
    private static final int MAX_VIEWS = 1 << 20;

    /** One time near. */
    private static final long NEAR = 1L << Integer.SIZE;

    /** A host as one sniffer sees it: how often near (upper half) and how often far. */
    private final Long2LongHashMap views = new Long2LongHashMap(0);

    private final IntHashSet sniffers = new IntHashSet();
    private boolean timeToLiveTells;

    /** Counts a message of the first pass; what befell a connection tells nothing of a host. */
    public void count(MessageRecord message) {
        if (Outcome.isOfConnection(message.outcome())
                || message.hops() == HopCount.UNKNOWN
                || message.senderSniffer() == MessageCodec.NO_SNIFFER) {
            return;
        }
        long view = view(message.sourceHigh(), message.sourceLow(), message.senderSniffer());
        long counted = views.get(view);
        if (counted == 0 && views.size() >= MAX_VIEWS) {
            return;
        }
        sniffers.add(message.senderSniffer());
        boolean near = message.hops() == 0;
        if ((near ? near(counted) : far(counted)) < Integer.MAX_VALUE) {
            views.put(view, counted + (near ? NEAR : 1));
        }
    }

    private static long view(long high, long low, int sniffer) {
        return NodeBudget.key(NodeBudget.key(high, low), sniffer);
    }

    private static long near(long counted) {
        return counted >>> Integer.SIZE;
    }

    private static long far(long counted) {
        return counted & NEAR - 1;
    }

    /** Ends the first pass; more may be counted after, and another one ended. */
    public void finish() {
        timeToLiveTells = false;
        views.forEachLong((view, counted) -> timeToLiveTells |= near(counted) > far(counted));
    }

    /** How many hosts were seen, each by each sniffer that saw it. */
    public int size() {
        return views.size();
    }

    /** Whether some sniffer stood at the host, or nothing tells that none did. */
    public boolean isTraced(long high, long low) {
        if (!timeToLiveTells) {
            return true;
        }
        boolean seen = false;
        for (int sniffer : sniffers) {
            long counted = views.get(view(high, low, sniffer));
            if (near(counted) > far(counted)) {
                return true;
            }
            seen |= counted != 0;
        }
        return !seen;
    }

    /** Whether this sniffer stood at the host, or nothing tells that it did not. */
    public boolean isAt(long high, long low, int sniffer) {
        if (sniffer == MessageCodec.NO_SNIFFER) {
            return false;
        }
        long counted = views.get(view(high, low, sniffer));
        return !timeToLiveTells || counted == 0 || near(counted) > far(counted);
    }
}
