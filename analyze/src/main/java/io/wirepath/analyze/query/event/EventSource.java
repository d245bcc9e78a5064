package io.wirepath.analyze.query.event;

import io.wirepath.analyze.query.cause.Worlds;
import java.util.List;

/**
 * Events of one kind, numbered from 0, with their fields and their place in the causal order.
 *
 * <p>A call has four places in time; what is at a lower one comes before what is at a higher one:
 *
 * <pre>
 *  {@link #BEFORE} ─► {@link #REQUEST} ─► {@link #AFTER_REQUEST} ─► calls that it causes ─► {@link #RESPONSE} ─► {@link #AFTER_RESPONSE}
 *  its connection      request, call      what happened to the request                          response            what happened to it
 * </pre>
 */
public interface EventSource {

    /** An event that belongs to no call. */
    int NO_CALL = -1;

    int BEFORE = 0;
    int REQUEST = 1;
    int AFTER_REQUEST = 2;
    int RESPONSE = 3;
    int AFTER_RESPONSE = 4;

    /** All worlds: what is sure. */
    long ALL_WORLDS = Worlds.ALL;

    /** Its name in queries. */
    String name();

    /** What its events are, for people. */
    String sentence();

    /** The fields of its events. */
    List<EventField> fields();

    /** How many events there are. */
    int size();

    /** When the event happened, ns since the epoch. */
    long timeNanos(int event);

    /** Number of its call, or {@link #NO_CALL}. */
    default int call(int event) {
        return NO_CALL;
    }

    /** Its place at its call. */
    default int place(int event) {
        return REQUEST;
    }

    /** Whether its events belong to calls, so that something can have happened before them. */
    default boolean isCausal() {
        return false;
    }

    /** Whether all its events happened in all worlds, with a probability of 1. */
    default boolean isSure() {
        return true;
    }

    /** The possible worlds in which it happened, a bit each. */
    default long worlds(int event) {
        return ALL_WORLDS;
    }

    /** Probability that it happened. */
    default double probability(int event) {
        return 1;
    }
}
