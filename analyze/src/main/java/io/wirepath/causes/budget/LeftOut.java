package io.wirepath.causes.budget;

import java.util.List;

/**
 * What memory had no room for.
 *
 * @param addedUp messages of which an end is no node of its own, but added up with others
 * @param messages messages that were left out
 * @param senders names of the nodes whose messages were left out, those with most first; not all of very many
 */
public record LeftOut(long addedUp, long messages, List<String> senders) {

    /** There was room for everything. */
    public static final LeftOut NOTHING = new LeftOut(0, 0, List.of());
}
