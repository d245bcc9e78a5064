package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.change.EventChange;
import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.incident.Incident.Kind;
import io.wirepath.analyze.path.RoleAggregation;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.analyze.sum.BinnedDelays;
import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.ComparedPlace.Sort;
import io.wirepath.analyze.sum.DelayTrack;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.ShareTrack;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.causes.Grouped;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.Median;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * As many requests as the sums of windows tell of. A block of a window tells how many each caller sent to a node, how
 * long which kinds took there, and how many failed; within the block these are matched by chance, and come evenly. Of
 * roles with many, every second is left out, again and again. Not thread-safe while windows are added.
 *
 * <p>What only single requests tell is not known: connections, queues, what was made for what, and how much longer the
 * requests of clients take. Clients are one node.
 */
public final class WindowRequests implements Requests {

    private final List<String> names = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<String, Set<Integer>> nodesOfRole = new TreeMap<>();
    private final Map<String, Integer> kinds = new HashMap<>();
    private final Map<String, Thinned> ofRole = new TreeMap<>();
    private final Map<Measure, Map<ComparedPlace, Halved>> series = new TreeMap<>();
    private List<Request> all = List.of();
    private Grouped byServer = Grouped.of(0, 0, request -> 0);
    private List<RoleSummary> roles = List.of();
    private int[] roleOfNode = {};
    private final Map<Integer, long[]> answers = new HashMap<>();
    private final BitSet asked = new BitSet();
    private long lastNanos;

    private record Work(int kind, double ownNanos) {}

    private record Request(
            long nanos, int caller, int server, Work work, boolean failed, boolean awaited, boolean unanswered) {

        Request at(long other) {
            return new Request(other, caller, server, work, failed, awaited, unanswered);
        }
    }

    /** What is read beside the requests to nodes; of each path how frequent it is has a trial a request, and is not. */
    private static final Set<Measure> SERIES = Set.of(Measure.RESENT, Measure.UNREACHED, Measure.FAILED);

    private static final Work UNKNOWN = new Work(0, Double.NaN);

    /** Of which every n-th is kept. The order within a block is one of chance, so that none has more than its part. */
    private static final class Thinned {
        List<Request> kept = new ArrayList<>();
        int step = 1;
        long seen;

        void add(Request own) {
            if (seen++ % step == 0) {
                kept.add(own);
                if (kept.size() == ChangeModel.MAX_OBSERVATIONS) {
                    List<Request> half = new ArrayList<>();
                    for (int at = 0; at < ChangeModel.MAX_OBSERVATIONS; at += 2) {
                        half.add(kept.get(at));
                    }
                    kept = half;
                    step *= 2;
                }
            }
        }
    }

    /** Of which every second is left out where there are too many. */
    private static final class Halved {
        Observations kept = new Observations();

        void add(long nanos, double value) {
            kept.add(nanos, 0, value, 0);
            if (kept.size() == ChangeModel.MAX_OBSERVATIONS) {
                kept = kept.half();
            }
        }
    }

    /**
     * Adds a window, not earlier than the one before.
     *
     * @param roleOf name of the role of each node, by its name
     */
    public void add(Sums window, Map<String, String> roleOf) {
        roleOf.forEach((node, role) -> nodesOfRole
                .computeIfAbsent(role, unseen -> new LinkedHashSet<>())
                .add(number(node)));
        Map<String, List<DelayTrack>> works = new HashMap<>();
        for (DelayTrack track : window.delays()) {
            if (track.measure() == Measure.OWN) {
                works.computeIfAbsent(track.place().name(), unseen -> new ArrayList<>())
                        .add(track);
            } else if (track.measure() == Measure.DURATION && track.place().equals(ComparedPlace.SYSTEM)) {
                addDurations(window, track);
            }
        }
        Map<String, Map<Measure, List<ShareTrack>>> shares = new TreeMap<>();
        for (ShareTrack track : window.shares()) {
            boolean isEdge = track.place().sort() == Sort.EDGE;
            if (track.measure() == Measure.FAILED && track.place().sort() == Sort.NODE) {
                long[] own = answers.computeIfAbsent(number(track.place().name()), unseen -> new long[2]);
                own[0] += Math.round(track.allTrials());
                own[1] += Math.round(track.allEvents());
            }
            if (isEdge && track.measure() == Measure.RESENT || track.place().sort() == Sort.NODE) {
                String node = isEdge ? track.place().peer() : track.place().name();
                shares.computeIfAbsent(node, unseen -> new TreeMap<>())
                        .computeIfAbsent(track.measure(), unseen -> new ArrayList<>())
                        .add(track);
            } else if (SERIES.contains(track.measure())) {
                addShares(window, track);
            }
        }
        Random random = new Random(1);
        for (int block = 0; block < window.blocks().size(); block++) {
            Map<String, List<Request>> ofBlock = new TreeMap<>();
            for (Map.Entry<String, Map<Measure, List<ShareTrack>>> own : shares.entrySet()) {
                String node = own.getKey();
                ofBlock.computeIfAbsent(roleOf.getOrDefault(node, node), unseen -> new ArrayList<>())
                        .addAll(drawn(node, works.getOrDefault(node, List.of()), own.getValue(), block, random));
            }
            TimeSpan span = window.blocks().get(block);
            ofBlock.forEach((role, own) -> spread(role, own, span, random));
        }
        all = List.of();
    }

    /** The requests to a node in a block of time. */
    private List<Request> drawn(
            String node, List<DelayTrack> works, Map<Measure, List<ShareTrack>> shares, int block, Random random) {
        List<Integer> callers = new ArrayList<>();
        for (ShareTrack edge : shares.getOrDefault(Measure.RESENT, List.of())) {
            callers.addAll(Collections.nCopies(
                    (int) Math.round(edge.trials()[block]), number(edge.place().name())));
        }
        List<Work> done = new ArrayList<>();
        for (DelayTrack track : works) {
            int kind = kinds.computeIfAbsent(track.kind(), unseen -> kinds.size() + 1);
            BinnedDelays own = track.blocks().get(block);
            for (int i = 0; i < own.bin().length; i++) {
                done.addAll(Collections.nCopies(own.count()[i], new Work(kind, BinnedDelays.nanos(own.bin()[i]))));
            }
        }
        Collections.shuffle(callers, random);
        Collections.shuffle(done, random);
        long failed = events(shares, Measure.FAILED, block);
        long unanswered = events(shares, Measure.UNANSWERED, block);
        long awaited = shares.getOrDefault(Measure.UNANSWERED, List.of()).stream()
                .mapToLong(track -> Math.round(track.trials()[block]))
                .sum();
        List<Request> drawn = new ArrayList<>();
        for (int at = 0; at < callers.size(); at++) {
            int later = callers.size() - at;
            Work work = at < done.size() ? done.get(at) : UNKNOWN;
            drawn.add(new Request(
                    0, callers.get(at), number(node), work, at < failed, later <= awaited, later <= unanswered));
        }
        return drawn;
    }

    /** Answers of this node in all windows. */
    public long answered(int node) {
        return answers.getOrDefault(node, new long[2])[0];
    }

    /** Those of them that are failures which began there. */
    public long failed(int node) {
        return answers.getOrDefault(node, new long[2])[1];
    }

    private static long events(Map<Measure, List<ShareTrack>> shares, Measure measure, int block) {
        return shares.getOrDefault(measure, List.of()).stream()
                .mapToLong(track -> Math.round(track.events()[block]))
                .sum();
    }

    private void spread(String role, List<Request> requests, TimeSpan span, Random random) {
        Collections.shuffle(requests, random);
        Thinned to = ofRole.computeIfAbsent(role, unseen -> new Thinned());
        for (int at = 0; at < requests.size(); at++) {
            long nanos = nanos(span, at, requests.size());
            to.add(requests.get(at).at(nanos));
            lastNanos = Math.max(lastNanos, nanos);
        }
    }

    private static long nanos(TimeSpan span, int at, double number) {
        return span.fromNanos() + Math.round((at + 0.5) * (span.toNanos() - span.fromNanos()) / number);
    }

    private void addDurations(Sums window, DelayTrack track) {
        Halved to = series(track.measure(), track.place());
        for (int block = 0; block < window.blocks().size(); block++) {
            BinnedDelays own = track.blocks().get(block);
            for (int i = 0; i < own.bin().length; i++) {
                for (int each = 0; each < own.count()[i]; each++) {
                    to.add(window.blocks().get(block).fromNanos(), nanosOf(own, i));
                }
            }
        }
    }

    private static double nanosOf(BinnedDelays own, int i) {
        return BinnedDelays.nanos(own.bin()[i]);
    }

    private void addShares(Sums window, ShareTrack track) {
        if (track.allTrials() == 0) {
            return;
        }
        Halved to = series(track.measure(), track.place());
        for (int block = 0; block < window.blocks().size(); block++) {
            double trials = track.trials()[block];
            double events = track.events()[block];
            for (int trial = 0; trial < trials; trial++) {
                double happened = Math.floor((trial + 1) * events / trials) - Math.floor(trial * events / trials);
                to.add(nanos(window.blocks().get(block), trial, trials), happened > 0 ? 1 : 0);
            }
        }
    }

    private Halved series(Measure measure, ComparedPlace place) {
        return series.computeIfAbsent(measure, unseen -> new TreeMap<>())
                .computeIfAbsent(place, unseen -> new Halved());
    }

    private int number(String node) {
        return numbers.computeIfAbsent(node, unseen -> {
            names.add(node);
            return names.size() - 1;
        });
    }

    /** Names of the nodes, in the order of their numbers. */
    public List<String> names() {
        return List.copyOf(names);
    }

    /** Puts together what was added. */
    private List<Request> all() {
        if (all.isEmpty()) {
            all = ofRole.values().stream()
                    .flatMap(own -> own.kept.stream())
                    .sorted(Comparator.comparingLong(Request::nanos))
                    .toList();
            asked.clear();
            all.forEach(own -> asked.set(own.server()));
            byServer =
                    Grouped.of(nodes(), all.size(), request -> all.get(request).server());
            roles = rolesOf();
            roleOfNode = RoleSummary.ofNodes(names.size(), roles);
        }
        return all;
    }

    /** A node that no window gave a role is one by itself; of one that had several the first counts. */
    private List<RoleSummary> rolesOf() {
        List<RoleSummary> found = new ArrayList<>();
        BitSet placed = new BitSet();
        nodesOfRole.forEach((role, set) -> {
            List<Integer> members =
                    set.stream().filter(node -> !placed.get(node)).toList();
            members.forEach(placed::set);
            if (!members.isEmpty()) {
                found.add(new RoleSummary(role, members));
            }
        });
        for (int node = placed.nextClearBit(0); node < names.size(); node = placed.nextClearBit(node + 1)) {
            found.add(new RoleSummary(names.get(node), List.of(node)));
        }
        return found;
    }

    @Override
    public int size() {
        return all().size();
    }

    @Override
    public Grouped byServer() {
        all();
        return byServer;
    }

    @Override
    public int nodes() {
        return names.size();
    }

    @Override
    public List<RoleSummary> roles() {
        all();
        return roles;
    }

    @Override
    public int[] roleOf() {
        all();
        return roleOfNode;
    }

    @Override
    public long began(int request) {
        return all().get(request).nanos();
    }

    @Override
    public int server(int request) {
        return all().get(request).server();
    }

    @Override
    public int caller(int request) {
        return all().get(request).caller();
    }

    @Override
    public boolean isFromOutside(int request) {
        return !asked.get(caller(request));
    }

    @Override
    public long kind(int request) {
        return all().get(request).work().kind();
    }

    @Override
    public int asked(int request) {
        return all().get(request).work().kind();
    }

    @Override
    public long operation(int request) {
        return (long) roleOf()[caller(request)] << Integer.SIZE | kind(request);
    }

    @Override
    public boolean isTimed(int request) {
        return !Double.isNaN(ownNanos(request));
    }

    @Override
    public double ownNanos(int request) {
        return all().get(request).work().ownNanos();
    }

    /** Clients are one, and some that stay with one replica would look as if that got more than its part. */
    @Override
    public boolean isDealt(int request) {
        return isTimed(request) && !names.get(caller(request)).equals(RoleAggregation.CLIENT);
    }

    @Override
    public long servedNanos(int request) {
        return isTimed(request) ? Math.round(ownNanos(request)) : MessageTable.NIL;
    }

    @Override
    public boolean isAwaited(int request) {
        return all().get(request).awaited();
    }

    @Override
    public boolean isUnanswered(int request) {
        return all().get(request).unanswered();
    }

    @Override
    public boolean isAnswered(int request) {
        return !isUnanswered(request);
    }

    @Override
    public boolean beganToFail(int request) {
        return all().get(request).failed();
    }

    @Override
    public long lastNanos() {
        return lastNanos;
    }

    @Override
    public double usualRequestNanos() {
        Observations own = ofSystem(Measure.DURATION);
        return Median.middle(own.sorted(0, own.size()));
    }

    private Observations ofSystem(Measure measure) {
        return series.getOrDefault(measure, Map.of()).getOrDefault(ComparedPlace.SYSTEM, new Halved()).kept;
    }

    @Override
    public int weight(int role) {
        Thinned own = ofRole.get(roles().get(role).name());
        return own == null ? 1 : own.step;
    }

    /** Segments that are lost between two roles, and connections that fail between two nodes. */
    @Override
    public List<Changes> further(Relevance relevance) {
        List<ShareChanges.Place> places = new ArrayList<>();
        series.getOrDefault(Measure.RESENT, Map.of()).forEach((place, own) -> {
            List<Integer> nodes = nodesOf(place.name());
            List<Integer> peers = nodesOf(place.peer());
            if (place.sort() == Sort.ROLE && !nodes.isEmpty() && !peers.isEmpty()) {
                places.add(new ShareChanges.Place(Kind.STALLS, nodes, peers, own.kept, Incident.FAILURE_NANOS, null));
            }
        });
        series.getOrDefault(Measure.UNREACHED, Map.of())
                .forEach((place, own) -> places.add(new ShareChanges.Place(
                        Kind.UNREACHABLE,
                        List.of(number(place.peer())),
                        List.of(number(place.name())),
                        own.kept,
                        Incident.FAILURE_NANOS,
                        null)));
        return List.of(new ShareChanges(places));
    }

    private List<Integer> nodesOf(String role) {
        return roles().stream()
                .filter(own -> own.name().equals(role))
                .findFirst()
                .map(RoleSummary::nodes)
                .orElse(List.of());
    }

    @Override
    public double requestShare(Incident cause) {
        Change change = cause.change();
        Observations own = ofSystem(Measure.FAILED);
        return Math.max(0, EventChange.share(own, change) - EventChange.shareElsewhere(own, change));
    }
}
