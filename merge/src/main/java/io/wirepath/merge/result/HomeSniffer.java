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
public record HomeSniffer(Address node, int sniffer, double share, int hops) {}
