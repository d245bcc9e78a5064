/**
 * The report for other programs: OTLP/JSON for tracing systems, CSV for spreadsheets, Graphviz for pictures. Everything
 * is written as it is made, so a million calls need no more memory than one.
 */
@NullMarked
package io.wirepath.appliance.report.export;

import org.jspecify.annotations.NullMarked;
