package io.wirepath.sniffer.file;

import io.wirepath.sniffer.CaptureException;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.util.List;

/** A place where captures are, whose addresses begin like {@code s3://}. Thread-safe; what it opens is not. */
public interface CaptureStore {

    /**
     * A capture that can be opened.
     *
     * @param path its address
     * @param bytes its size as it lies there, or -1 where it is made now
     */
    record Stored(String path, long bytes) {}

    /** Whether an address is one of its. */
    boolean isOf(String address);

    /**
     * The captures that an address stands for, those that came last at the end; none where nothing is there.
     *
     * @throws CaptureException where they cannot be listed, with what is wrong and what to do
     */
    List<Stored> list(String address) throws IOException;

    /**
     * The bytes of one. Where it is made now a read gives 0 after a tenth of a second in which nothing came.
     *
     * @throws CaptureException where it cannot be opened, with what is wrong and what to do
     */
    ReadableByteChannel open(String path) throws IOException;
}
