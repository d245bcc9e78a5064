package io.wirepath.cluster.slice;

import java.util.Collection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What {@link SnifferCut} remembers of a sniffer, wherever an engine keeps it. Used by one thread. */
public interface SnifferMemory {

    /** The number of the latest document of an incarnation; 0 before the first. */
    long lastNumber(UUID incarnation) throws Exception;

    void setLastNumber(UUID incarnation, long number) throws Exception;

    /** Remembers a record that tells of documents that are missing. */
    void addMissing(byte[] record) throws Exception;

    void forgetMissing() throws Exception;

    /** The records that tell of documents that are missing. */
    Iterable<byte[]> missing() throws Exception;

    /**
     * Up to when, by its own clock, the sniffer's documents of progress say that it is complete; {@link Long#MIN_VALUE}
     * before any.
     */
    long progressNanos() throws Exception;

    void setProgressNanos(long nanos) throws Exception;

    /** The record that began the present run; null before any. */
    byte @Nullable [] run() throws Exception;

    /** The last record with counters of the run; null before any. */
    byte @Nullable [] counters() throws Exception;

    void setRun(byte[] record) throws Exception;

    /** Null forgets them. */
    void setCounters(byte @Nullable [] record) throws Exception;

    /** Remembers a record with a name, unless one with the same key is there. */
    void addName(String key, byte[] record) throws Exception;

    /** Number of names. */
    int nameCount() throws Exception;

    /** Remembers a record that says what an operation's number means, in place of an earlier one. */
    void setOperation(int operation, byte[] record) throws Exception;

    /** Nothing is known of operations: a run begins, and numbers them again. */
    void forgetOperations() throws Exception;

    /** The records that say what operations' numbers mean. */
    Iterable<byte[]> operations() throws Exception;

    /** The records with names. */
    Iterable<byte[]> names() throws Exception;

    /** Beginnings of the slices that something was given to and that go on. */
    Collection<Long> begun() throws Exception;

    /** Whether something was given to a slice that goes on. */
    boolean isBegun(long slice) throws Exception;

    void begin(long slice) throws Exception;

    void end(long slice) throws Exception;
}
