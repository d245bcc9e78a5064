package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.change.Shift;
import io.wirepath.analyze.incident.Incident.Kind;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Who sees a change of a node's own time: who asks before and after it, each caller by itself, and whether some do and
 * others do not.
 *
 * @param at the requests
 */
record Witnesses(Requests at) {

    /**
     * Whether those have part in a change who ask in the changed time and in that it is compared with. Who comes or
     * leaves with it, and is answered sooner than others, makes the middle of all another, and no node slower. True
     * where too few stay to tell.
     */
    boolean areThoseWhoStay(Incident one) {
        List<Integer> requests = comparable(one.nodes());
        BitSet within = new BitSet();
        BitSet otherwise = new BitSet();
        for (int request : requests) {
            if (one.change().isWithin(at.began(request))) {
                within.set(at.caller(request));
            } else if (one.change().isReference(at.began(request))) {
                otherwise.set(at.caller(request));
            }
        }
        within.and(otherwise);
        Observations stay = at.ownTimes(
                requests.stream()
                        .filter(request -> within.get(at.caller(request)))
                        .toList(),
                request -> at.kind(request) * at.nodes() + at.server(request));
        Shift shift = Shift.of(stay, one.change());
        return shift.compared() < ChangeModel.MIN_COMPARED || shift.nanos() / one.effectNanos() >= ChangeModel.MOST;
    }

    /**
     * Whether some requests come later also where each caller is compared with itself. Who asks beside others, and is
     * answered sooner, makes the requests of these some that come later. True where too few can be compared.
     */
    boolean isEachCaller(Incident one) {
        Observations own = at.ownTimes(comparable(one.nodes()), request -> {
            long pair = (long) at.caller(request) * at.nodes() + at.server(request);
            return Long.reverse(at.asked(request)) ^ pair;
        });
        double lost = own.rise(one.change()) * own.number(one.change());
        return Shift.of(own, one.change()).compared() < ChangeModel.MIN_COMPARED
                || lost >= ChangeModel.MOST * one.costNanos();
    }

    /** Whether somebody sees it at one node and not at another: then each node has callers and causes of its own. */
    boolean areApart(Incident common) {
        Set<Integer> seeing = new HashSet<>();
        Set<Integer> others = new HashSet<>();
        for (int node : common.nodes()) {
            ConcernedCallers callers = ConcernedCallers.of(at, common, comparable(List.of(node)));
            seeing.addAll(callers.seeing());
            others.addAll(callers.others());
        }
        return !Collections.disjoint(seeing, others);
    }

    /**
     * What is slower for most of what is asked is told by the middle of like requests, and what is slower for some of
     * it by the mean, whatever test found it. What some callers see and all others do not is told of those, if that is
     * most of it.
     */
    Incident asShown(Incident one) {
        if (!one.isSlower()) {
            return one;
        }
        List<Integer> requests = comparable(one.nodes());
        ConcernedCallers callers = ConcernedCallers.of(at, one, requests);
        if (callers.areApart()) {
            Incident theirs = ofCallers(one, callers, requests);
            if (theirs.costNanos() >= ChangeModel.MOST * one.costNanos()) {
                return theirs;
            }
        }
        return asShown(one, ConcernedCallers.asked(at, requests));
    }

    /** Told by the middle of what those ask who see it. */
    private Incident ofCallers(Incident one, ConcernedCallers callers, List<Integer> requests) {
        Observations own = ConcernedCallers.asked(
                at,
                requests.stream()
                        .filter(request -> callers.seeing().contains(at.caller(request)))
                        .toList());
        Shift shift = Shift.of(own, one.change());
        return one.seenBy(callers, own)
                .as(Queueing.kind(own, one.change(), shift), shift.nanos(), shift.halfWidthNanos());
    }

    private static Incident asShown(Incident one, Observations own) {
        Shift shift = Shift.of(own, one.change());
        boolean isKnown = 2 * shift.compared() >= own.number(one.change());
        boolean isOfMost = isKnown
                && shift.part() >= ChangeModel.MOST
                && shift.nanos() >= ChangeModel.MOST * one.effectNanos()
                && shift.nanos() > shift.halfWidthNanos();
        if (one.kind() == Kind.SLOWER) {
            return !isKnown || shift.part() >= ChangeModel.MOST ? one : asOfSome(one, own);
        }
        return isOfMost
                ? one.as(Queueing.kind(own, one.change(), shift), shift.nanos(), shift.halfWidthNanos())
                : asOfSome(one, own);
    }

    /** Told by the mean of all, unless it is of one kind of them. */
    private static Incident asOfSome(Incident one, Observations own) {
        Shift mean = Shift.ofMeans(own, one.change());
        boolean isOfAll = one.observations() >= ChangeModel.MOST * own.number(one.change());
        return !isOfAll || mean.compared() < ChangeModel.MIN_WITNESSES || mean.nanos() <= 0
                ? one.as(Kind.SLOWER_TAIL, one.effectNanos(), one.uncertaintyNanos())
                : one.as(Kind.SLOWER_TAIL, mean.nanos(), mean.halfWidthNanos());
    }

    /** The requests to these servers whose times can be compared, in order of time. */
    private List<Integer> comparable(Collection<Integer> servers) {
        return Arrays.stream(at.at(servers))
                .filter(request -> at.isEvidence(request) && at.isTimed(request))
                .boxed()
                .toList();
    }
}
