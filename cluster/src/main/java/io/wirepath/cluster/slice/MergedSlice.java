package io.wirepath.cluster.slice;

import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.StoreDirectory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A slice after its merge: a temporary store of its messages, deleted when this is closed. It can go elsewhere in
 * parts. Used by one thread.
 *
 * <pre>
 *  part:  name of a file of the store (UTF, with its length)   bytes of it that come next
 * </pre>
 */
public final class MergedSlice implements Closeable {

    private static final int PART_BYTES = 1 << 20;

    private final StoreDirectory store = new StoreDirectory();
    private final List<String> sniffers;

    /** An empty one, of these sniffers in order. */
    MergedSlice(List<String> sniffers) {
        this.sniffers = List.copyOf(sniffers);
    }

    /** Names of the sniffers, in order. */
    public List<String> sniffers() {
        return sniffers;
    }

    /** Where the store is. */
    Path store() {
        return store.path();
    }

    /** Hands over the store in parts, at most a megabyte each; tells how many there were. */
    public int writeParts(Consumer<byte[]> to) throws IOException {
        List<Path> files;
        try (Stream<Path> inside = Files.walk(store.path())) {
            files = inside.filter(Files::isRegularFile).sorted().toList();
        }
        int parts = 0;
        for (Path file : files) {
            String name = store.path().relativize(file).toString();
            try (InputStream in = Files.newInputStream(file)) {
                byte[] bytes = in.readNBytes(PART_BYTES);
                do {
                    ByteArrayOutputStream part = new ByteArrayOutputStream();
                    DataOutputStream head = new DataOutputStream(part);
                    head.writeUTF(name);
                    head.write(bytes);
                    to.accept(part.toByteArray());
                    parts++;
                    bytes = in.readNBytes(PART_BYTES);
                } while (bytes.length > 0);
            }
        }
        return parts;
    }

    /** The slice of which these are the parts, in their order. */
    public static MergedSlice ofParts(List<String> sniffers, Iterable<byte[]> parts) throws IOException {
        MergedSlice slice = new MergedSlice(sniffers);
        try {
            for (byte[] part : parts) {
                DataInputStream in = new DataInputStream(new ByteArrayInputStream(part));
                Path file = slice.store().resolve(in.readUTF()).normalize();
                if (!file.startsWith(slice.store())) {
                    throw new IOException("a part of a slice names " + file);
                }
                Files.createDirectories(file.getParent());
                try (OutputStream to =
                        Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                    in.transferTo(to);
                }
            }
        } catch (IOException e) {
            slice.close();
            throw Failure.of(slice.store(), "cannot be written", e);
        }
        return slice;
    }

    @Override
    public void close() {
        store.close();
    }
}
