/**
 * Gets the frames of a network interface while they pass, by one of two ways, and accounts for those it could not get.
 *
 * <pre>
 *                          ┌─ AfPacketPort   kernel ring, read in place, by jnr-ffi        Linux; fastest
 *  LivePorts.open ─► LivePort
 *   (LiveSettings)         └─ LibpcapPort    libpcap or Npcap, by pcap4j                 the rest
 *
 *  CaptureFile ─► PacedSource                a capture file as if it were live
 * </pre>
 *
 * <p>A port is a {@link io.wirepath.sniffer.FrameSource} that ends when {@link io.wirepath.sniffer.live.LivePort#stop}
 * is called. While no frame passes, it gives an empty block a few times a second, so that timers downstream go on.
 */
@NullMarked
package io.wirepath.sniffer.live;

import org.jspecify.annotations.NullMarked;
