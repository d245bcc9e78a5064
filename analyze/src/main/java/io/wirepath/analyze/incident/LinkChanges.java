package io.wirepath.analyze.incident;

import io.wirepath.analyze.KeyNumbers;
import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.EventChange;
import io.wirepath.analyze.change.LevelChange;
import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.change.Shift;
import io.wirepath.analyze.incident.Incident.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finds pairs of roles between which messages take longer on their way, all or now and then, as after a lost segment. Only messages
 * that two sniffers saw tell of the way between them.
 */
final class LinkChanges {

    /** A message comes very late from this time over the usual one on, or this many times the usual spread. */
    private static final double LATE_NANOS = 20e6;

    private static final double LATE_SPREADS = 10;

    /** One node has part in this share of the late messages, and in no more than that of all: it is its link. */
    private static final double OF_ONE_NODE = 0.9;

    private static final double OF_MANY = 0.7;
    private static final double NINTH_TENTH = 0.9;

    private final Surroundings at;
    private final Relevance relevance;
    private final Map<Long, Link> links = new TreeMap<>();

    /** The messages of one pair of roles. */
    private static final class Link {
        final int one;
        final int other;
        final Observations transit = new Observations();
        final List<Integer> rows = new ArrayList<>();

        Link(int one, int other) {
            this.one = one;
            this.other = other;
        }
    }

    LinkChanges(Surroundings at, Relevance relevance) {
        this.at = at;
        this.relevance = relevance;
        MessageTable messages = at.messages();
        for (int row = 0; row < messages.size(); row++) {
            if ((messages.flags(row) & MessageTable.FLAG_TWO_SNIFFERS) != 0) {
                add(messages, row);
            }
        }
    }

    private void add(MessageTable messages, int row) {
        int from = at.roleOf()[messages.source(row)];
        int to = at.roleOf()[messages.destination(row)];
        Link link = links.computeIfAbsent(
                KeyNumbers.pair(Math.min(from, to), Math.max(from, to)),
                unseen -> new Link(Math.min(from, to), Math.max(from, to)));
        int size = Long.SIZE - Long.numberOfLeadingZeros(messages.lengthBytes(row));
        long ends = (long) messages.source(row) * messages.nodes().size() + messages.destination(row);
        link.transit.add(
                messages.timeNanos(row),
                ends * Long.SIZE + size,
                (double) (messages.receivedNanos(row) - messages.sentNanos(row)),
                0);
        link.rows.add(row);
    }

    /** Number of series that {@link #find} looks at. */
    int series() {
        return 2 * links.size();
    }

    /** What changed, each with at most this chance where nothing did. */
    List<Incident> find(double mostChance) {
        List<Incident> found = new ArrayList<>();
        for (Link link : links.values()) {
            stalls(link, mostChance).or(() -> slower(link, mostChance)).ifPresent(found::add);
        }
        return found;
    }

    private Optional<Incident> slower(Link link, double mostChance) {
        Observations its = link.transit;
        return LevelChange.of(its, mostChance).flatMap(change -> {
            Shift shift = Shift.of(its, change.from(), change.to());
            int number = change.to() - change.from();
            return shift.nanos() > 0 && relevance.isLarge(shift.nanos(), its.medianElsewhere(change))
                    ? Optional.of(new Incident(
                            Kind.SLOWER_LINK,
                            nodes(link.one),
                            nodes(link.other),
                            change,
                            its.medianElsewhere(change),
                            its.median(change),
                            shift.nanos(),
                            shift.halfWidthNanos(),
                            number,
                            number * shift.nanos()))
                    : Optional.empty();
        });
    }

    private List<Integer> nodes(int role) {
        return at.roles().get(role).nodes();
    }

    private Optional<Incident> stalls(Link link, double mostChance) {
        Observations its = link.transit;
        double[] sorted = its.sorted(0, its.size());
        double usual = sorted[sorted.length / 2];
        double spread = sorted[(int) (NINTH_TENTH * (sorted.length - 1))] - usual;
        double late = usual + Math.max(LATE_NANOS, LATE_SPREADS * spread);
        Observations events = new Observations();
        for (int i = 0; i < its.size(); i++) {
            events.add(its.nanos(i), 0, its.value(i) > late ? 1 : 0, 0);
        }
        return EventChange.of(events, mostChance)
                .filter(change -> Relevance.isLargeShare(
                        EventChange.shareElsewhere(events, change), EventChange.share(events, change)))
                .map(change -> stalls(link, events, change, usual));
    }

    private Incident stalls(Link link, Observations events, Change change, double usual) {
        double waited = 0;
        int number = 0;
        for (int i = change.from(); i < change.to(); i++) {
            if (events.value(i) > 0) {
                waited += link.transit.value(i) - usual;
                number++;
            }
        }
        return new Incident(
                Kind.STALLS,
                narrowed(link, events, change, nodes(link.one)),
                narrowed(link, events, change, nodes(link.other)),
                change,
                EventChange.shareElsewhere(events, change),
                EventChange.share(events, change),
                waited / Math.max(1, number),
                0,
                change.to() - change.from(),
                waited);
    }

    /** The one node of this side that nearly all late messages are to or from, where others could be; else all of them. */
    private List<Integer> narrowed(Link link, Observations events, Change change, List<Integer> side) {
        for (int node : side) {
            double late = 0;
            double allLate = 0;
            double its = 0;
            for (int i = change.from(); i < change.to(); i++) {
                int row = link.rows.get(i);
                boolean part =
                        at.messages().source(row) == node || at.messages().destination(row) == node;
                its += part ? 1 : 0;
                late += part ? events.value(i) : 0;
                allLate += events.value(i);
            }
            if (late >= OF_ONE_NODE * allLate && its <= OF_MANY * (change.to() - change.from())) {
                return List.of(node);
            }
        }
        return side;
    }
}
