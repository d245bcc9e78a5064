package io.wirepath.analyze.incident;

import java.util.List;

/**
 * A change that is a cause, with what goes with it.
 *
 * @param cause the change
 * @param effects other changes that follow from it
 * @param requestNanos how much longer the requests from outside take that come through the place; 0 where none do
 * @param requestShare share of the requests from outside that fail because of it
 * @param unchanged replicas of the same role that did not change
 */
public record IncidentCase(
        Incident cause, List<Incident> effects, double requestNanos, double requestShare, List<Integer> unchanged) {}
