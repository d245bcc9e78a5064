/**
 * Queries that stand: asked of each window of the service as it is analysed.
 *
 * <pre>
 *  API ─► StandingQueries ◄─ window's report (analysis thread)
 *            │ RunningQuery per query: groups of the open interval, results of those before
 *            ├─► StateFile           the queries, over restarts
 *            └─► listener            each result, for the stream of events
 * </pre>
 *
 * <p>Bounded: queries, groups, rows, steps of a window, results that are kept.
 */
@NullMarked
package io.wirepath.appliance.serve.query;

import org.jspecify.annotations.NullMarked;
