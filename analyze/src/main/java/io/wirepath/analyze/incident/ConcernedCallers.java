package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.change.EventChange;
import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.change.Shift;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongToIntFunction;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Whom a place answers later. Each caller is compared with itself; those who ask too little are one crowd, by role. A
 * change that some callers see and all others do not is told of those who see it: who asks beside them, however much,
 * neither hides it nor makes it smaller.
 *
 * <pre>
 *  web1   6 ms ──► 57 ms   sees it          X   60 ms ──► 60 ms   does not
 *  web2   6 ms ──► 58 ms   sees it          all 6 … 60 ms ──► 57 … 60 ms: a mean of nobody
 * </pre>
 *
 * <p>Where somebody sees some of it, but not surely more than hardly any, nobody is told from others. Who asks too
 * little to be compared is neither.
 *
 * @param seeing callers who see it; empty where that cannot be told
 * @param others callers who surely do not
 */
record ConcernedCallers(Set<Integer> seeing, Set<Integer> others) {

    /** Requests of one caller, or of a crowd, and by how much they take longer. */
    private record Group(List<Integer> requests, Shift shift) {}

    /** Those of the callers who make these requests to the place of a change. */
    static ConcernedCallers of(Requests at, Incident one, List<Integer> requests) {
        List<Group> groups = groups(at, one, requests).stream()
                .map(own -> new Group(own, Shift.of(asked(at, own), one.change())))
                .filter(group -> group.shift.compared() >= ChangeModel.MIN_COMPARED)
                .toList();
        ConcernedCallers callers = new ConcernedCallers(new TreeSet<>(), new TreeSet<>());
        BitSet others = others(groups.stream().map(Group::shift).toList());
        for (int i = 0; i < groups.size(); i++) {
            Set<Integer> to = others != null && others.get(i) ? callers.others : callers.seeing;
            groups.get(i).requests.forEach(request -> to.add(at.caller(request)));
        }
        return others != null ? callers : new ConcernedCallers(Set.of(), Set.of());
    }

    /**
     * The same of what goes wrong for more: of whose requests, each caller compared with itself, the share rose. Who
     * asks too little to be compared is neither, unless it surely rose there.
     *
     * @param events 1 for what goes wrong, 0 for what does not
     * @param callerOfKey who asks, by the key of an event
     */
    static ConcernedCallers ofShares(Observations events, Change change, LongToIntFunction callerOfKey) {
        Set<Integer> all = new TreeSet<>();
        Set<Integer> alone = new TreeSet<>();
        for (Observations own : events.parts(callerOfKey::applyAsInt)) {
            int caller = callerOfKey.applyAsInt(own.kindKey(0));
            all.add(caller);
            if (isComparable(own, change)) {
                alone.add(caller);
            }
        }
        LongUnaryOperator groupOfKey =
                key -> alone.contains(callerOfKey.applyAsInt(key)) ? callerOfKey.applyAsInt(key) : ShareChanges.CROWD;
        Map<Long, Shift> rises = new TreeMap<>();
        for (Observations own : events.parts(groupOfKey)) {
            Shift rise = EventChange.rise(own, change);
            if (isComparable(own, change) || isSure(rise)) {
                rises.put(groupOfKey.applyAsLong(own.kindKey(0)), rise);
            }
        }
        BitSet others = others(List.copyOf(rises.values()));
        if (others == null || others.isEmpty()) {
            return new ConcernedCallers(Set.of(), Set.of());
        }
        ConcernedCallers callers = new ConcernedCallers(new TreeSet<>(), new TreeSet<>());
        Map<Long, Set<Integer>> ofGroup = new TreeMap<>();
        rises.keySet()
                .forEach(group -> ofGroup.put(group, others.get(ofGroup.size()) ? callers.others : callers.seeing));
        all.forEach(caller -> {
            Set<Integer> to = ofGroup.get(alone.contains(caller) ? (long) caller : ShareChanges.CROWD);
            if (to != null) {
                to.add(caller);
            }
        });
        return callers;
    }

    private static boolean isComparable(Observations own, Change change) {
        return Math.min(own.number(change::isWithin), own.number(change::isReference)) >= ChangeModel.MIN_COMPARED;
    }

    private static boolean isSure(Shift rise) {
        return rise.nanos() > rise.halfWidthNanos();
    }

    /**
     * Which of these groups surely do not see what others of them see; null where one sees some of it, but not surely
     * more than hardly any, or none does.
     */
    static @Nullable BitSet others(List<Shift> groups) {
        double whole = groups.stream()
                .filter(ConcernedCallers::isSure)
                .mapToDouble(Shift::nanos)
                .max()
                .orElse(0);
        BitSet others = new BitSet();
        boolean isClear = whole > 0;
        for (int i = 0; i < groups.size(); i++) {
            double own = groups.get(i).nanos();
            double give = groups.get(i).halfWidthNanos();
            boolean isOther = own < Relevance.LITTLE * whole && own + give < ChangeModel.MOST * whole;
            isClear &= isOther || own - give >= Relevance.LITTLE * whole;
            others.set(i, isOther);
        }
        return isClear ? others : null;
    }

    /** Whether some see it and others do not. */
    boolean areApart() {
        return !seeing.isEmpty() && !others.isEmpty();
    }

    /** Requests by who asks, and those of callers with too few before or then by role. */
    private static Collection<List<Integer>> groups(Requests at, Incident one, List<Integer> requests) {
        int[] within = new int[at.nodes()];
        int[] reference = new int[at.nodes()];
        for (int request : requests) {
            within[at.caller(request)] += one.change().isWithin(at.began(request)) ? 1 : 0;
            reference[at.caller(request)] += one.change().isReference(at.began(request)) ? 1 : 0;
        }
        Map<Integer, List<Integer>> groups = new TreeMap<>();
        for (int request : requests) {
            int caller = at.caller(request);
            boolean isCrowd = Math.min(within[caller], reference[caller]) < ChangeModel.MIN_COMPARED;
            groups.computeIfAbsent(isCrowd ? -1 - at.roleOf()[caller] : caller, unseen -> new ArrayList<>())
                    .add(request);
        }
        return groups.values();
    }

    /** Own times of these requests, like with like: what is asked of which server. */
    static Observations asked(Requests at, List<Integer> requests) {
        return at.ownTimes(requests, request -> (long) at.asked(request) * at.nodes() + at.server(request));
    }
}
