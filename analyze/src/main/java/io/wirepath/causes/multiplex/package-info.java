/**
 * Rebuilds the calls of multiplexed connections inside TLS, of which only sizes, directions and times of records are
 * seen.
 *
 * <pre>
 *   client  │53│      │106│            │53│            a record holds the requests that were written at once
 *   server      │39│       │39│ │39│       │94│        or their responses
 *   open     1   0     2    1    0      1   (no)       nobody answers what was not asked, and a pause ends what is open
 * </pre>
 *
 * <p>How many requests or responses each record holds is inferred for a connection as a whole
 * ({@link io.wirepath.causes.multiplex.StreamCounts}); the size of a record of several is a sum of sizes that single
 * ones have ({@link io.wirepath.causes.multiplex.SumSizes}), which is learnt from all connections to a server. Which
 * response answers which request cannot be seen: they are paired in order, and links at calls that were open together
 * are less certain for it ({@link io.wirepath.causes.linking.PairingDoubt}).
 */
@NullMarked
package io.wirepath.causes.multiplex;

import org.jspecify.annotations.NullMarked;
