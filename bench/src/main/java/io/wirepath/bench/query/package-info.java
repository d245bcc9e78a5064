/**
 * How fast queries are: over an index of many messages, and standing.
 *
 * <pre>
 *  GeneratedCalls (requests three calls deep, a link in fifty in doubt) ─┬─► PartWriter ─► EventIndex ─► a row a query
 *                                                                        └─► CompiledQuery of one window ─► cost at 100,000 messages/s
 * </pre>
 */
@NullMarked
package io.wirepath.bench.query;

import org.jspecify.annotations.NullMarked;
