package io.wirepath.merge.result;

import io.wirepath.merge.HopCount;

/**
 * The sniffer whose clock tells when a node sent and received.
 *
 * @param node address
 * @param sniffer number of the home sniffer
 * @param share share of the node's messages that it saw, 0 to 1
 * @param hops routers between the two; {@link HopCount#UNKNOWN} where the node sent nothing
 */
public record HomeSniffer(Address node, int sniffer, double share, int hops) {

    /** A sniffer at the node itself sees at least this share of what the node sends and receives. */
    private static final double ALL = 0.98;

    /** Whether the sniffer stands at the node and sees all of its traffic. */
    public boolean isAtNode() {
        return hops == 0 && share >= ALL;
    }
}
