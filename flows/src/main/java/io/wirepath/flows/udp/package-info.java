/**
 * Turns the UDP datagrams of a shard into conversations: both directions between two endpoints, until they have been
 * silent for a while.
 *
 * <pre>
 *  PacketView ─► UdpTracker ─► ConnectionListener.onDatagram
 *                ├ DatagramPrint: a copy by the mirror is dropped
 *                └ table.ConnectionTable
 * </pre>
 */
@NullMarked
package io.wirepath.flows.udp;

import org.jspecify.annotations.NullMarked;
