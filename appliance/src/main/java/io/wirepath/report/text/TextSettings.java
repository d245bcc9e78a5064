package io.wirepath.report.text;

/**
 * How much of a report a terminal shows.
 *
 * @param top rows of each table
 * @param rank what orders the paths
 * @param health what is told of each capture
 * @param byNode show the delays of paths by the nodes that play a role
 * @param why show why links are as they are
 * @param style emphasis and width
 */
public record TextSettings(int top, PatternRank rank, Health health, boolean byNode, boolean why, Style style) {

    /** What is told of each capture. */
    public enum Health {
        /** What was lost, of captures that lost something. */
        WHERE_NOT_CLEAN,
        /** All that was counted. */
        ALL,
        /** Counters that are zero, too. */
        WITH_ZEROS
    }
}
