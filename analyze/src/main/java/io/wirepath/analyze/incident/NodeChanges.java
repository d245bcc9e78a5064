package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.AmongPeers;
import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.change.EventChange;
import io.wirepath.analyze.change.Excess;
import io.wirepath.analyze.change.Leap;
import io.wirepath.analyze.change.LevelChange;
import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.change.Shift;
import io.wirepath.analyze.incident.Incident.Kind;
import io.wirepath.analyze.path.RoleSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.IntPredicate;
import java.util.function.LongUnaryOperator;

/** Finds nodes, and roles as a whole, whose own time for requests of a kind changed. */
final class NodeChanges implements Changes {

    /** Ways to part the requests to a node: by caller, by what they ask, by both. */
    private static final int PARTS = 3;

    /** Levels of all that is asked, those of its kinds, and requests that come late. */
    private static final int OF_A_NODE = 3;

    /** Quantiles beyond which requests of a kind are counted as late. */
    private static final double[] TAILS = {0.75, 0.9, 0.97};

    /** Factor on the chance of them: waves make tails of themselves. */
    private static final double CARE_OF_TAILS = 10;

    /** Kinds of changes of most requests. */
    private static final Set<Kind> OF_LEVELS = Set.of(Kind.SLOWER, Kind.FASTER, Kind.QUEUES);

    private final Requests at;
    private final Observations[] ofNode;

    /** The same by what is asked alone: a leap leaves too few of each finer kind. */
    private final Observations[] asked;

    /** The same by who asks and the first words. */
    private final Observations[] worded;

    private final Observations[] ofRole;

    /** What the other nodes show, for each. */
    private final Excess[] elsewhere;

    private final int peers;
    private final Relevance relevance;
    private final Witnesses witnesses;

    NodeChanges(Requests at, Relevance relevance) {
        this.at = at;
        this.relevance = relevance;
        witnesses = new Witnesses(at);
        ofNode = new Observations[at.nodes()];
        ofRole = new Observations[at.roles().size()];
        asked = new Observations[ofNode.length];
        worded = new Observations[ofNode.length];
        Arrays.setAll(ofNode, node -> new Observations());
        Arrays.setAll(asked, node -> new Observations());
        Arrays.setAll(worded, node -> new Observations());
        Arrays.setAll(ofRole, role -> new Observations());
        peers = at.roles().stream()
                .mapToInt(role -> role.nodes().size())
                .filter(number -> number > 1)
                .sum();
        for (int call = 0; call < at.size(); call++) {
            if (at.isEvidence(call) && at.isTimed(call)) {
                int node = at.server(call);
                double own = at.ownNanos(call);
                long kind = at.kind(call);
                int inFlight = at.inFlight(call);
                int root = at.root(call);
                ofNode[node].add(at.began(call), kind, own, inFlight);
                asked[node].add(at.began(call), at.asked(call), own, inFlight, root);
                worded[node].add(at.began(call), at.operation(call), own, inFlight, root);
                if (at.roles().get(at.roleOf()[node]).nodes().size() > 1) {
                    ofRole[at.roleOf()[node]].add(at.began(call), kind * ofNode.length + node, own, inFlight);
                }
            }
        }
        elsewhere = Excess.of(asked, relevance.leastNanos());
    }

    /**
     * Number of series that can show a change: levels of nodes, of roles and among peers, and requests that come late.
     */
    @Override
    public int series() {
        int series = peers;
        for (Observations own : ofNode) {
            series += LevelChange.canShow(own) ? OF_A_NODE : 0;
        }
        for (Observations own : ofRole) {
            series += LevelChange.canShow(own) ? 1 : 0;
        }
        return series;
    }

    /** What changed, with at most this chance of one of them where nothing did. */
    @Override
    public List<Incident> find(double mostChance) {
        List<Incident> found = new ArrayList<>();
        for (RoleSummary role : at.roles()) {
            List<Incident> single = new ArrayList<>();
            for (int node : role.nodes()) {
                List<Incident> levels = incidents(ofNode[node], List.of(node), mostChance);
                single.addAll(levels);
                double leapChance = Incidents.FOR_LEAPS * Incidents.FALSE_ALARMS / places();
                leaps(node, leapChance).stream()
                        .filter(leap -> !isToldBy(levels, leap))
                        .forEach(single::add);
                if (single.stream().noneMatch(known -> known.nodes().contains(node))) {
                    single.addAll(ofKinds(node, mostChance));
                }
                if (single.stream().noneMatch(one -> one.nodes().contains(node) && one.kind() != Kind.FASTER)) {
                    single.addAll(tails(asked[node], List.of(node), mostChance));
                }
            }
            List<Incident> common = new ArrayList<>();
            if (role.nodes().size() > 1) {
                Observations own = ofRole[at.roleOf()[role.nodes().get(0)]];
                single.addAll(amongPeers(own, role.nodes(), single, mostChance));
                common.addAll(incidents(own, role.nodes(), mostChance));
                common.removeIf(all -> !isOfAll(all));
                common.addAll(ofReplicas(own, role.nodes(), single, mostChance));
                common.removeIf(witnesses::areApart);
            }
            for (Incident own : common) {
                single.removeIf(one -> one.kind() == own.kind() && one.beginsWith(own)
                        || one.isSlower() && isToldBy(List.of(own), one));
            }
            found.addAll(common);
            found.addAll(single);
        }
        found.removeIf(one -> OF_LEVELS.contains(one.kind()) && !witnesses.areThoseWhoStay(one));
        found.removeIf(one -> one.kind() == Kind.SLOWER_TAIL && !witnesses.isEachCaller(one));
        List<Incident> all = List.copyOf(found);
        found.removeIf(other -> all.stream().anyMatch(one -> isMoreOfTheSame(one, other)));
        found.replaceAll(witnesses::asShown);
        return found;
    }

    /** Whether one of two is what most requests show, or some, of what the other shows better. */
    private static boolean isMoreOfTheSame(Incident one, Incident other) {
        return one.isSlower()
                && other.isSlower()
                && one.nodes().equals(other.nodes())
                && one.beginsWith(other)
                && one.costNanos() > other.costNanos();
    }

    /**
     * Replicas of which several became slower at one moment, each by itself, and all alike: what they share is. All
     * together tell best since when, or else the surest of them.
     */
    private List<Incident> ofReplicas(
            Observations own, List<Integer> replicas, List<Incident> single, double mostChance) {
        List<Incident> slower = single.stream().filter(Incident::isSlower).toList();
        return Incident.surestOfSeveral(slower).stream()
                .map(one -> tails(own, replicas, mostChance).stream()
                        .filter(one::beginsWith)
                        .findFirst()
                        .orElseGet(
                                () -> incident(Kind.SLOWER_TAIL, own, one.change(), replicas, own.rise(one.change()))))
                .filter(all -> replicas.stream().allMatch(node -> isPartOf(all, node)))
                .toList();
    }

    /** Whether a replica has as much part in what all show as any, as far as is known. */
    private boolean isPartOf(Incident all, int node) {
        return asked[node].number(all.change()) == 0
                || asked[node].rise(all.change()) >= ChangeModel.MOST * all.effectNanos();
    }

    /**
     * Whether one of these levels of the same place is the same as a leap, or a time of it, or goes on when that
     * begins, with all that is added to it while the leap lasts.
     */
    private static boolean isToldBy(List<Incident> levels, Incident leap) {
        List<Incident> slower =
                levels.stream().filter(level -> level.kind() != Kind.FASTER).toList();
        double together = slower.stream()
                .filter(level -> level.change().meets(leap.change()))
                .mapToDouble(Incident::effectNanos)
                .sum();
        return slower.stream()
                .anyMatch(level -> (level.change().holds(leap.change().onsetNanos())
                                || level.change().anyBeginsWith(leap.change(), Culprits.SAME_MOMENT_NANOS))
                        && leap.effectNanos() < 2 * Math.max(level.effectNanos(), together));
    }

    /** Levels of what a node is asked, each kind by itself: too few of all for the whole to tell. */
    private List<Incident> ofKinds(int node, double mostChance) {
        List<Observations> kinds = asked[node].parts(key -> key).stream()
                .filter(LevelChange::canShow)
                .toList();
        List<Incident> found = new ArrayList<>();
        for (Observations own : kinds) {
            found.addAll(relevant(
                    own,
                    LevelChange.of(own, mostChance / kinds.size()),
                    List.of(node),
                    relevance,
                    (change, shift) -> shift.nanos() < 0 ? Kind.FASTER : Kind.SLOWER_TAIL));
        }
        return found;
    }

    /** Number of nodes at which a leap is looked for. */
    private long places() {
        return Math.max(
                1,
                Arrays.stream(asked)
                        .filter(own -> own.size() >= 2 * ChangeModel.MIN_WITNESSES)
                        .count());
    }

    /**
     * Leaps of all that a node is asked, or else, with as much chance in all, of what one role or one caller asks, of
     * one kind of request, or of one kind from one role: the widest part that shows one.
     */
    private List<Incident> leaps(int node, double mostChance) {
        Observations all = worded[node];
        List<Incident> found = leaps(asked[node], node, false, mostChance / 2);
        for (int of = 0; found.isEmpty() && of < PARTS; of++) {
            List<Observations> parts = parts(all, of);
            for (Observations part : parts.size() < 2 ? List.<Observations>of() : parts) {
                found.addAll(leaps(part, node, true, mostChance / 2 / PARTS / parts.size()));
            }
        }
        return found;
    }

    /** By caller's role, by kind of request, or by both; those with enough of them to show anything. */
    private static List<Observations> parts(Observations all, int of) {
        LongUnaryOperator words = key -> (int) key;
        return (switch (of) {
                    case 0 -> all.parts(key -> (int) (key >>> Integer.SIZE));
                    case 1 -> all.parts(words, words);
                    default -> all.parts(key -> key);
                })
                .stream()
                        .filter(part -> part.size() >= 2 * ChangeModel.MIN_WITNESSES)
                        .toList();
    }

    /**
     * When more requests began to take longer than most of their kind that met as many open ones, however few of all:
     * shares of what is rare are judged as those of failures are.
     */
    private List<Incident> tails(Observations own, List<Integer> nodes, double mostChance) {
        Observations alike = LevelChange.alike(own);
        List<Incident> found = new ArrayList<>();
        for (double quantile : TAILS) {
            Observations late = alike.beyond(quantile, relevance.leastLeapNanos());
            for (Change change : EventChange.of(late, mostChance / TAILS.length / CARE_OF_TAILS)) {
                double rise = own.rise(change);
                boolean isMore = Relevance.isLargeShare(
                        EventChange.shareElsewhere(late, change), EventChange.share(late, change));
                if (isMore
                        && relevance.isLeap(rise, own.medianElsewhere(change))
                        && isLong(late, change, 0)
                        && !Queueing.explains(own, alike, change, rise)) {
                    found.add(incident(Kind.SLOWER_TAIL, own, change, nodes, rise));
                }
            }
            if (!found.isEmpty()) {
                break;
            }
        }
        return found;
    }

    /** Where most are slower, like ones tell by how much, and how surely; of a tail that is the mean. */
    private static Incident incident(Kind kind, Observations own, Change change, List<Integer> nodes, double mean) {
        int number = own.number(change);
        Shift shift = kind == Kind.SLOWER ? Shift.of(own, change) : new Shift(0, 0, 0, 0);
        boolean isKnown = 2 * shift.compared() >= number && shift.nanos() > 0;
        double effect = isKnown ? shift.nanos() : mean;
        return new Incident(
                kind,
                nodes,
                List.of(),
                change,
                own.medianElsewhere(change),
                own.median(change),
                effect,
                isKnown ? shift.halfWidthNanos() : Shift.ofMeans(own, change).halfWidthNanos(),
                number,
                number * effect);
    }

    /** Whether it lasts, and what is more than this comes all the while: no pause of the machine, and no burst. */
    private static boolean isLong(Observations own, Change change, double more) {
        return change.lasts()
                || change.endFromNanos() - change.onsetNanos() >= ChangeModel.MIN_NANOS
                        && own.spanNanos(change, more) >= ChangeModel.MIN_NANOS / 2;
    }

    private List<Incident> leaps(Observations own, int node, boolean some, double mostChance) {
        List<Incident> found = new ArrayList<>();
        for (Leap leap : Leap.ofDurations(own, relevance.leastNanos(), elsewhere[node], mostChance)) {
            Change change = leap.change();
            double usual = own.medianElsewhere(change);
            if (relevance.isLeap(leap.effect(), usual) && isLong(own, change, usual + leap.effect() / 2)) {
                Kind kind = some || leap.share() < 1 ? Kind.SLOWER_TAIL : Kind.SLOWER;
                found.add(incident(kind, own, change, List.of(node), leap.effect()));
            }
        }
        return found;
    }

    /**
     * Those of these nodes whose own time differs by less than this share of an effect, in the middle of like requests
     * and on average.
     */
    List<Integer> unchanged(Incident incident, List<Integer> nodes, double share) {
        double much = share * Math.abs(incident.effectNanos());
        IntPredicate same = node -> {
            Shift shift = Shift.of(ofNode[node], incident.change());
            return shift.compared() > 0
                    && Math.abs(shift.nanos()) < much
                    && Math.abs(asked[node].rise(incident.change())) < much;
        };
        return nodes.stream()
                .filter(node -> !incident.nodes().contains(node) && same.test(node))
                .toList();
    }

    /** Replicas that became slower beside their peers, of those that are not known to have changed by themselves. */
    private List<Incident> amongPeers(Observations role, List<Integer> nodes, List<Incident> known, double mostChance) {
        Map<Integer, Observations> multiples = AmongPeers.of(role, ofNode.length);
        List<Incident> found = new ArrayList<>();
        for (int node : nodes) {
            Observations own = multiples.get(node);
            if (own != null && known.stream().noneMatch(one -> one.nodes().contains(node))) {
                found.addAll(incidents(ofNode[node], ofTimes(own, ofNode[node], mostChance), List.of(node)));
            }
        }
        // whose peers became faster is no slower
        found.removeIf(own -> own.kind() == Kind.FASTER
                || unchanged(own, nodes, ChangeModel.MOST).size() < nodes.size() - 1);
        return found;
    }

    /** The changes of these multiples; they grow by as much of what peers take, as far as that is known. */
    private static List<Change> ofTimes(Observations multiples, Observations times, double mostChance) {
        return LevelChange.of(multiples, mostChance).stream()
                .map(change -> {
                    double multiple = multiples.medianElsewhere(change);
                    return change.ofUnits(multiple > 0 ? times.medianElsewhere(change) / multiple : 0);
                })
                .toList();
    }

    private List<Incident> incidents(Observations own, List<Integer> nodes, double mostChance) {
        return incidents(own, LevelChange.of(own, mostChance), nodes);
    }

    /** Changes, told with the figures of this series. */
    private List<Incident> incidents(Observations own, List<Change> changes, List<Integer> nodes) {
        return relevant(own, changes, nodes, relevance, (change, shift) -> Queueing.kind(own, change, shift));
    }

    /** Those of these changes of own times that are large enough. */
    private static List<Incident> relevant(
            Observations own,
            List<Change> changes,
            List<Integer> nodes,
            Relevance relevance,
            BiFunction<Change, Shift, Kind> kind) {
        List<Incident> found = new ArrayList<>();
        for (Change change : changes) {
            Shift shift = Shift.of(own, change);
            double before = own.medianElsewhere(change);
            int number = own.number(change);
            double more = shift.nanos() < 0 ? Double.NEGATIVE_INFINITY : before + shift.nanos() / 2;
            if (relevance.isLarge(shift.nanos(), before) && isLong(own, change, more)) {
                found.add(new Incident(
                        kind.apply(change, shift),
                        nodes,
                        List.of(),
                        change,
                        before,
                        own.median(change),
                        shift.nanos(),
                        shift.halfWidthNanos(),
                        number,
                        number * Math.abs(shift.nanos())));
            }
        }
        return found;
    }

    private boolean isOfAll(Incident common) {
        return common.nodes().stream()
                .map(node -> Shift.of(ofNode[node], common.change()))
                .allMatch(shift -> shift.compared() == 0 || shift.nanos() / common.effectNanos() >= ChangeModel.MOST);
    }
}
