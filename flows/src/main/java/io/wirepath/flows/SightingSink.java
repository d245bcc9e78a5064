package io.wirepath.flows;

/**
 * Takes what the flow stage found, in one order that is the same for any number of workers: by the frame that
 * completed each. Called by one thread.
 */
public interface SightingSink {

    /**
     * What a message asks for or says, where the operator wants to know: method and path of an HTTP request, status of
     * a response. Told just before the sighting itself.
     *
     * @param sighting the sighting that comes next
     * @param operation printable ASCII, at most some hundred characters
     */
    default void onOperation(Sighting sighting, String operation) {}

    /**
     * The identifiers that a site's own tracing put into a request, where the operator wants them. Told just before the
     * sighting itself.
     *
     * @param sighting the sighting that comes next
     */
    default void onSiteId(Sighting sighting, SiteId id) {}

    /** A sighting was completed. The flyweight is reused: copy the record to keep it. */
    void onSighting(Sighting sighting);

    /**
     * An address was seen to have a name.
     *
     * @param addressHigh upper 64 bits of the address (IPv4 as ::ffff:a.b.c.d)
     * @param addressLow lower 64 bits
     * @param name host name without the final dot
     * @param origin where the name comes from
     */
    default void onName(long addressHigh, long addressLow, String name, NameOrigin origin) {}

    /**
     * The first packet that an endpoint sent on a connection lay inside layers: tunnels, tags, labels. Told before the
     * first sighting of that direction, and once: later packets may come another way.
     *
     * @param connection the connection, as in {@link Sighting#connection()}
     * @param sourceHigh upper 64 bits of the sender's address, as in the sightings of that direction
     * @param sourceLow lower 64 bits
     * @param sourcePort its port
     * @param layers reused: {@linkplain OuterLayers#toList() copy} it to keep it
     */
    default void onOuterLayers(long connection, long sourceHigh, long sourceLow, int sourcePort, OuterLayers layers) {}

    /**
     * A connection ended, after its last sighting. The flyweight is reused: copy the record to keep it. A packet that
     * belongs to no connection is in none of these.
     */
    default void onConnectionEnd(ConnectionEnd end) {}

    /** The end of a block of frames: everything handed over so far is complete up to this capture time. */
    default void onProgress(long timeNanos) {}

    /** Where a name comes from. The order is that of files that hold names by number, so new ones stand at the end. */
    enum NameOrigin {
        HOSTS_FILE(0),
        DNS_ANSWER(3),
        TLS_SNI(4),
        HTTP_HOST(5),
        /** A DNS answer whose query nobody saw: anyone may have sent it. */
        DNS_UNASKED(7),
        /** A name resolution block of the capture: known to the writer of the capture. */
        CAPTURE(2),
        /** What runs at the address, by comments on its frames. */
        PROCESS(6),
        /** A name that a client called its server by, which nobody was seen to answer: anyone may have sent it. */
        CLAIMED(8),
        /** Who gives addresses, or keeps an inventory of them, was asked over the network. */
        ASKED(1);

        private final int rank;

        NameOrigin(int rank) {
            this.rank = rank;
        }

        /** Rank among the origins: 0 is trusted most. */
        public int rank() {
            return rank;
        }
    }
}
