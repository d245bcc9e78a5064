package io.wirepath.appliance.report.compare;

import io.wirepath.analyze.compare.Comparison;

/**
 * Two runs and what differs between them: what every form of output of a comparison shows.
 *
 * @param before what the one run is, for a heading
 * @param after what the other is
 * @param version version of the program
 * @param comparison what was compared
 */
public record ComparedRuns(String before, String after, String version, Comparison comparison) {}
