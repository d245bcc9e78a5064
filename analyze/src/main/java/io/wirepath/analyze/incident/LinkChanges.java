package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.change.EventChange;
import io.wirepath.analyze.change.LevelChange;
import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.change.Shift;
import io.wirepath.analyze.incident.Incident.Kind;
import io.wirepath.causes.DisjointSets;
import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.agrona.collections.LongHashSet;

/**
 * Finds pairs of roles between which messages take longer on their way, all or now and then, as after a lost segment.
 * Only messages that two sniffers saw tell how long they were on their way; of others only how long they waited for
 * lost segments is known.
 */
final class LinkChanges implements Changes {

    /** A message comes very late from this time over the usual one on, or this many times the usual spread. */
    private static final double LATE_NANOS = 20e6;

    private static final double LATE_SPREADS = 10;

    /** One node has part in nearly all late messages, and in no more than this share of all: it is its link. */
    private static final double OF_MANY = 0.7;

    /** Of a pair of roles: what is held up, how long all take, and the same in steps. */
    private static final int TESTS = 3;

    private final Surroundings at;
    private final Relevance relevance;
    private final Map<Long, Link> links = new TreeMap<>();

    /** The sniffer that sees first what a node sends, of what two see. */
    private final int[] home;

    /** From which node to which two sniffers saw messages, as {@link Link#transit} has it, without a size. */
    private final LongHashSet ways = new LongHashSet();

    /** The messages of one pair of roles. */
    private static final class Link {
        final int one;
        final int other;
        final Observations transit = new Observations();

        /**
         * How long each message was held up by lost segments; those that two sniffers saw count by {@link #transit}.
         */
        final Observations held = new Observations();

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
        home = new int[messages.nodes().size()];
        Arrays.fill(home, MessageTable.NONE);
        for (int row = 0; row < messages.size(); row++) {
            if (at.counted().holds(messages.timeNanos(row))) {
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
        boolean two = (messages.flags(row) & MessageTable.FLAG_TWO_SNIFFERS) != 0;
        double transit = two ? (double) (messages.receivedNanos(row) - messages.sentNanos(row)) : Double.NaN;
        if (two) {
            int size = Long.SIZE - Long.numberOfLeadingZeros(messages.lengthBytes(row));
            long ends = (long) messages.source(row) * messages.nodes().size() + messages.destination(row);
            link.transit.add(messages.timeNanos(row), ends * Long.SIZE + size, transit, 0);
            home[messages.source(row)] = messages.sniffer(row);
            ways.add(ends * Long.SIZE);
        }
        link.held.add(messages.timeNanos(row), 0, two ? transit : (double) messages.resentWaitNanos(row), 0);
        link.rows.add(row);
    }

    /** Number of series that {@link #find} looks at. */
    @Override
    public int series() {
        return TESTS * links.size();
    }

    /** What changed, each with at most this chance where nothing did. */
    @Override
    public List<Incident> find(double mostChance) {
        List<Incident> found = new ArrayList<>();
        for (Link link : links.values()) {
            List<Incident> stalls = stalls(link, mostChance);
            found.addAll(stalls);
            for (Incident slower : slower(link, mostChance)) {
                if (stalls.stream().noneMatch(own -> own.beginsWith(slower))) {
                    found.add(slower);
                }
            }
        }
        return found;
    }

    private List<Incident> slower(Link link, double mostChance) {
        List<Incident> found = new ArrayList<>();
        List<Change> changes = LevelChange.of(link.transit, mostChance);
        for (Change change : changes.isEmpty() ? LevelChange.of(inSteps(link.transit), mostChance) : changes) {
            Incident slower = slower(link, change);
            if (slower.effectNanos() > 0 && relevance.isLarge(slower.effectNanos(), slower.before())) {
                found.add(slower);
            }
        }
        return found;
    }

    /** The same times in steps of what matters: of a way that takes microseconds, those say nothing of milliseconds. */
    private Observations inSteps(Observations all) {
        Observations steps = new Observations();
        for (int i = 0; i < all.size(); i++) {
            double step = Math.rint(all.value(i) / relevance.leastNanos()) * relevance.leastNanos();
            steps.add(all.nanos(i), all.kindKey(i), step, 0);
        }
        return steps;
    }

    private Incident slower(Link link, Change change) {
        if (link.one == link.other) {
            // nobody knows the sides
            return slower(link, link.transit, change, false);
        }
        Observations way = slowerWay(link.transit, change);
        Incident slower = concerned(link, way, change);
        if (!isTiedByOthers(slower)) {
            return thereAndBack(link, concerned(link, link.transit, change));
        }
        return way.size() < link.transit.size() ? slower.withBack(backNanos(link.transit, slower)) : slower;
    }

    /** What those nodes show, of these messages of one way or both, that surely see a change. */
    private Incident concerned(Link link, Observations way, Change change) {
        Observations ofOne = concerned(way, change, key -> endOf(link.one, key));
        Observations ofBoth = concerned(ofOne, change, key -> endOf(link.other, key));
        return slower(link, ofBoth, change, way.size() < link.transit.size());
    }

    /**
     * Whether other messages, or those through further sniffers, tell how the clocks of its ends go: where those alone
     * do that are slower, what one way takes longer looks like half of it each way.
     */
    private boolean isTiedByOthers(Incident slower) {
        DisjointSets others = new DisjointSets(1 + Arrays.stream(home).max().orElse(0));
        homes(way -> !isBetween(slower, way)).forEach(ends -> others.join(ends[0], ends[1]));
        return homes(way -> isBetween(slower, way)).allMatch(ends -> others.find(ends[0]) == others.find(ends[1]));
    }

    private boolean isBetween(Incident slower, long key) {
        int source = source(key);
        int destination = destination(key);
        return slower.nodes().contains(source) && slower.peers().contains(destination)
                || slower.nodes().contains(destination) && slower.peers().contains(source);
    }

    /** The sniffers at both ends of such ways, where they are known. */
    private Stream<int[]> homes(Predicate<Long> which) {
        return ways.stream()
                .filter(which)
                .map(way -> new int[] {home[source(way)], home[destination(way)]})
                .filter(ends -> Math.min(ends[0], ends[1]) >= 0);
    }

    /** What both ways of a link take longer together, between the ends of this. */
    private Incident thereAndBack(Link link, Incident slower) {
        Shift[] by = link.transit.parts(key -> isBetween(slower, key) ? roleOfSource(key) : MessageTable.NONE).stream()
                .filter(way -> isBetween(slower, way.kindKey(0)))
                .map(way -> Shift.of(way, slower.change()))
                .toArray(Shift[]::new);
        return by.length == 2 && Math.min(by[0].compared(), by[1].compared()) > 0
                ? slower.thereAndBack(
                        by[0].nanos() + by[1].nanos(), Math.hypot(by[0].halfWidthNanos(), by[1].halfWidthNanos()))
                : slower;
    }

    /** The messages of the way that became slower by more than the one back, where one surely did; else all. */
    private Observations slowerWay(Observations all, Change change) {
        List<Observations> ways = all.parts(this::roleOfSource);
        Shift[] by = ways.stream().map(way -> Shift.of(way, change)).toArray(Shift[]::new);
        if (by.length < 2 || Math.min(by[0].compared(), by[1].compared()) < ChangeModel.MIN_COMPARED) {
            return all;
        }
        int slower = by[0].nanos() > by[1].nanos() ? 0 : 1;
        double more = by[slower].nanos() - by[1 - slower].nanos();
        boolean isSure = more > by[0].halfWidthNanos() + by[1].halfWidthNanos();
        return isSure && more >= Relevance.LITTLE * by[slower].nanos() ? ways.get(slower) : all;
    }

    /**
     * How much longer messages back take between the ends of this way; 0 where they surely take little more or less,
     * and no number where they may or may not.
     */
    private double backNanos(Observations all, Incident way) {
        List<Observations> apart = all.parts(
                key -> way.peers().contains(source(key)) && way.nodes().contains(destination(key)) ? 1 : 0);
        Shift back = Shift.of(apart.get(apart.size() - 1), way.change());
        if (apart.size() < 2 || back.compared() == 0) {
            return Double.NaN;
        }
        if (Math.abs(back.nanos()) > back.halfWidthNanos()) {
            return back.nanos();
        }
        return back.halfWidthNanos() < Relevance.LITTLE * way.effectNanos() ? 0 : Double.NaN;
    }

    /** What these messages of a link show, which all go one way or both. */
    private Incident slower(Link link, Observations those, Change change, boolean isOneWay) {
        boolean isBack = isOneWay && roleOfSource(those.kindKey(0)) != link.one;
        List<Integer> one = ends(link, link.one, those);
        List<Integer> other = ends(link, link.other, those);
        Shift shift = Shift.of(those, change);
        int number = those.number(change);
        return new Incident(
                Kind.SLOWER_LINK,
                isBack ? other : one,
                isBack ? one : other,
                change,
                those.medianElsewhere(change),
                those.median(change),
                shift.nanos(),
                shift.halfWidthNanos(),
                number,
                number * shift.nanos());
    }

    /** Those that a change concerns, parted so, where it surely does not concern the others; else all of them. */
    private static Observations concerned(Observations all, Change change, LongUnaryOperator partOfKey) {
        List<Observations> parts = all.parts(partOfKey).stream()
                .filter(part -> Shift.of(part, change).compared() >= ChangeModel.MIN_COMPARED)
                .toList();
        BitSet others = ConcernedCallers.others(
                parts.stream().map(part -> Shift.of(part, change)).toList());
        if (others == null || others.isEmpty()) {
            return all;
        }
        Set<Long> seeing = new HashSet<>();
        for (int i = others.nextClearBit(0); i < parts.size(); i = others.nextClearBit(i + 1)) {
            seeing.add(partOfKey.applyAsLong(parts.get(i).kindKey(0)));
        }
        List<Observations> apart = all.parts(key -> seeing.contains(partOfKey.applyAsLong(key)) ? 1 : 0);
        return apart.get(apart.size() - 1);
    }

    private long roleOfSource(long key) {
        return at.roleOf()[source(key)];
    }

    private int source(long key) {
        return (int) (key / Long.SIZE / at.messages().nodes().size());
    }

    private int destination(long key) {
        return (int) (key / Long.SIZE % at.messages().nodes().size());
    }

    /** The end of a message that is of this role. */
    private int endOf(int role, long key) {
        return at.roleOf()[source(key)] == role ? source(key) : destination(key);
    }

    /** The nodes of a role without those that have part in other messages alone. */
    private List<Integer> ends(Link link, int role, Observations those) {
        Set<Integer> without = endsOf(role, link.transit);
        without.removeAll(endsOf(role, those));
        return nodes(role).stream().filter(node -> !without.contains(node)).toList();
    }

    private Set<Integer> endsOf(int role, Observations those) {
        Set<Integer> ends = new HashSet<>();
        for (int i = 0; i < those.size(); i++) {
            ends.add(endOf(role, those.kindKey(i)));
        }
        return ends;
    }

    private List<Integer> nodes(int role) {
        return at.roles().get(role).nodes();
    }

    private List<Incident> stalls(Link link, double mostChance) {
        double[] sorted = link.transit.sorted(0, link.transit.size());
        double usual = sorted.length == 0 ? 0 : sorted[sorted.length / 2];
        double spread = sorted.length == 0 ? 0 : sorted[(int) (ChangeModel.NEARLY_ALL * (sorted.length - 1))] - usual;
        double late = Math.max(LATE_NANOS, LATE_SPREADS * spread);
        List<Incident> lost = stalls(link, true, late, usual, mostChance / 2);
        return lost.isEmpty()
                ? stalls(link, false, late, usual, mostChance / 2).stream()
                        .map(stalls -> asLevel(link, stalls))
                        .toList()
                : lost;
    }

    /** What most messages of some nodes, or one way, are later by is told as that, and not as a share of all. */
    private Incident asLevel(Link link, Incident stalls) {
        if (link.transit.number(stalls.change()) == 0) {
            return stalls;
        }
        Incident level = slower(link, stalls.change());
        return level.effectNanos() >= ChangeModel.MOST * stalls.effectNanos() ? level : stalls;
    }

    /** When more messages began to come late, all or those that were sent again: a busy host delays others, too. */
    private List<Incident> stalls(Link link, boolean resent, double late, double usual, double mostChance) {
        Observations events = new Observations();
        for (int i = 0; i < link.held.size(); i++) {
            boolean counts = !resent || at.messages().resentSegments(link.rows.get(i)) > 0;
            events.add(link.held.nanos(i), 0, counts && lateNanos(link, i, usual) > late ? 1 : 0, 0);
        }
        List<Incident> found = new ArrayList<>();
        for (Change change : EventChange.of(events, mostChance)) {
            if (Relevance.isLargeShare(EventChange.shareElsewhere(events, change), EventChange.share(events, change))) {
                found.add(stalls(link, events, change, usual));
            }
        }
        return found;
    }

    /** By how much this message came later than messages of the link usually do. */
    private double lateNanos(Link link, int i, double usual) {
        boolean two = (at.messages().flags(link.rows.get(i)) & MessageTable.FLAG_TWO_SNIFFERS) != 0;
        return link.held.value(i) - (two ? usual : 0);
    }

    private Incident stalls(Link link, Observations events, Change change, double usual) {
        double waited = 0;
        int number = 0;
        for (int i = 0; i < events.size(); i++) {
            if (change.holds(events.nanos(i)) && events.value(i) > 0) {
                waited += lateNanos(link, i, usual);
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
                events.number(change),
                waited);
    }

    /**
     * The one node of this side that nearly all late messages are to or from, where others could be; else all of them.
     */
    private List<Integer> narrowed(Link link, Observations events, Change change, List<Integer> side) {
        for (int node : side) {
            double late = 0;
            double allLate = 0;
            double own = 0;
            int number = 0;
            for (int i = 0; i < events.size(); i++) {
                if (!change.holds(events.nanos(i))) {
                    continue;
                }
                number++;
                int row = link.rows.get(i);
                boolean part =
                        at.messages().source(row) == node || at.messages().destination(row) == node;
                own += part ? 1 : 0;
                late += part ? events.value(i) : 0;
                allLate += events.value(i);
            }
            if (late >= ChangeModel.NEARLY_ALL * allLate && own <= OF_MANY * number) {
                return List.of(node);
            }
        }
        return side;
    }
}
