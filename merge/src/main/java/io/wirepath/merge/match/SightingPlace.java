package io.wirepath.merge.match;

/** Takes places of sightings. */
@FunctionalInterface
public interface SightingPlace {

    /** A sighting by the number of its lane and its own number there. */
    void accept(int lane, long number);
}
