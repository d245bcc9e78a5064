/**
 * Names that are asked for over the network.
 *
 * <pre>
 *   addresses ─► NameWatch ─ a FeedLoop each ─► NameSource.Feed (in connect)
 *                    │
 *                    └─► NameKeeper: NameLedger, a file ─► rows, for who names addresses
 * </pre>
 */
@NullMarked
package io.wirepath.appliance.names;

import org.jspecify.annotations.NullMarked;
