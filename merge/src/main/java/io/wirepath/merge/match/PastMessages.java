package io.wirepath.merge.match;

/**
 * Remembers the messages that a live merge gave out for longer than it has memory for, so that a sniffer may come hours
 * late and bring nothing twice. Used by the thread that feeds the merge.
 */
public interface PastMessages {

    /** Remembers nothing, and misses nothing. */
    PastMessages NONE = new PastMessages() {
        @Override
        public boolean note(long key, long nanos, long seenBy, boolean again) {
            return true;
        }

        @Override
        public boolean claim(long key, long nanos, long by, long withinNanos) {
            return false;
        }

        @Override
        public boolean reaches(long nanos) {
            return true;
        }

        @Override
        public void advance(long watermarkNanos) {}
    };

    /**
     * A message was given out.
     *
     * @param key what it keeps wherever it is seen, as {@link PastKey} makes it
     * @param nanos corrected time of its last byte
     * @param seenBy a bit for each sniffer that brought it, at least one
     * @param again whether it is composed again after a resume, and so may be known already
     * @return whether it is remembered, or is older than what is remembered anyway: no where too many are of one time
     */
    boolean note(long key, long nanos, long seenBy, boolean again);

    /**
     * Whether a sighting is of a message that was given out without its sniffer; of several the nearest in time. From
     * then on the sniffer counts as one of those that brought it.
     *
     * @param nanos corrected time of its last byte
     * @param by the bit of its sniffer
     * @param withinNanos how far the message may be from that time
     */
    boolean claim(long key, long nanos, long by, long withinNanos);

    /** Whether messages of this corrected time would be remembered. */
    boolean reaches(long nanos);

    /** The merge has come to this corrected time; what is too old by it may be forgotten. */
    void advance(long watermarkNanos);
}
