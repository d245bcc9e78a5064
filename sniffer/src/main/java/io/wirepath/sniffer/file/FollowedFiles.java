package io.wirepath.sniffer.file;

import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.SnifferName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A capture file that is still written, and those that follow it in its directory, as {@code dumpcap -b} makes them:
 * the latest there is, from its beginning, then each new one. Files that are written under a name that is there already
 * are not followed, and what does not begin as a capture does, as one that was packed, is passed over.
 */
final class FollowedFiles implements StreamedCapture.Captures {

    private static final long POLL_MILLIS = 100;

    private final Path path;
    private final Set<Path> begun = new HashSet<>();

    private record Dated(Path file, FileTime time) {}

    private FollowedFiles(Path path) {
        this.path = path;
    }

    static FollowedFiles of(String path) throws IOException {
        Path at = Path.of(path);
        if (!Files.exists(at)) {
            throw new CaptureException(path, "there is no such file or directory", "check the name");
        }
        FollowedFiles files = new FollowedFiles(at);
        List<Dated> there = files.later();
        // all but the latest are history
        there.stream().limit(Math.max(0, there.size() - 1)).forEach(each -> files.begun.add(each.file));
        return files;
    }

    String sniffer() {
        return SnifferName.of(String.valueOf(path.toAbsolutePath().normalize().getFileName()));
    }

    /** Captures that were not begun, the oldest first. */
    private List<Dated> later() throws IOException {
        if (!Files.isDirectory(path)) {
            return begun.contains(path) ? List.of() : List.of(new Dated(path, Files.getLastModifiedTime(path)));
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(each -> !begun.contains(each)
                            && !each.getFileName().toString().startsWith("."))
                    .filter(each -> Files.isRegularFile(each) && isCapture(each))
                    .map(FollowedFiles::dated)
                    .sorted(Comparator.comparing(Dated::time).thenComparing(Dated::file))
                    .toList();
        } catch (UncheckedIOException e) {
            throw new IOException(e);
        }
    }

    private static boolean isCapture(Path file) {
        ByteBuffer head = ByteBuffer.allocate(PcapngRecords.SECTION_HEADER_BYTES);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            while (head.hasRemaining() && channel.read(head) > 0) {
                // until the head is there, or the end
            }
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            return true; // told when it is opened
        }
        head.flip();
        return PcapngRecords.recognises(head) || PcapVariant.recognises(head);
    }

    private static Dated dated(Path file) {
        try {
            return new Dated(file, Files.getLastModifiedTime(file));
        } catch (NoSuchFileException e) {
            return new Dated(file, FileTime.fromMillis(0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isFollowed() {
        try {
            return !later().isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public @Nullable CaptureReader next() throws IOException {
        List<Dated> later = later();
        if (later.isEmpty()) {
            try {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return null;
        }
        Path file = later.get(0).file;
        begun.removeIf(Files::notExists);
        begun.add(file);
        GrowingFile bytes = new GrowingFile(file, this::isFollowed);
        try {
            return CaptureFile.openLive(file.toString(), bytes);
        } catch (IOException | RuntimeException e) {
            if (bytes.bytesRead() < PcapngRecords.SECTION_HEADER_BYTES && !isFollowed()) {
                begun.remove(file); // its header may still be written
            }
            bytes.close();
            throw e;
        }
    }

    /** It was there, or it would not be followed. */
    @Override
    public boolean wasReached() {
        return true;
    }

    @Override
    public boolean followEachOther() {
        return true;
    }

    @Override
    public void close() {
        // files are closed with their readers
    }
}
