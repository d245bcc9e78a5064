/**
 * What changed while the capture ran, since when, and which of several changes is the cause.
 *
 * <pre>
 *  CallTable, ServedCalls ─► NodeChanges    own time of nodes and roles, by kind of request ─┐
 *  MessageTable           ─► LinkChanges    time on the way between roles; late messages     ├─► Culprits ─► Incidents
 *                         ─► FailureChanges errors that begin at a node; unanswered requests ─┘   (IncidentCase)
 * </pre>
 *
 * <p>The statistics are those of {@link io.wirepath.analyze.change}; {@link io.wirepath.analyze.finding} puts what is
 * found into words.
 */
@NullMarked
package io.wirepath.analyze.incident;

import org.jspecify.annotations.NullMarked;
