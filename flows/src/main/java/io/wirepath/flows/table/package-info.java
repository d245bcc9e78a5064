/**
 * Which connection a packet belongs to: an open-addressing table that is asked once a packet, and the order in which
 * connections were last active.
 *
 * <pre>
 *  PacketView ──► FlowKey ──find──► ConnectionTable ──► TrackedConnection ◄── ConnectionQueue (longest silent first)
 * </pre>
 *
 * Used by TCP and UDP alike; nothing here knows either. Nothing is allocated for a packet.
 */
@NullMarked
package io.wirepath.flows.table;

import org.jspecify.annotations.NullMarked;
