/**
 * Finds the innermost TCP segment or UDP datagram of each frame, and accounts for the frames that hold none.
 *
 * <pre>
 *  FrameBlock ─► PacketDecoder ── plain Ethernet/IPv4/TCP: straight-line code ─────────────► PacketIndex
 *                     │                                                                        ▲
 *                     └─ all else: FrameCursor moved on by one Layer after another ────────────┤
 *                                                                                              │
 *       LinkTypes ─► EthernetLayer, LinuxCookedLayer, WlanLayer, PppLayer, …                   │
 *       EtherTypes ─► VlanLayer, MplsLayer, PppoeLayer, IpLayer, …                             │
 *       IpProtocols ─► GreLayer, Ipv6 extension headers, TcpLayer, UdpLayer ───────────────────┤
 *       UdpTunnels ─► VxlanLayer, GeneveLayer, GtpULayer, TeredoLayer, …                       │
 *       Defragmentation ─► defrag.IpDefragmenter ─► the whole datagram, decoded again ─────────┘
 * </pre>
 *
 * <p>Every {@link io.wirepath.flows.decode.Layer} is a small stateless class that knows one header: it checks the
 * header, moves the cursor behind it, and names the layer of what follows. The four tables are the only places where
 * numbers become layers. A frame's way ends in exactly one {@link io.wirepath.flows.decode.DecodeCounter}, so frames in
 * = the sum of all of them at any moment. What is worth telling besides is a
 * {@link io.wirepath.flows.decode.DecodeRemark}.
 *
 * <p>A layer that a packet lies inside is noted in the cursor and written beside the packet's entry; reassembly hands
 * on those of the first packet of each direction ({@link io.wirepath.flows.ConnectionListener#onOuterLayers}).
 *
 * <p>The packets that begin a connection, or its other direction, are noted beside the index: from these it can be told
 * who serves.
 *
 * <p>Checksums decide nothing here: on a capture from the sending host they are not computed yet. Who follows a sender
 * asks {@link io.wirepath.flows.decode.PacketView} for them.
 */
@NullMarked
package io.wirepath.flows.decode;

import org.jspecify.annotations.NullMarked;
