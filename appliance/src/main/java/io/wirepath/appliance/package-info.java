/**
 * The program.
 *
 * <pre>
 *  Wirepath (main) ─► command.*  a class a verb ─► run.*     captures → store → messages → Analysis
 *                                               ├► io.wirepath.imports   traces of other programs
 *                                               ├► io.wirepath.report    text, HTML, JSON, OTLP, CSV, Graphviz
 *                                               └► serve.*   the live appliance: windows, history, API, metrics
 * </pre>
 */
@NullMarked
package io.wirepath.appliance;

import org.jspecify.annotations.NullMarked;
