package io.wirepath.merge.live;

import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.Consumed;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.result.MergeResult;

/** Takes messages as they become complete, in no particular order. Called by the thread that feeds the merge. */
public interface MergedSink {

    /**
     * A message. Both flyweights are reused: copy what is to be kept.
     *
     * @param message the message; its sniffers are numbered as in {@link MergeStatus#sniffers}, for good
     * @param consumed the sightings of which it was made. To give each message exactly once across a kill, keep them in
     *     the same write as the message, and {@link Checkpoint#mark} them at the next start
     */
    void onMessage(MessageRecord message, Consumed consumed);

    /**
     * Sightings of messages that were handed out without them: they came too late, and are in no message. Keep them as
     * those of a message, and {@link Checkpoint#mark} them at the next start: else one that is read again when its
     * message has been forgotten makes that message twice.
     */
    default void onCopies(Consumed copies) {}

    /** An address was seen to have a name. May come again after a resume. */
    default void onName(long addressHigh, long addressLow, String name, NameOrigin origin) {}

    /** Clocks and homes were learnt again; messages from here on are corrected by them. */
    default void onLearnt(MergeResult learnt) {}
}
