package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.Observations;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Something changed at a place: what, where, when, how much, and what else changed because of it.
 *
 * @param kind what changed
 * @param nodes where, by number in the node table; of a link the nodes of its first side
 * @param peers the nodes of the other side of a link; empty for what happened at nodes
 * @param change when
 * @param before usual value without the change: median in nanoseconds, a share of the requests or messages, or a rate
 * @param after usual value with it
 * @param effectNanos how much longer something takes, like compared with like; 0 where it is no time
 * @param uncertaintyNanos half of the 95 % interval of the effect
 * @param observations requests or messages in the changed time
 * @param costNanos time lost in all: what incidents are ordered by
 * @param callers those who see it, where others who ask do not; empty for all
 * @param others those who surely do not; empty where no callers are named
 * @param backNanos of messages of one way how much longer those back take; no number where that is not sure, or
 *     where only what both ways take together is known, and 0 of no way
 */
public record Incident(
        Kind kind,
        List<Integer> nodes,
        List<Integer> peers,
        Change change,
        double before,
        double after,
        double effectNanos,
        double uncertaintyNanos,
        int observations,
        double costNanos,
        Set<Integer> callers,
        Set<Integer> others,
        double backNanos) {

    /** What all who ask see. */
    public Incident(
            Kind kind,
            List<Integer> nodes,
            List<Integer> peers,
            Change change,
            double before,
            double after,
            double effectNanos,
            double uncertaintyNanos,
            int observations,
            double costNanos) {
        this(
                kind,
                nodes,
                peers,
                change,
                before,
                after,
                effectNanos,
                uncertaintyNanos,
                observations,
                costNanos,
                Set.of(),
                Set.of(),
                0);
    }

    /** What changed. */
    public enum Kind {
        /** A node takes longer for its own work. */
        SLOWER("slower"),
        /** A node takes much longer for some of its requests. */
        SLOWER_TAIL("slower for some requests"),
        /** A node takes less time for its own work. */
        FASTER("faster"),
        /** Messages on a link take longer on their way, there and back; where only that is known, both together. */
        SLOWER_LINK("slower network"),
        /** The same of messages from a node to its peers; those back take no longer, or by another time. */
        SLOWER_WAY("slower network one way"),
        /** Now and then a message on a link comes very late, as after a lost segment. */
        STALLS("messages held up by the network"),
        /** A node answers requests with errors of its own. */
        ERRORS("more errors"),
        /** A node leaves requests without an answer. */
        UNANSWERED("more requests unanswered"),
        /** Those who call a node, its peers here, fail to connect to it. */
        UNREACHABLE("connections fail"),
        /**
         * A node has more requests open at a time, and takes longer for it; with as many open it takes as long as
         * before.
         */
        QUEUES("more requests open at a time"),
        /** More or fewer requests come from outside; usual values are requests per second. */
        LOAD("more or fewer requests from outside"),
        /** A replica gets another share of the requests to its role. */
        BALANCE("another share of the requests"),
        /** A kind of request makes up another share of those from outside. */
        MIX("another mix of requests"),
        /** A node answers the same requests with bodies of another size; usual values are bytes. */
        SIZES("answers of another size"),
        /** All nodes, or one, are silent together, and what was due comes at once afterwards. */
        STANDSTILL("standstill"),
        /** Most nodes take longer, those that call nobody as well: what they share is slow, and no one of them. */
        ALL_SLOWER("all slower"),
        /** A role calls another one for another share of its requests, of the same kinds. */
        CALLS("another number of calls for a request");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** What changed, for people. */
        public String words() {
            return words;
        }
    }

    /** A rough price of a request that failed, in time: what its caller would wait at least before it gave up. */
    static final double FAILURE_NANOS = 1e9;

    /** So many usual requests it costs, where it is known what they take. */
    static final double USUAL_OF_A_FAILURE = 3;

    /** The same, told as another kind, with an effect of so much, give or take this. */
    Incident as(Kind other, double effect, double uncertainty) {
        return new Incident(
                other,
                nodes,
                peers,
                change,
                before,
                after,
                effect,
                uncertainty,
                observations,
                observations * effect,
                callers,
                others,
                backNanos);
    }

    /** The same, of what those ask who see it. */
    Incident seenBy(ConcernedCallers those, Observations theirs) {
        return new Incident(
                kind,
                nodes,
                peers,
                change,
                theirs.medianElsewhere(change),
                theirs.median(change),
                effectNanos,
                uncertaintyNanos,
                theirs.number(change),
                costNanos,
                those.seeing(),
                those.others(),
                backNanos);
    }

    /** The same of one way, where messages back take so much longer. */
    Incident withBack(double longerNanos) {
        return new Incident(
                Kind.SLOWER_WAY,
                nodes,
                peers,
                change,
                before,
                after,
                effectNanos,
                uncertaintyNanos,
                observations,
                costNanos,
                callers,
                others,
                longerNanos);
    }

    /** The same of a link of which is known only what both ways take longer together, give or take this. */
    Incident thereAndBack(double nanos, double uncertainty) {
        return new Incident(
                Kind.SLOWER_LINK,
                nodes,
                peers,
                change,
                2 * before,
                2 * after,
                nanos,
                uncertainty,
                observations,
                observations * nanos / 2,
                callers,
                others,
                Double.NaN);
    }

    /** Whether it tells what messages of a link and those back take together, as each way is not known. */
    public boolean isThereAndBack() {
        return kind == Kind.SLOWER_LINK && Double.isNaN(backNanos);
    }

    /** Whether it is of what this node asks. */
    public boolean isSeenBy(int caller) {
        return callers.isEmpty() || callers.contains(caller);
    }

    /** Whether what is asked changed, and not how it is answered. */
    public boolean isTraffic() {
        return switch (kind) {
            case LOAD, BALANCE, MIX, CALLS, SIZES -> true;
            default -> false;
        };
    }

    /** Whether a node takes longer for its own work. */
    public boolean isSlower() {
        return kind == Kind.SLOWER || kind == Kind.SLOWER_TAIL;
    }

    /** Whether messages take longer on their way, both ways or one. */
    public boolean isSlowerNetwork() {
        return kind == Kind.SLOWER_LINK || kind == Kind.SLOWER_WAY;
    }

    /** Whether both may have begun at one moment. */
    boolean beginsWith(Incident other) {
        return change.beginsWith(other.change, Culprits.SAME_MOMENT_NANOS);
    }

    /** The surest of those of these that may have begun at one moment with one of another place; empty for none. */
    static Optional<Incident> surestOfSeveral(List<Incident> all) {
        return all.stream()
                .filter(one -> all.stream().anyMatch(other -> !other.nodes.equals(one.nodes) && one.beginsWith(other)))
                .min(Comparator.comparingDouble(one -> one.change.chance()));
    }

    /** Whether requests fail. */
    public boolean isFailure() {
        return kind == Kind.UNANSWERED || kind == Kind.ERRORS || kind == Kind.UNREACHABLE;
    }
}
