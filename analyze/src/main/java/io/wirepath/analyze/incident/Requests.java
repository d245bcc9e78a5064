package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.causes.Grouped;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * The requests in which changes are looked for, in order of time: those of a capture ({@link Surroundings}), or as many
 * as sums of windows tell of ({@link WindowRequests}). Nothing behind it knows which; what is not known has a default
 * here.
 */
interface Requests {

    /** How many there are. */
    int size();

    /** How many nodes there are. */
    int nodes();

    /** The replicas of each role. */
    List<RoleSummary> roles();

    /** Number of the role of each node. */
    int[] roleOf();

    /** When a request came, ns since the epoch. */
    long began(int request);

    /** The node that serves it. */
    int server(int request);

    /** The node that asks. */
    int caller(int request);

    /** Number of the connection that it came on; negative where that is not known. */
    default int connection(int request) {
        return ReplicaShares.UNKNOWN;
    }

    /** Whether it is looked at. */
    default boolean isCounted(int request) {
        return true;
    }

    /** Whether it is looked at, and is of those who ask before and after. */
    default boolean isEvidence(int request) {
        return isCounted(request);
    }

    /** Whether it comes from a node that nobody calls, because of nothing that is known. */
    boolean isFromOutside(int request);

    /** What kind of request it is, by what is asked and who is called for it; equal numbers may be compared. */
    long kind(int request);

    /** What it asks, whoever is called for it. */
    int asked(int request);

    /** Who asks, by role, in the upper half, and the first words in the lower. */
    long operation(int request);

    /** Port and first word, by which kinds of requests are told apart that are dealt among replicas. */
    default long opening(int request) {
        return kind(request);
    }

    /** How many requests its server had open then; 0 where that is not known. */
    default int inFlight(int request) {
        return 0;
    }

    /** What it was made for, by number. */
    default int root(int request) {
        return request;
    }

    /** Whether its own time is known. */
    boolean isTimed(int request);

    /** Time of its server without what that waits for. */
    double ownNanos(int request);

    /** Whether who asks is known, so that it tells how requests are dealt. */
    default boolean isDealt(int request) {
        return true;
    }

    /** How long its server was busy with it, as shares of replicas count it; NIL where that is not known. */
    long servedNanos(int request);

    /** Whether it wants an answer. */
    boolean isAwaited(int request);

    /** Whether it got none. */
    boolean isUnanswered(int request);

    /** Whether it got one. */
    boolean isAnswered(int request);

    /** Whether it failed although all that was done for it went well: where a failure begins. */
    boolean beganToFail(int request);

    /** When something was last seen, ns since the epoch. */
    long lastNanos();

    /** Usual time to answer what comes from outside; 0 where nothing does. */
    double usualRequestNanos();

    /** So many requests to this role stand behind each one here. */
    default int weight(int role) {
        return 1;
    }

    /** What else is looked for. */
    List<Changes> further(Relevance relevance);

    /** Whether requests to the caller that do without the cause take longer, too. */
    default boolean isSlowWithout(Incident cause, Incident effect) {
        return false;
    }

    /**
     * Whether none but the nodes of the cause are answered later at the effect: 1 where its other callers are not, 0
     * where they are too few to tell, -1 where they are, too.
     */
    default int isAlone(Incident cause, Incident effect) {
        return 0;
    }

    /**
     * Whether the effect's node waits for places in a pool of connections to the cause, all of them held: nothing
     * bounds how long.
     */
    default boolean isPoolHeld(Incident cause, Incident effect) {
        return false;
    }

    /** What it does to the requests from outside that come through the place, of those who see it. */
    default RequestDelay requestDelay(Incident cause) {
        return RequestDelay.UNKNOWN;
    }

    /** Share of the requests from outside, in the changed time, that fail because of it. */
    double requestShare(Incident cause);

    /** Who suffers. */
    default Suffering suffering(Incident cause) {
        return Suffering.UNKNOWN;
    }

    /** The same numbers by server: what is asked of a few nodes goes through theirs alone. */
    Grouped byServer();

    /** The requests to these nodes, in order. */
    default int[] at(Collection<Integer> servers) {
        return servers.stream().distinct().flatMapToInt(byServer()::of).sorted().toArray();
    }

    /** The requests that an incident is about, in order. */
    default int[] at(Incident cause) {
        List<Integer> servers = new ArrayList<>(cause.nodes());
        servers.addAll(cause.peers());
        return Arrays.stream(at(servers))
                .filter(request -> isAt(cause, request))
                .toArray();
    }

    /** Whether a request is one that an incident is about. */
    default boolean isAt(Incident cause, int request) {
        int server = server(request);
        int caller = caller(request);
        return cause.peers().isEmpty()
                ? cause.nodes().contains(server)
                : cause.nodes().contains(server) && cause.peers().contains(caller)
                        || cause.nodes().contains(caller) && cause.peers().contains(server);
    }

    /** When the place of an incident was last at work, ns since the epoch. */
    default long lastNanos(Incident cause) {
        return Arrays.stream(witnesses(cause)).mapToLong(this::began).max().orElseGet(this::lastNanos);
    }

    /** The requests that show whether it goes on; that others are called less, those for which they would be. */
    private int[] witnesses(Incident cause) {
        int[] all = cause.kind() == Incident.Kind.CALLS ? at(cause.nodes()) : at(cause);
        return Arrays.stream(all).filter(this::isCounted).toArray();
    }

    /** Usual time between two of its requests. */
    default double usualGapNanos(Incident cause) {
        int[] own = witnesses(cause);
        return own.length < 2 ? 0 : (double) (began(own[own.length - 1]) - began(own[0])) / (own.length - 1);
    }

    /** Own times of these requests, like with like. */
    default Observations ownTimes(List<Integer> requests, IntToLongFunction kind) {
        Observations own = new Observations();
        for (int request : requests) {
            own.add(began(request), kind.applyAsLong(request), ownNanos(request), inFlight(request));
        }
        return own;
    }

    /** The calls between nodes. */
    default Dependencies dependencies() {
        BitSet[] called = new BitSet[nodes()];
        Arrays.setAll(called, node -> new BitSet());
        for (int request = 0; request < size(); request++) {
            called[caller(request)].set(server(request));
        }
        return Dependencies.of(roles(), roleOf(), called);
    }

    /** Price of a request that failed, in time: it is made again, and somebody waits. */
    default double failureNanos() {
        double usual = usualRequestNanos();
        return usual > 0 ? Incident.USUAL_OF_A_FAILURE * usual : Incident.FAILURE_NANOS;
    }
}
