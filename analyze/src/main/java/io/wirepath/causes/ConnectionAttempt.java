package io.wirepath.causes;

/**
 * An attempt to open a connection that failed: it was refused, or nobody answered it for seconds. It is no message, and
 * takes no part in causes.
 *
 * @param nanos when its first SYN was seen, ns since the epoch
 * @param source number of the node that tried; {@link MessageTable#NONE} for one without messages: a stranger
 * @param destination number of the node that was tried; NONE for one without messages
 * @param destinationName what the node that was tried is called
 * @param port the port that was tried
 * @param sniffer who saw it first
 * @param refused whether RST answered; else nothing did
 */
public record ConnectionAttempt(
        long nanos, int source, int destination, String destinationName, int port, int sniffer, boolean refused) {}
