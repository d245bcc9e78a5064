package io.wirepath.flows.stream;

import io.wirepath.sniffer.file.PrivateFiles;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A file for each flow, in one directory. Keeps at most {@value #MAX_OPEN} of them open, the latest used. Holes stay
 * holes: where the file system can, they take no room. Used by one thread.
 */
public final class StreamFiles implements Closeable {

    /** Files open at a time: far below the usual limit of 1024. */
    static final int MAX_OPEN = 128;

    private final Path directory;
    private final Map<String, FileChannel> open = new LinkedHashMap<>(MAX_OPEN, 0.75f, true);

    /**
     * Makes the directory if it is not there.
     *
     * @throws IOException if it cannot be made
     */
    public StreamFiles(Path directory) throws IOException {
        this.directory = directory;
        PrivateFiles.createDirectories(directory);
    }

    /** Begins the file of a flow, in place of one that an earlier run may have left. */
    void begin(String name) {
        try {
            open(name, StandardOpenOption.TRUNCATE_EXISTING);
        } catch (IOException e) {
            throw failure(name, e);
        }
    }

    /**
     * Writes bytes of a flow that was begun.
     *
     * @param name of the flow; characters that a file name should not have are replaced
     * @param position of the bytes in the flow
     */
    void write(String name, ByteBuffer bytes, long position) {
        try {
            FileChannel channel = channel(name);
            for (long at = position; bytes.hasRemaining(); ) {
                at += channel.write(bytes, at);
            }
        } catch (IOException e) {
            throw failure(name, e);
        }
    }

    private FileChannel channel(String name) throws IOException {
        FileChannel channel = open.get(name);
        return channel == null ? open(name) : channel;
    }

    private FileChannel open(String name, OpenOption... more) throws IOException {
        if (open.size() == MAX_OPEN) {
            Iterator<FileChannel> channels = open.values().iterator();
            channels.next().close();
            channels.remove();
        }
        Set<OpenOption> options = new HashSet<>(List.of(more));
        options.add(StandardOpenOption.CREATE);
        options.add(StandardOpenOption.WRITE);
        FileChannel channel = PrivateFiles.open(directory.resolve(safe(name)), options);
        open.put(name, channel);
        return channel;
    }

    private UncheckedIOException failure(String name, IOException e) {
        return new UncheckedIOException("cannot write " + directory.resolve(safe(name)), e);
    }

    private static String safe(String name) {
        return name.replaceAll("[^A-Za-z0-9._-]", "-");
    }

    /** Nothing more will be written to a flow. */
    void close(String name) {
        try {
            FileChannel channel = open.remove(name);
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw failure(name, e);
        }
    }

    @Override
    public void close() throws IOException {
        for (FileChannel channel : open.values()) {
            channel.close();
        }
        open.clear();
    }
}
