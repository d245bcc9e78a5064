/**
 * The kinds of things that outputs tell of, each with its {@link io.wirepath.analyze.field.Fields}: a message, a call,
 * a connection, a node, an edge, a path, a finding, an interval of a series, what a host logged. A row is a view of the
 * tables of the analysis; nothing is copied.
 *
 * <p>One more column of a call is one line at the end of {@link io.wirepath.analyze.row.CallRow}.
 */
@NullMarked
package io.wirepath.analyze.row;

import org.jspecify.annotations.NullMarked;
