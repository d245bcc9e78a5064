/**
 * Gets the frames of a network interface while they pass, by one of three ways, and accounts for those it could not get.
 *
 * <pre>
 *                          ┌─ AfPacketPort   kernel ring, read in place          Linux; fastest
 *  LivePorts.open ─► LivePort ─ LibpcapPort  libpcap's next_ex, no allocation    wherever libpcap is
 *   (LiveSettings)         └─ Pcap4jPort     pcap4j                              the portable way
 *
 *  CaptureFile ─► PacedSource                a capture file as if it were live
 * </pre>
 *
 * <p>A port is a {@link io.wirepath.sniffer.FrameSource} that ends when {@link io.wirepath.sniffer.live.LivePort#stop} is
 * called. While no frame passes, it gives an empty block a few times a second, so that timers downstream go on.
 */
@NullMarked
package io.wirepath.sniffer.live;

import org.jspecify.annotations.NullMarked;
