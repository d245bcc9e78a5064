package io.wirepath.merge.store;

import io.wirepath.merge.MessageSink;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.reconcile.MergeResult;

/** Takes what a store holds, in the order in which it was written. */
public interface StoreVisitor extends MessageSink {

    /** A sniffer. */
    default void onSniffer(SnifferRecord sniffer) {}

    /** What the merge learnt besides the messages. */
    default void onResult(MergeResult result) {}

    /** Something that a reader must know to judge the messages, one sentence. */
    default void onNote(String note) {}
}
