package io.wirepath.analyze.query.operator;

import io.wirepath.analyze.query.cause.Worlds;
import org.jspecify.annotations.Nullable;

/** What operators hand on: an event of each variable. One tuple is used again for all; who keeps it copies it. */
public final class Tuple {

    final int[] event;
    long worlds = Worlds.ALL;
    double probability = 1;

    /** The group that is told of, and the world in which; where values are those of a group. */
    @Nullable
    Group group;

    int world;

    /** A tuple with room for this many variables. */
    public Tuple(int variables) {
        event = new int[variables];
    }
}
