package io.wirepath.appliance.serve.input;

import io.wirepath.merge.live.LiveMerge;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;

/** A source of documents for the merge. Used by one thread. */
public interface Feed extends Closeable {

    /** Configured name of the sniffer. */
    String sniffer();

    /** Incarnation of its spool. */
    UUID incarnation();

    /** Goes on, or back, to this number; called once, before the first read. */
    void seek(long number) throws IOException;

    /**
     * Hands documents to the merge, as many as there are now.
     *
     * @param source number of this source in the merge
     * @param most at most about this many
     * @return how many there were
     */
    int read(LiveMerge merge, int source, int most) throws IOException;

    /** What was wrong with what was read since this was asked last, one sentence; empty where all was well. */
    Optional<String> problem();

    @Override
    void close();
}
