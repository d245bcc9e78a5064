package io.wirepath.flows.message;

/** Guesses from the two ports which side is the server, where no handshake was seen. */
final class PortOrder {

    private static final int WELL_KNOWN_END = 1024;

    /** Where the ephemeral ports of Linux begin; those of IANA (RFC 6335 §6) begin later, at 49152. */
    private static final int EPHEMERAL_BEGIN = 32768;

    private PortOrder() {}

    /**
     * The direction of the client, if direction 0 goes from {@code source} to {@code destination}; 0 if nothing tells.
     */
    static int requester(int source, int destination) {
        return rank(source) < rank(destination) ? 1 : 0;
    }

    private static int rank(int port) {
        return port < WELL_KNOWN_END ? 0 : port < EPHEMERAL_BEGIN ? 1 : 2;
    }
}
