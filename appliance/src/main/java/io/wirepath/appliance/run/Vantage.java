package io.wirepath.appliance.run;

import io.wirepath.merge.HopCount;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import java.util.HashMap;
import java.util.Map;

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

    private record Host(long high, long low) {}

    /** A host as one sniffer sees it. */
    private record View(Host host, int sniffer) {}

    private static final class Tally {
        long near;
        long far;

        boolean isNear() {
            return near > far;
        }
    }

    private final Map<View, Tally> tallies = new HashMap<>();
    private final Map<Host, Boolean> traced = new HashMap<>();
    private boolean timeToLiveTells;

    /** Counts a message of the first pass. */
    public void count(MessageRecord message) {
        if (message.hops() == HopCount.UNKNOWN || message.senderSniffer() == MessageCodec.NO_SNIFFER) {
            return;
        }
        Host host = new Host(message.sourceHigh(), message.sourceLow());
        Tally tally = tallies.computeIfAbsent(new View(host, message.senderSniffer()), key -> new Tally());
        if (message.hops() == 0) {
            tally.near++;
        } else {
            tally.far++;
        }
    }

    /** Ends the first pass; more may be counted after, and another one ended. */
    public void finish() {
        traced.clear();
        tallies.forEach((view, tally) -> traced.merge(view.host(), tally.isNear(), Boolean::logicalOr));
        timeToLiveTells = traced.containsValue(true);
    }

    /** How many hosts were seen, each by each sniffer that saw it. */
    public int size() {
        return tallies.size();
    }

    /** Whether some sniffer stood at the host, or nothing tells that none did. */
    public boolean isTraced(long high, long low) {
        return !timeToLiveTells || traced.getOrDefault(new Host(high, low), true);
    }

    /** Whether this sniffer stood at the host, or nothing tells that it did not. */
    public boolean isAt(long high, long low, int sniffer) {
        if (sniffer == MessageCodec.NO_SNIFFER) {
            return false;
        }
        Tally tally = tallies.get(new View(new Host(high, low), sniffer));
        return !timeToLiveTells || tally == null || tally.isNear();
    }
}
