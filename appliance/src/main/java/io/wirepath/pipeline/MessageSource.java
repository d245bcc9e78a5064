package io.wirepath.pipeline;

import io.wirepath.merge.store.StoreException;
import io.wirepath.merge.store.StoreVisitor;
import java.util.List;

/** Messages with what a merge learnt, which can be read more than once. */
interface MessageSource {

    /** Hands over everything; each time the same. */
    void read(StoreVisitor to) throws StoreException;

    /** What a reader must know to judge the messages, one sentence each; complete after a first reading. */
    List<String> notes();
}
