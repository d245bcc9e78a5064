/**
 * What a reader should see first: each detector looks for one kind of trouble and says how sure it is.
 *
 * <pre>
 *  DetectorInput ─► IncidentFindings   what changed while the capture ran, since when, and whose fault it is
 *  (messages,       SlowReplica        a node answers more slowly than its peers    (no links needed)
 *   links,          FailureOrigin      a node where errors begin
 *   calls,          NetworkLoss        requests that waited for lost segments
 *   patterns,       UnansweredCalls    requests without a response                  (no links needed)
 *                   UnreachableServers servers that nobody can connect to               (no links needed)
 *                   RefusedLogIns      servers that turn clients away at their log-in   (no links needed)
 *   roles,          UnevenShares       a replica gets more or less than an even share, all the time
 *                   RareSlowPath       a rare path that takes much longer
 *   incidents)      RepeatedCalls      retries and hedged requests
 *                   SenderWaits        senders wait until a receiver reads, or acknowledges
 *                   StreamedAnswers    who answers in parts, as there is something to tell
 *                   WaitsInTurn        requests wait for what others hold: who holds, who waits
 *                     TurnClaims       who waits for whom: at a server; what shares a processor
 *                     PoolClaims       who waits at a caller, for a place in a pool
 *                   AmbiguousLinks     causes are in doubt: trust paths less
 *                   WhereTimeGoes      what holds most of the time
 *                   SharedAddresses    several programs of one address
 *                   PathsLeftOut       what the list of patterns leaves out
 *                   └─► Findings: problems, then notices, then facts
 *  WindowRequests ─► WindowFindings: those that need no more than sums of windows
 * </pre>
 *
 * <p>What the capture itself lost is told from its counters, by the program.
 */
@NullMarked
package io.wirepath.analyze.finding;

import org.jspecify.annotations.NullMarked;
