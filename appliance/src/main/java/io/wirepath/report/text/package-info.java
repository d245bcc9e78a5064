/**
 * The report for a terminal: findings first, then paths, nodes, calls and the health of the captures, in 100 columns.
 *
 * <pre>
 *  TextReport ─► PathSection, NodeSection, CallSection, HealthSection ─► TextTable ─► Style, Figures
 * </pre>
 *
 * <p>Names come from packets, so everything printed passes {@link io.wirepath.report.text.Figures#printable}.
 */
@NullMarked
package io.wirepath.report.text;

import org.jspecify.annotations.NullMarked;
