/**
 * Windows added up, also those of an earlier run of the program: what each is added by is kept beside its report as
 * bytes, and JSON is only written.
 *
 * <pre>
 *  Analysis ─► KeptSums, a file a window ─► WindowTerms, Sums ─► ReportSum ─► one object of the form of a report
 *                                       └─► PatternTable, the patterns that are asked for ─┘
 * </pre>
 *
 * <p>All of it adds exactly: the sum of the windows of a time has the counts, means and percentiles of that time as a
 * whole, where these have the same paths. A percentile is the longest of the delays that share its two digits, so at
 * most 0.8 % above the exact one.
 */
@NullMarked
package io.wirepath.report.sum;

import org.jspecify.annotations.NullMarked;
