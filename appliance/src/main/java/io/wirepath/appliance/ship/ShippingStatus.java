package io.wirepath.appliance.ship;

/**
 * How the shipping of a spool stands.
 *
 * @param connected whether a stream to the receiver is open
 * @param sentNumber number of the last document sent, on any stream; 0 when there is none
 * @param keptNumber number up to which the receiver has kept everything, as far as is known
 * @param documents documents sent, those sent again included
 * @param bytes their bytes, before compression
 * @param deletedUnsent documents that the spool's bound deleted before they were sent
 * @param failures streams that failed or could not be opened
 * @param problem why the last one failed; empty when none did, or after it went well again
 */
public record ShippingStatus(
        boolean connected,
        long sentNumber,
        long keptNumber,
        long documents,
        long bytes,
        long deletedUnsent,
        long failures,
        String problem) {

    /** Nothing was tried yet. */
    public static final ShippingStatus NONE = new ShippingStatus(false, 0, 0, 0, 0, 0, 0, "");
}
