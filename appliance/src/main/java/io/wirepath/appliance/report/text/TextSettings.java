package io.wirepath.appliance.report.text;

/**
 * How much of a report a terminal shows.
 *
 * @param top rows of each table
 * @param rank what orders the paths
 * @param allCounters show counters that are zero, too
 * @param colour use escape sequences for emphasis
 */
public record TextSettings(int top, PatternRank rank, boolean allCounters, boolean colour) {}
