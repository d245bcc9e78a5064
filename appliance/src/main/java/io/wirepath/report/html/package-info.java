/**
 * The page: the script and style that draw the object of {@code --json}, and the report as one HTML file with both
 * inside.
 *
 * <pre>
 *  page/ (TypeScript) ─► page.js, page.css ─► PageFiles ─┬► HtmlReport        one file, the data inside
 *                                                        └► serve.http.PageResource   at /, the data from the API
 *  report.compare.ComparedRuns ─► ComparisonPage      a comparison as one file, without a script
 * </pre>
 */
@NullMarked
package io.wirepath.report.html;

import org.jspecify.annotations.NullMarked;
