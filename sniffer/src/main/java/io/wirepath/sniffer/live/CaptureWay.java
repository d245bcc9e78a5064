package io.wirepath.sniffer.live;

/** How frames are got from an interface. */
public enum CaptureWay {
    /** The first of the others that this machine, this user and this interface allow. */
    AUTO,
    /** A ring shared with the Linux kernel (AF_PACKET, TPACKET_V3), read in place. */
    AFPACKET,
    /**
     * libpcap, or Npcap, by way of pcap4j: slower, and works wherever pcap4j does. A change of the filter may lose
     * frames.
     */
    LIBPCAP
}
