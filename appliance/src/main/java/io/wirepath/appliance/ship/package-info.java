/**
 * Carries the spools of sniffers to the host that merges them, so that each record arrives there, and once.
 *
 * <pre>
 *  sniffer's host                                              merging host
 *  SpoolReader ─► SpoolShipper ── gRPC, mutual TLS ──────────► SpoolReceiver ─► ReceivedSpools: SpoolWriter, one a spool
 *                     ▲            documents, as they stand         │
 *                     └──────── acknowledged up to number N ────────┘
 * </pre>
 *
 * <p>A sniffer always writes its spool first and sends from there (NetLogger's fail-over): while the network is down,
 * nothing is lost that the spool can hold. On the wire a record may come twice; the received spool takes each number
 * once, because it says at every start of a stream which number it wants next. So nothing has to be remembered anywhere
 * else.
 *
 * <p>Where the operator of a sniffer allows it, {@link io.wirepath.appliance.ship.RingGiver} answers over the same
 * connection what {@link io.wirepath.appliance.ship.RemoteRings} asks for: packets of its ring, of some connections and
 * times. Over mutual TLS the receiver gives sniffers the salt of their site, so that what they send can be merged.
 *
 * <p>{@link io.wirepath.appliance.ship.ShipMessage} draws the messages, {@link io.wirepath.appliance.ship.Retry} says
 * when the next attempt is made, {@link io.wirepath.appliance.ship.TlsFiles} holds the keys.
 */
@NullMarked
package io.wirepath.appliance.ship;

import org.jspecify.annotations.NullMarked;
