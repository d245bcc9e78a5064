package io.wirepath.analyze.compare;

import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.DelayTrack;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.ShareTrack;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.flows.Median;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What differs between two runs, and everything that was compared. All contrasts share a chance of
 * {@value #FALSE_ALARMS} that one of them is told of two runs of an unchanged system (Bonferroni). Pure.
 *
 * @param before the one run
 * @param after the other
 * @param contrasts everything that was compared, by place, measure and kind
 */
public record Comparison(Sums before, Sums after, List<Contrast> contrasts) {

    /** Chance that a comparison of two runs of an unchanged system tells of a difference. */
    public static final double FALSE_ALARMS = 0.01;

    /** A delay of fewer requests than this is not compared kind by kind. */
    private static final int MIN_OF_A_KIND = 20;

    /**
     * Compares.
     *
     * @throws IllegalArgumentException where the runs have no node in common
     */
    public static Comparison of(Sums before, Sums after) {
        List<Contrast> all = new ArrayList<>();
        delays(before, after, all);
        shares(before, after, all);
        double chance = mostChance(all);
        double request = requestNanos(before, after);
        List<Contrast> judged = all.stream()
                .map(own -> own.judged(own.chance() <= chance && Significance.matters(own, request)))
                .sorted(Comparator.comparing(Contrast::place)
                        .thenComparing(Contrast::measure)
                        .thenComparing(Contrast::kind))
                .toList();
        if (judged.stream().noneMatch(own -> own.place().sort() == ComparedPlace.Sort.NODE)) {
            throw new IllegalArgumentException("the two runs have no node in common that served enough requests");
        }
        List<Contrast> told = told(judged);
        List<Contrast> calls = told.stream()
                .filter(call -> Significance.isOfItself(call, told))
                .toList();
        Set<ComparedPlace> places = judged.stream().map(Contrast::place).collect(Collectors.toSet());
        return new Comparison(
                before,
                after,
                judged.stream()
                        .map(own -> own.waitingFor(mayWaitFor(own, calls, places)))
                        .toList());
    }

    /**
     * A server that is answered later, by nothing that is known of it, that a node which takes longer of its own is not
     * seen to call, and whose one call would be no more than that: what nobody captured is in a node's own time.
     */
    private static String mayWaitFor(Contrast own, List<Contrast> calls, Set<ComparedPlace> places) {
        String node = own.place().name();
        return calls.stream()
                .filter(call -> own.differs()
                        && own.measure() == Measure.OWN
                        && own.effect() > 0
                        && call.effect() - call.halfWidth() <= own.effect() + own.halfWidth())
                .map(call -> call.place().peer())
                .filter(server -> !server.equals(node))
                .filter(server -> !places.contains(new ComparedPlace(ComparedPlace.Sort.EDGE, node, server)))
                .findFirst()
                .orElse("");
    }

    /**
     * What a request of a client usually takes; how long all of them take is no contrast, for it changes with their
     * mix.
     */
    private static double requestNanos(Sums before, Sums after) {
        return Math.min(usualRequestNanos(before), usualRequestNanos(after));
    }

    private static double usualRequestNanos(Sums run) {
        return run.delays().stream()
                .filter(own -> own.place().equals(ComparedPlace.SYSTEM) && own.size() > 0)
                .mapToDouble(own -> Median.middle(own.sorted()))
                .findFirst()
                .orElse(0);
    }

    /** Whether chance does not explain this one of the contrasts, however small it is. */
    public boolean isSure(Contrast own) {
        return own.chance() <= mostChance(contrasts);
    }

    /** Whether a difference that would be told is ruled out. What is neither told nor ruled out may be so or not. */
    public boolean isRuledOut(Contrast own) {
        return !own.differs() && Significance.isRuledOut(own, requestNanos(before, after));
    }

    private static double mostChance(List<Contrast> all) {
        return FALSE_ALARMS / Math.max(1, all.size());
    }

    /** What differs, failures first, then what takes longer, by the time lost or the share in all. */
    public List<Contrast> differences() {
        List<Contrast> told = told(contrasts);
        return told.stream().sorted(Significance.order(told)).toList();
    }

    private static List<Contrast> told(List<Contrast> contrasts) {
        return contrasts.stream()
                .filter(Contrast::differs)
                .filter(own -> own.kind().isEmpty() || !isReportedForAll(own, contrasts))
                .toList();
    }

    private static boolean isReportedForAll(Contrast own, List<Contrast> contrasts) {
        return contrasts.stream().anyMatch(all -> all.differs() && all.kind().isEmpty() && isOfSame(all, own));
    }

    private static boolean isOfSame(Contrast one, Contrast other) {
        return one.place().equals(other.place()) && one.measure() == other.measure();
    }

    private record Key(ComparedPlace place, Measure measure) {}

    private static void delays(Sums before, Sums after, List<Contrast> to) {
        Map<Key, List<DelayTrack>> one = grouped(before);
        Map<Key, List<DelayTrack>> other = grouped(after);
        one.forEach((key, tracks) -> {
            List<DelayTrack> theirs = other.getOrDefault(key, List.of());
            add(DelayContrast.of("", tracks, theirs), to);
            for (DelayTrack track : theirs.isEmpty() ? List.<DelayTrack>of() : tracks) {
                List<DelayTrack> same = theirs.stream()
                        .filter(own -> own.kind().equals(track.kind()) && own.size() >= MIN_OF_A_KIND)
                        .toList();
                if (!track.kind().isEmpty() && tracks.size() > 1 && track.size() >= MIN_OF_A_KIND) {
                    add(DelayContrast.of(track.kind(), List.of(track), same), to);
                }
            }
        });
    }

    private static Map<Key, List<DelayTrack>> grouped(Sums run) {
        Map<Key, List<DelayTrack>> grouped = new LinkedHashMap<>();
        for (DelayTrack track : run.delays()) {
            if (track.place().equals(ComparedPlace.SYSTEM) || !track.measure().isCompared()) {
                continue;
            }
            grouped.computeIfAbsent(new Key(track.place(), track.measure()), key -> new ArrayList<>())
                    .add(track);
        }
        return grouped;
    }

    private static void shares(Sums before, Sums after, List<Contrast> to) {
        Map<ComparedPlace, Map<Measure, ShareTrack>> one = byPlace(before);
        Map<ComparedPlace, Map<Measure, ShareTrack>> other = byPlace(after);
        Map<ComparedPlace, Boolean> places = new TreeMap<>();
        one.keySet().forEach(place -> places.put(place, true));
        other.keySet().forEach(place -> places.put(place, true));
        for (ComparedPlace place : places.keySet()) {
            for (Measure measure : Measure.values()) {
                ShareTrack mine = one.getOrDefault(place, Map.of()).get(measure);
                ShareTrack theirs = other.getOrDefault(place, Map.of()).get(measure);
                ShareTrack left = mine == null ? absent(theirs, before) : mine;
                ShareTrack right = theirs == null ? absent(mine, after) : theirs;
                if (left != null && right != null) {
                    add(ShareContrast.of(left, right), to);
                }
            }
        }
    }

    /** What never happened in a run: a path or a load of nothing. A node that is not there has no share of failures. */
    private static @Nullable ShareTrack absent(@Nullable ShareTrack elsewhere, Sums run) {
        if (elsewhere == null || !elsewhere.measure().isOfAll()) {
            return null;
        }
        return run.shares().stream()
                .filter(own -> own.measure() == elsewhere.measure())
                .findFirst()
                .map(own -> new ShareTrack(
                        elsewhere.place(), elsewhere.measure(), new double[own.trials().length], own.trials()))
                .orElse(null);
    }

    private static Map<ComparedPlace, Map<Measure, ShareTrack>> byPlace(Sums run) {
        Map<ComparedPlace, Map<Measure, ShareTrack>> byPlace = new LinkedHashMap<>();
        for (ShareTrack track : run.shares()) {
            byPlace.computeIfAbsent(track.place(), place -> new TreeMap<>()).put(track.measure(), track);
        }
        return byPlace;
    }

    private static void add(@Nullable Contrast contrast, List<Contrast> to) {
        if (contrast != null) {
            to.add(contrast);
        }
    }
}
