package io.wirepath.merge.match;

import io.wirepath.merge.result.LinkLoss;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts what the network lost between sniffers: the sums of a connection at two views that lie next to each other on
 * the way differ by what got lost in between. Retransmissions count at every view that they pass.
 *
 * <p>Only connections of which both sniffers saw the start and the end count, or that lie wholly within the time in
 * which both were there. Bytes that a view
 * misses for good, though the other has them, were lost by its capture, not by the network: the receiver did
 * not ask for them again. A sniffer that no packet of a direction passed stands where that direction does not go, or
 * its mirror leaves it out. Not thread-safe.
 */
final class LossLedger {

    /** A connection so near the start or end of a capture may have been cut. */
    private static final long MARGIN_NANOS = 20_000_000;

    private record Link(int from, int to) {}

    private static final class Tally {
        long connections;
        long segments;
        long emptySegments;
        long bytes;
        long notCapturedBytes;
    }

    private long[][] active;

    /** The views of the connection at hand, and what is left of earlier ones. */
    private SightedConnection[] way = new SightedConnection[4];

    private final Map<Link, Tally> links =
            new TreeMap<>(Comparator.comparingInt(Link::from).thenComparingInt(Link::to));

    /** Counts connections within these corrected times, first and last of each sniffer. */
    LossLedger(long[][] active) {
        this.active = active;
    }

    /** Counts with other times from here on. */
    void setActive(long[][] newActive) {
        active = newActive;
    }

    /** Takes a connection that is over. */
    void account(ConnectionClass c) {
        if (c.views.size() < 2) {
            return;
        }
        int size = c.views.size();
        if (way.length < size) {
            way = new SightedConnection[size];
        }
        for (int side = 0; side < 2; side++) {
            layOut(c, side);
            for (int i = 1; i < size; i++) {
                account(way[i - 1], way[i], side);
            }
        }
    }

    /** Puts the views in the order in which what a side sends passes them: there are few. */
    private void layOut(ConnectionClass c, int side) {
        int towards = side;
        for (int i = 0; i < c.views.size(); i++) {
            if (c.views.get(i).timeToLiveFrom(side) == 0) {
                towards = 1 - side;
            }
        }
        for (int i = 0; i < c.views.size(); i++) {
            SightedConnection view = c.views.get(i);
            int at = i;
            while (at > 0 && isBefore(view, way[at - 1], side, towards)) {
                way[at] = way[at - 1];
                at--;
            }
            way[at] = view;
        }
    }

    private static boolean isBefore(SightedConnection a, SightedConnection b, int side, int known) {
        int left = a.timeToLiveFrom(known);
        int leftOfOther = b.timeToLiveFrom(known);
        if (left != leftOfOther) {
            return known == side ? left > leftOfOther : left < leftOfOther;
        }
        return a.sniffer != b.sniffer ? a.sniffer < b.sniffer : a.id < b.id;
    }

    private void account(SightedConnection from, SightedConnection to, int side) {
        FlowTotals before = from.totals;
        FlowTotals after = to.totals;
        if (before == null
                || after == null
                || from.sniffer == to.sniffer
                || !before.passed(from.endOf(side))
                || !after.passed(to.endOf(side))
                || !isSeenWhole(before, after, from.sniffer, to.sniffer)) {
            return;
        }
        int sentBefore = from.endOf(side);
        int sentAfter = to.endOf(side);
        Tally tally = links.computeIfAbsent(new Link(from.sniffer, to.sniffer), link -> new Tally());
        tally.connections++;
        long notCaptured = Math.abs(before.missingBytes(sentBefore) - after.missingBytes(sentAfter));
        long bytes = before.payloadBytes(sentBefore) - after.payloadBytes(sentAfter);
        tally.notCapturedBytes += notCaptured;
        tally.emptySegments += Math.max(0, before.emptySegments(sentBefore) - after.emptySegments(sentAfter));
        bytes -= Math.min(Math.max(0, bytes), notCaptured);
        if (bytes > 0) {
            tally.bytes += bytes;
            tally.segments += segments(before, sentBefore, after.payloadSegments(sentAfter), bytes);
        }
    }

    /** Segments that carried the lost bytes; by their mean size where the two places cut segments otherwise. */
    private static long segments(FlowTotals before, int sent, long segmentsAfter, long bytes) {
        long fewer = before.payloadSegments(sent) - segmentsAfter;
        if (fewer > 0) {
            return fewer;
        }
        double size = (double) before.payloadBytes(sent) / (double) Math.max(1, before.payloadSegments(sent));
        return Math.max(1, Math.round((double) bytes / size));
    }

    private boolean isSeenWhole(FlowTotals a, FlowTotals b, int sniffer, int other) {
        long from = Math.max(active[sniffer][0], active[other][0]) + MARGIN_NANOS;
        long to = Math.min(active[sniffer][1], active[other][1]) - MARGIN_NANOS;
        boolean start = a.startSeen() && b.startSeen() || Math.min(a.firstNanos(), b.firstNanos()) >= from;
        boolean end = a.endSeen() && b.endSeen() || Math.max(a.lastNanos(), b.lastNanos()) <= to;
        return start && end;
    }

    /** What was lost, by link and direction. */
    List<LinkLoss> losses() {
        List<LinkLoss> losses = new ArrayList<>();
        links.forEach((link, tally) -> losses.add(new LinkLoss(
                link.from(),
                link.to(),
                tally.connections,
                tally.segments,
                tally.emptySegments,
                tally.bytes,
                tally.notCapturedBytes)));
        return losses;
    }
}
