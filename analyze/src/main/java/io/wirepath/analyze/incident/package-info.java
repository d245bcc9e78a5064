/**
 * What changed while the capture ran, since when, and which of several changes is the cause.
 *
 * <pre>
 *  Requests               ─► NodeChanges    own time of nodes and roles, by kind of request ──┐
 *  (Surroundings: of a    ─► ShareChanges   errors, no answers, no connection, lost segments  │
 *   capture;              ─► LoadChanges    requests from outside; shares of replicas         ├─► Culprits ─► Incidents
 *   WindowRequests: of    ─► LinkChanges    time on the way between roles; late messages  *   │
 *   sums of windows)      ─► MixChanges     kinds of requests; calls made for a request   *   │   (IncidentCase)
 *                         ─► SizeChanges    sizes of what is answered                     *   │
 *                         ─► StandStills    all nodes silent together                     *   │
 *                         ─► SilentServers  one that is asked, silent                     * ──┘
 *                                           * of captures alone
 * </pre>
 *
 * <p>{@link io.wirepath.analyze.incident.Together} puts servers that became slower at one moment into one incident;
 * {@link io.wirepath.analyze.incident.Witnesses} says who sees a change, and
 * {@link io.wirepath.analyze.incident.Queueing} whether what takes longer waits for others;
 * {@link io.wirepath.analyze.incident.Strangers} leaves out who comes or leaves meanwhile;
 * {@link io.wirepath.analyze.incident.Suffering} tells who suffers, and which requests show it.
 *
 * <p>What was uneven from the beginning is no change: {@link io.wirepath.analyze.incident.UnevenShare} judges shares
 * of replicas over the whole time.
 *
 * <p>The statistics are those of {@link io.wirepath.analyze.change}; {@link io.wirepath.analyze.finding} puts what is
 * found into words.
 */
@NullMarked
package io.wirepath.analyze.incident;

import org.jspecify.annotations.NullMarked;
