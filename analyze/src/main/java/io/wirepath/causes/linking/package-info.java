/**
 * Message linking, the algorithm of WAP5 §5.1 steps 1 and 2: which message into a node caused which message out of it.
 *
 * <pre>
 *  MessageTable ─► Arrivals ──────────► CausalDelays ─────────► MessageLinking ─► LinkTable
 *                  per message out of    mean of the smallest     weight e^(−t/d) of each
 *                  a node: the messages  preceding delay per      possible parent against
 *                  that came in before   B→C (step 1)             e^(−y), made to sum to 1
 * </pre>
 *
 * <p>Algorithms that find the owner of each call rather than the cause of each message give an OwnerTable; OwnerLinks
 * makes message links of it, with message linking for what belongs to no call.
 *
 * <p>Step 3, the building of path instances, is in {@link io.wirepath.analyze.path} and serves every algorithm.
 */
@NullMarked
package io.wirepath.causes.linking;

import org.jspecify.annotations.NullMarked;
