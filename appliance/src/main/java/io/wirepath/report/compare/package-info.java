/**
 * A comparison of two runs for people and programs: text, JSON, and a page that needs no network.
 *
 * <pre>
 *  analyze.compare ─► ComparedRuns ─┬► ComparisonText  (ContrastWords says each difference)
 *                                   ├► ComparisonJson
 *                                   └► ComparisonPage
 * </pre>
 */
@NullMarked
package io.wirepath.report.compare;

import org.jspecify.annotations.NullMarked;
