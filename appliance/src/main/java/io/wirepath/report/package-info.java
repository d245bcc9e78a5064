/**
 * What people and other programs read, all made from one {@link io.wirepath.report.Report}.
 *
 * <pre>
 *                ┌─► text     the terminal
 *                ├─► ReportJson ─► --json, the API, and the page (html)
 *  Report ───────┤      MapJson, RequestsJson, LifelineJson, SeriesJson, OverTimeJson, MergeJson, ExplanationJson: its parts
 *                ├─► export   OTLP, CSV, Graphviz
 *                └─► sum      the reports of many windows added
 * </pre>
 *
 * <p>{@code run} and {@code serve} make the report; nothing here reads a capture or asks a clock.
 */
@NullMarked
package io.wirepath.report;

import org.jspecify.annotations.NullMarked;
