package io.wirepath.merge.store;

import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.MessageSink;
import io.wirepath.merge.SnifferRecord;

/** Takes what a store holds, in the order in which it was written. */
public interface StoreVisitor extends MessageSink {

    @Override
    void onMessage(MessageRecord message);

    @Override
    void onName(long addressHigh, long addressLow, String name, NameOrigin origin);

    /** A sniffer; its messages came before it. */
    void onSniffer(SnifferRecord sniffer);

    /** Something that a reader must know to judge the messages, one sentence. */
    void onNote(String note);
}
