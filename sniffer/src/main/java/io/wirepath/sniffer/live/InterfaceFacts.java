package io.wirepath.sniffer.live;

import java.util.List;

/**
 * What can be known of a network interface without capturing, and without a privilege.
 *
 * @param name its name
 * @param addresses its addresses with the lengths of their prefixes
 * @param up whether it is switched on
 * @param running whether it has a carrier, as far as its driver knows
 * @param loopback whether it is the loopback
 * @param promiscuous whether anyone has made it take frames for other hosts
 * @param mtu longest packet that it sends, bytes; 0 if unknown
 * @param linkType LINKTYPE_ number of its frames; -1 where only libpcap knows
 * @param driver name of its driver; empty where that is not told
 * @param offloads what the card or the kernel does to frames before a capture sees them, as ethtool names it
 * @param cardStamps whether the card can stamp every frame
 * @param obstacles why it cannot be captured now, a sentence each; empty if it is fit
 * @param hints what a person should know of captures of it, a sentence each
 */
public record InterfaceFacts(
        String name,
        List<String> addresses,
        boolean up,
        boolean running,
        boolean loopback,
        boolean promiscuous,
        int mtu,
        int linkType,
        String driver,
        List<String> offloads,
        boolean cardStamps,
        List<String> obstacles,
        List<String> hints) {

    /** Whether a capture can begin, given the privilege. */
    public boolean isFit() {
        return obstacles.isEmpty();
    }
}
