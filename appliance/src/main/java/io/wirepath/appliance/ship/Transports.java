package io.wirepath.appliance.ship;

import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.OptionalJars;

/** Finds the {@link SpoolTransport} for an address, among the optional jars of the cluster. */
public final class Transports {

    private static final OptionalJars CLUSTER = new OptionalJars("cluster");

    private Transports() {}

    /** Whether an address is for a transport, and not a host and a port. */
    public static boolean isAddress(String text) {
        return text.contains("://");
    }

    /**
     * The transport for this address.
     *
     * @throws Failure when none is installed, or one of another version
     */
    public static SpoolTransport of(String address) {
        return CLUSTER.find(SpoolTransport.class, transport -> address.startsWith(transport.scheme()))
                .orElseThrow(() -> new Failure(address
                        + ": there is nothing here that can be asked for it; kafka:// needs the jars of Wirepath's"
                        + " cluster in " + CLUSTER.folder()
                        + " (from a checkout: ./wirepath cluster --help builds them)"));
    }
}
