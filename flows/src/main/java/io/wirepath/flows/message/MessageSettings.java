package io.wirepath.flows.message;

import io.wirepath.flows.SiteId;
import io.wirepath.flows.message.content.DigestKey;

/**
 * How messages are cut and described.
 *
 * @param idleGapNanos a run of bytes in one direction ends when nothing follows for so long, while the other side is
 *     not known to answer
 * @param pauseNanos the same within a conversation: how long a request or response may pause and still be one message
 * @param content whether content signatures and type words are computed (a few µs a message)
 * @param operations whether what messages ask for is told, of protocols whose framers know it; it is payload, off by
 *     default
 * @param ids what is kept of the identifiers that a site's own tracing puts into requests
 * @param key key of the digests and of the hashes of tokens; sniffers whose sightings are merged need the same one
 */
public record MessageSettings(
        long idleGapNanos, long pauseNanos, boolean content, boolean operations, SiteId.Keeping ids, DigestKey key) {

    private static final long SECOND = 1_000_000_000L;

    /** One second of idle, five of pause, no content signatures. */
    public static MessageSettings defaults() {
        return new MessageSettings(SECOND, 5 * SECOND, false, false, SiteId.Keeping.NONE, DigestKey.ofSeed(0));
    }

    /** These settings with content signatures and type words on or off. */
    public MessageSettings withContent(boolean on) {
        return new MessageSettings(idleGapNanos, pauseNanos, on, operations, ids, key);
    }

    /** These settings with operations told or not. */
    public MessageSettings withOperations(boolean operations) {
        return new MessageSettings(idleGapNanos, pauseNanos, content, operations, ids, key);
    }

    /** These settings, keeping so much of the identifiers in requests. */
    public MessageSettings withIds(SiteId.Keeping keeping) {
        return new MessageSettings(idleGapNanos, pauseNanos, content, operations, keeping, key);
    }

    /** These settings with another key. */
    public MessageSettings withKey(DigestKey other) {
        return new MessageSettings(idleGapNanos, pauseNanos, content, operations, ids, other);
    }
}
