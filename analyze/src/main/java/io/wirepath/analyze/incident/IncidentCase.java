package io.wirepath.analyze.incident;

import java.util.List;

/**
 * A change that is a cause, with what goes with it.
 *
 * @param cause the change
 * @param effects other changes that follow from it
 * @param requests what it does to the requests from outside that come through the place
 * @param requestShare share of the requests from outside that fail because of it
 * @param unchanged replicas of the same role that did not change
 * @param suffering who suffers, and requests that show it
 * @param state whether it goes on
 * @param lastNanos when the place was last seen at work, ns since the epoch
 * @param probability that it is no matter of chance
 */
public record IncidentCase(
        Incident cause,
        List<Incident> effects,
        RequestDelay requests,
        double requestShare,
        List<Integer> unchanged,
        Suffering suffering,
        State state,
        long lastNanos,
        double probability) {

    /** Whether it went by, and no request from outside took longer meanwhile that came through the place. */
    public boolean isHarmless() {
        return cause.isSlower() && state == State.ENDED && requests.longerNanos() < 0;
    }

    /** Whether it goes on. */
    public enum State {
        /** It is over. */
        ENDED,
        /** It goes on at the end of what was observed. */
        STILL,
        /** It was not over when the place was last seen at work, long before the end of what was observed. */
        NO_EVIDENCE_SINCE
    }
}
