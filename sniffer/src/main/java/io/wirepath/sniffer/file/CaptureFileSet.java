package io.wirepath.sniffer.file;

import io.wirepath.sniffer.CaptureDamage;
import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.CaptureNotes;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.SnifferName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of one sniffer that follow each other, as {@code tcpdump -C} and {@code -G} and {@code dumpcap -b} write
 * them into a directory, or as they lie in a {@link CaptureStore}; Wireshark calls them a file set.
 *
 * <p>Their order is that of their first frames, because names wrap around and do not sort alike everywhere. Files
 * without frames are passed over: the latest may have been made a moment ago. One that is damaged, or gone when its
 * turn comes, does not end the set.
 */
final class CaptureFileSet implements FrameSource {

    /** Enough for any first frame. */
    private static final int FIRST_BLOCK_BYTES = 2 * FrameBlock.MAX_FRAME_BYTES;

    private static final String REMEDY = "name capture files, or a directory with those of one sniffer";

    /** Frames of a file that are looked at for whether the next one began meanwhile: sniffers are started together. */
    private static final int MAX_LOOKED_AT = 100_000;

    /** A file that is followed by another may end so much after that begins. */
    private static final long CHANGE_OF_FILE_NANOS = 100_000_000L;

    /** A file of the set. */
    private record Part(String path, long bytes, long firstNanos) {}

    private final String sniffer;
    private final Opening opening;
    private final List<Part> parts;
    private final List<String> leftOut;
    private final long bytesTotal;
    private Consumer<byte[]> secrets = log -> {};
    private CaptureNotes notes = CaptureNotes.IGNORED;
    private int next;
    private volatile @Nullable CaptureReader current;
    private volatile long framesBefore;
    private volatile long bytesBefore;
    private long dropped;
    private int damaged;
    private @Nullable CaptureDamage damage;

    /** Opens a file of the set. */
    @FunctionalInterface
    private interface Opening {
        CaptureReader open(String path) throws IOException;
    }

    private CaptureFileSet(String sniffer, Opening opening, List<Part> parts, List<String> leftOut) {
        this.sniffer = sniffer;
        this.opening = opening;
        this.leftOut = List.copyOf(leftOut);
        this.parts = parts;
        bytesTotal = parts.stream().mapToLong(Part::bytes).sum();
    }

    /**
     * Looks at all files of a directory; those that begin with a dot do not count, and those that are no captures are
     * left out.
     *
     * @throws CaptureException when there is no capture with frames in it
     */
    static CaptureFileSet open(Path directory) throws IOException {
        List<CaptureStore.Stored> files = new ArrayList<>();
        for (Path file : files(directory)) {
            files.add(new CaptureStore.Stored(file.toString(), Files.size(file)));
        }
        return open(
                directory.toString(), directory.toAbsolutePath().normalize().toString(), files, CaptureFile::openFile);
    }

    /** Looks at all that a store has under an address. */
    static CaptureFileSet open(String address, CaptureStore store) throws IOException {
        List<CaptureStore.Stored> all = store.list(address);
        if (all.isEmpty()) {
            throw new CaptureException(address, StoredCaptures.NOTHING, "check the address");
        }
        return open(address, address.replaceFirst("/+$", ""), all, path -> CaptureFile.open(path, store, -1));
    }

    private static CaptureFileSet open(String named, String whole, List<CaptureStore.Stored> files, Opening opening)
            throws IOException {
        List<Part> parts = new ArrayList<>();
        List<String> leftOut = new ArrayList<>();
        FrameBlock first = new FrameBlock(FIRST_BLOCK_BYTES);
        for (CaptureStore.Stored file : files) {
            if (file.bytes() < 0) {
                throw new CaptureException(named, "is made now and has no end", "give it to sniff --from");
            }
            if (file.bytes() == 0) {
                continue;
            }
            try (CaptureReader reader = opening.open(file.path())) {
                if (reader.fill(first)) {
                    parts.add(new Part(file.path(), file.bytes(), first.timeNanos(0)));
                }
            } catch (CaptureException e) {
                leftOut.add(nameOf(file.path()) + " " + e.problem());
            }
        }
        if (parts.isEmpty()) {
            throw new CaptureException(named, "is a directory without captures", REMEDY);
        }
        parts.sort(Comparator.comparingLong(Part::firstNanos).thenComparing(Part::path));
        return new CaptureFileSet(SnifferName.of(nameOf(whole)), opening, parts, leftOut);
    }

    /**
     * The files themselves where they overlap in time: no sniffer writes two at once.
     *
     * @param path what the set was opened as
     */
    CaptureFile.Contents contents(String path) throws IOException {
        for (int i = 0; i + 1 < parts.size(); i++) {
            if (isWithin(parts.get(i), parts.get(i + 1).firstNanos())) {
                return new CaptureFile.Contents(
                        parts.stream().map(Part::path).sorted().toList(), leftOut);
            }
        }
        return new CaptureFile.Contents(List.of(path), List.of());
    }

    /** Whether a file goes on after the next one has begun. */
    private boolean isWithin(Part part, long nextNanos) throws IOException {
        FrameBlock block = new FrameBlock(FIRST_BLOCK_BYTES);
        int looked = 0;
        try (CaptureReader reader = opening.open(part.path())) {
            while (looked < MAX_LOOKED_AT && reader.fill(block)) {
                for (int i = 0; i < block.count(); i++) {
                    if (block.timeNanos(i) > nextNanos + CHANGE_OF_FILE_NANOS) {
                        return true;
                    }
                }
                looked += block.count();
            }
        }
        return false;
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> inside = Files.list(directory)) {
            return inside.filter(file -> Files.isRegularFile(file)
                            && !nameOf(file.toString()).startsWith("."))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new CaptureException(
                    directory.toString(),
                    "the directory cannot be read",
                    "make it readable for this user, or run as its owner",
                    e);
        }
    }

    private static String nameOf(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    @Override
    public String sniffer() {
        return sniffer;
    }

    @Override
    public boolean fill(FrameBlock block) throws IOException {
        while (true) {
            CaptureReader reader = current;
            if (reader != null && reader.fill(block)) {
                return true;
            }
            if (reader != null) {
                end(reader);
            } else if (next < parts.size()) {
                begin(parts.get(next++));
            } else {
                block.reset(framesBefore + 1);
                return false;
            }
        }
    }

    private void begin(Part part) {
        try {
            CaptureReader reader = opening.open(part.path);
            reader.numberAfter(framesBefore);
            reader.secretsTo(secrets);
            reader.notesTo(notes);
            current = reader;
        } catch (IOException e) {
            damage(new CaptureDamage(part.path, 1, 0, "it can no longer be opened"));
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    private void end(CaptureReader reader) throws IOException {
        reader.damage().ifPresent(this::damage);
        Progress progress = reader.progress();
        dropped += reader.droppedBeforeCapture();
        current = null;
        framesBefore += progress.frames();
        bytesBefore += progress.bytesRead();
        reader.close();
    }

    private void damage(CaptureDamage found) {
        damaged++;
        damage = damage == null ? found : damage;
    }

    @Override
    public void secretsTo(Consumer<byte[]> sink) {
        secrets = sink;
    }

    @Override
    public void notesTo(CaptureNotes sink) {
        notes = sink;
    }

    @Override
    public List<String> leftOut() {
        return leftOut;
    }

    @Override
    public Optional<CaptureDamage> damage() {
        CaptureDamage first = damage;
        if (first == null || damaged == 1) {
            return Optional.ofNullable(first);
        }
        int others = damaged - 1;
        String more = "; " + others + (others == 1 ? " other file" : " other files")
                + " of the directory cannot be used whole either";
        return Optional.of(
                new CaptureDamage(first.source(), first.frameNumber(), first.offset(), first.reason() + more));
    }

    @Override
    public long droppedBeforeCapture() {
        return dropped;
    }

    @Override
    public Progress progress() {
        CaptureReader reader = current;
        Progress now = reader == null ? new Progress(0, 0, 0) : reader.progress();
        return new Progress(bytesBefore + now.bytesRead(), bytesTotal, framesBefore + now.frames());
    }

    @Override
    public void close() throws IOException {
        CaptureReader reader = current;
        if (reader != null) {
            reader.close();
        }
    }
}
