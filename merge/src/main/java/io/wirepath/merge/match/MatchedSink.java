package io.wirepath.merge.match;

import io.wirepath.merge.MessageRecord;

/** Takes messages with what they were made of. Called by the thread that feeds the merge. */
public interface MatchedSink {

    /**
     * A sighting that is part of the message which {@link #onMessage} brings next, or one of those that
     * {@link #onCopies} brings next.
     *
     * @param lane number of the lane that it came by
     * @param number its number, as the feeder gave it
     */
    void onSighting(int lane, long number);

    /** A message. The flyweight is reused: copy the record to keep it. */
    void onMessage(MessageRecord message);

    /**
     * The sightings told of since are of messages that were given out without them. Nothing more comes of them. Never
     * so where nothing comes late or again.
     */
    default void onCopies() {}
}
