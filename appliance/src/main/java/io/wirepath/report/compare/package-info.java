/**
 * A comparison of two runs for people and programs: text, and JSON. Its page is made in {@code report.html}.
 *
 * <pre>
 *  analyze.compare ─► ComparedRuns ─┬► ComparisonText  (ContrastWords says each difference)
 *                                   ├► ComparisonJson  (also of the page's Compare)
 *                                   └► html.ComparisonPage
 * </pre>
 */
@NullMarked
package io.wirepath.report.compare;

import org.jspecify.annotations.NullMarked;
