/**
 * What libc and libpcap offer for capturing, in Java's terms: sockets, the kernel's packet ring, socket filters, and
 * the facts of an interface. Nothing here knows of ports or settings.
 *
 * <pre>
 *  LibC               functions of the C library, bound by jnr-ffi
 *  PcapCapture        libpcap by pcap4j: captures, and compiles filters for both ways
 *  PacketSocket       an AF_PACKET socket: filter, membership, fanout, statistics
 *  KernelRing         its TPACKET_V3 ring in memory; RingBlockLayout draws it
 *  SocketFilter       a classic BPF program, written by hand or compiled by libpcap
 *  InterfaceQuery     ioctl: index, flags, MTU, link type, driver, offloads, time stamps
 *  InterfaceLosses    the losses that the kernel counts for an interface
 * </pre>
 *
 * <p>Structures are packed into direct buffers in the machine's byte order; each has its picture in the one class that
 * packs it. The numbers are those of Linux on x86-64 and AArch64.
 */
@NullMarked
package io.wirepath.sniffer.live.system;

import org.jspecify.annotations.NullMarked;
