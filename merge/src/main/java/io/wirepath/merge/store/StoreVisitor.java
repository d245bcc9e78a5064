package io.wirepath.merge.store;

import io.wirepath.merge.MessageSink;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.result.MergeResult;

/** Takes what a store holds, in the order in which it was written. */
public interface StoreVisitor extends MessageSink {

    /**
     * A sighting of which the message that comes next was made, or one of those that {@link #onCopies} brings next;
     * told of in stores of a live merge only.
     *
     * @param source as {@link io.wirepath.merge.Consumed#source} gave it
     * @param number as {@link io.wirepath.merge.Consumed#number} gave it
     */
    default void onConsumed(int source, long number) {}

    /** The sightings told of since came too late for their messages, and are in none. */
    default void onCopies() {}

    /** A sniffer. */
    default void onSniffer(SnifferRecord sniffer) {}

    /** What the merge learnt besides the messages. */
    default void onResult(MergeResult result) {}

    /** Something that a reader must know to judge the messages, one sentence. */
    default void onNote(String note) {}
}
