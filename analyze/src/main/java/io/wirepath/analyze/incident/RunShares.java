package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.path.RoleAggregation;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.analyze.sum.BinnedDelays;
import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.DelayTrack;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.ShareTrack;
import io.wirepath.analyze.sum.Sums;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Which replica of its role each request of many windows came to. Baselines tell how many each caller sent to each
 * replica in a block of time, and how long which kinds took there: within a block and a replica these are matched by
 * chance. Connections are not in baselines. Roles with many requests are thinned. Not thread-safe.
 */
final class RunShares {

    /** Requests that are kept of a role; of more, every second is left out. */
    private static final int MOST = 20_000;

    private final Map<String, Thinned> ofRole = new TreeMap<>();

    private record Work(String kind, long ownNanos) {}

    /** A request; what is not known of its work is null. */
    private record Choice(
            String caller, String node, @Nullable Work work) {}

    private record Placed(long nanos, Choice choice) {}

    /** Of which every n-th is kept. The order within a block is one of chance, so that none has more than its part. */
    private static final class Thinned {
        List<Placed> kept = new ArrayList<>();
        int step = 1;
        long seen;

        void add(Placed own) {
            if (seen++ % step == 0) {
                kept.add(own);
                if (kept.size() == MOST) {
                    List<Placed> half = new ArrayList<>();
                    for (int at = 0; at < MOST; at += 2) {
                        half.add(kept.get(at));
                    }
                    kept = half;
                    step *= 2;
                }
            }
        }
    }

    /** Adds a baseline, not earlier than the one before. */
    void add(Sums run, Map<String, String> roleOf) {
        Map<String, List<DelayTrack>> work = new HashMap<>();
        for (DelayTrack track : run.delays()) {
            if (track.measure() == Measure.OWN) {
                work.computeIfAbsent(track.place().name(), unseen -> new ArrayList<>())
                        .add(track);
            }
        }
        Map<String, List<ShareTrack>> asked = new TreeMap<>();
        for (ShareTrack track : run.shares()) {
            if (track.measure() == Measure.RESENT && track.place().sort() == ComparedPlace.Sort.EDGE) {
                asked.computeIfAbsent(track.place().peer(), unseen -> new ArrayList<>())
                        .add(track);
            }
        }
        Random random = new Random(run.firstNanos());
        long length = Math.max(1, (run.spanNanos() + 1) / Sums.BLOCKS);
        for (int i = 0; i < Sums.BLOCKS; i++) {
            int block = i;
            Map<String, List<Choice>> choices = new TreeMap<>();
            asked.forEach((node, edges) -> {
                String role = roleOf.getOrDefault(node, RoleAggregation.CLIENT);
                if (!role.equals(RoleAggregation.CLIENT)) {
                    List<Work> done = works(work.getOrDefault(node, List.of()), block, random);
                    List<String> callers = callers(edges, block, random);
                    // what replicas ask each other is no choice between them
                    choices.computeIfAbsent(role, unseen -> new ArrayList<>())
                            .addAll(matched(node, callers, done, caller -> !role.equals(roleOf.get(caller))));
                }
            });
            choices.forEach((role, own) -> spread(role, own, run.firstNanos() + block * length, length, random));
        }
    }

    private static List<Choice> matched(String node, List<String> callers, List<Work> done, Predicate<String> chooses) {
        List<Choice> choices = new ArrayList<>();
        for (int at = 0; at < callers.size(); at++) {
            if (chooses.test(callers.get(at))) {
                choices.add(new Choice(callers.get(at), node, at < done.size() ? done.get(at) : null));
            }
        }
        return choices;
    }

    private void spread(String role, List<Choice> choices, long from, long length, Random random) {
        Collections.shuffle(choices, random);
        Thinned to = ofRole.computeIfAbsent(role, unseen -> new Thinned());
        for (int at = 0; at < choices.size(); at++) {
            to.add(new Placed(from + Math.round((at + 0.5) * length / choices.size()), choices.get(at)));
        }
    }

    private static List<Work> works(List<DelayTrack> tracks, int block, Random random) {
        List<Work> works = new ArrayList<>();
        for (DelayTrack track : tracks) {
            BinnedDelays own = track.blocks().get(block);
            for (int i = 0; i < own.bin().length; i++) {
                Work work = new Work(track.kind(), Math.round(BinnedDelays.nanos(own.bin()[i])));
                works.addAll(Collections.nCopies(own.count()[i], work));
            }
        }
        Collections.shuffle(works, random);
        return works;
    }

    private static List<String> callers(List<ShareTrack> edges, int block, Random random) {
        List<String> callers = new ArrayList<>();
        for (ShareTrack edge : edges) {
            callers.addAll(Collections.nCopies(
                    (int) Math.round(edge.trials()[block]), edge.place().name()));
        }
        Collections.shuffle(callers, random);
        return callers;
    }

    private List<Placed> of(RoleSummary role) {
        Thinned own = ofRole.get(role.name());
        return own == null || role.nodes().size() < 2 ? List.of() : own.kept;
    }

    /** The replicas that were chosen, as values, in order of time; none of a role that has but one. */
    Observations choices(RoleSummary role, ToIntFunction<String> number) {
        Observations choices = new Observations();
        for (Placed own : of(role)) {
            choices.add(own.nanos(), 0, number.applyAsInt(own.choice().node()), 0);
        }
        return choices;
    }

    /**
     * The shares that are not even and that chance does not allow, if each request is dealt by itself. Those of clients
     * are left out: baselines do not tell clients apart, and some that stay with one replica would look so.
     */
    List<UnevenShare> uneven(List<RoleSummary> roles, ToIntFunction<String> number) {
        int series = roles.stream()
                .filter(role -> !of(role).isEmpty())
                .mapToInt(role -> role.nodes().size())
                .sum();
        List<UnevenShare> found = new ArrayList<>();
        for (int role = 0; role < roles.size(); role++) {
            ReplicaShares dealt = new ReplicaShares(roles.get(role).nodes());
            for (Placed own : of(roles.get(role))) {
                Choice choice = own.choice();
                Work work = choice.work();
                if (work != null
                        && !choice.caller().equals(RoleAggregation.CLIENT)
                        && roles.get(role).nodes().contains(number.applyAsInt(choice.node()))) {
                    dealt.add(
                            number.applyAsInt(choice.node()),
                            work.kind().hashCode(),
                            choice.caller().hashCode(),
                            ReplicaShares.UNKNOWN,
                            work.ownNanos());
                }
            }
            UnevenShare own = dealt.judged(role, series);
            if (own != null) {
                found.add(own);
            }
        }
        return found;
    }
}
