package io.wirepath.appliance.ship;

import java.util.UUID;

/**
 * A sniffer as the receiver knows it.
 *
 * @param name its name
 * @param incarnation of the spool that it sent last
 * @param program what it runs
 * @param keptNumber number up to which its documents are kept
 * @param bytes received since the start of the receiver, without compression
 * @param lastNanos when something came last, nanoseconds since the epoch
 */
public record ReceivedSniffer(
        String name, UUID incarnation, String program, long keptNumber, long bytes, long lastNanos) {

    ReceivedSniffer after(long kept, long moreBytes, long nowNanos) {
        return new ReceivedSniffer(name, incarnation, program, kept, bytes + moreBytes, nowNanos);
    }
}
