package io.wirepath.sniffer;

/**
 * Why a capture ended before its end: everything before this point was used.
 *
 * @param source file name as the user gave it, or {@code -}
 * @param frameNumber number of the frame that could not be read, counted from 1
 * @param offset byte offset of the damage, after decompression
 * @param reason what is wrong, in words for a person
 */
public record CaptureDamage(String source, long frameNumber, long offset, String reason) {

    /** One line for a person. */
    public String describe() {
        return "%s: damaged at packet %d, offset %d: %s; the %d packets before it were used"
                .formatted(source, frameNumber, offset, reason, frameNumber - 1);
    }
}
