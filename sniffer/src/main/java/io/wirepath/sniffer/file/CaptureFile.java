package io.wirepath.sniffer.file;

import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.SnifferName;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Opens capture files: tells by the first bytes whether they are pcap or pcapng, plain or gzip. A file's name plays no
 * part in that.
 */
public final class CaptureFile {

    private static final int HEAD_BYTES = PcapngRecords.SECTION_HEADER_BYTES;

    private CaptureFile() {}

    /**
     * Opens a capture. Reads its first bytes, and so waits for them where it is a pipe.
     *
     * @param path a file or named pipe, a directory with the files of one sniffer that follow each other, or {@code -}
     *     for standard input
     * @return its frames; to be closed by the caller
     * @throws CaptureException when it is missing, not readable, empty or not a capture
     */
    public static FrameSource open(String path) throws IOException {
        if (path.equals(SnifferName.STANDARD_INPUT)) {
            // a channel over the descriptor itself can be interrupted while it waits, which System.in cannot
            return open(path, new FileInputStream(FileDescriptor.in).getChannel(), -1);
        }
        return isDirectory(path) ? CaptureFileSet.open(Path.of(path)) : openFile(path);
    }

    /**
     * What is in a directory.
     *
     * @param captures the files where they overlap in time, for then each is of another sniffer; else the directory
     *     itself
     * @param leftOut where it is the files: those that are no captures, and why
     */
    public record Contents(List<String> captures, List<String> leftOut) {}

    /** The captures that this path stands for: of a directory with the files of several sniffers all of these. */
    public static Contents contents(String path) throws IOException {
        if (!isDirectory(path)) {
            return new Contents(List.of(path), List.of());
        }
        try (CaptureFileSet set = CaptureFileSet.open(Path.of(path))) {
            return set.contents(path);
        }
    }

    /**
     * Opens what a store has under an address: captures of one sniffer that follow each other.
     *
     * @return their frames; to be closed by the caller
     * @throws CaptureException when there is none, or it cannot be had
     */
    public static FrameSource open(String address, CaptureStore store) throws IOException {
        return CaptureFileSet.open(address, store);
    }

    /** The captures that an address in a store stands for: of several sniffers all of these. */
    public static Contents contents(String address, CaptureStore store) throws IOException {
        try (CaptureFileSet set = CaptureFileSet.open(address, store)) {
            return set.contents(address);
        }
    }

    /** Opens one that a store has. */
    static CaptureReader open(String path, CaptureStore store, long bytesTotal) throws IOException {
        ReadableByteChannel channel = store.open(path);
        try {
            return open(path, channel, bytesTotal);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Opens a file or named pipe. */
    static CaptureReader openFile(String path) throws IOException {
        FileChannel channel = openChannel(path);
        try {
            return open(path, channel, Files.isRegularFile(Path.of(path)) ? channel.size() : -1);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static boolean isDirectory(String path) {
        try {
            return Files.isDirectory(Path.of(path));
        } catch (InvalidPathException e) {
            return false; // told when it is opened
        }
    }

    private static FileChannel openChannel(String path) throws CaptureException {
        try {
            return FileChannel.open(Path.of(path), StandardOpenOption.READ);
        } catch (NoSuchFileException | InvalidPathException e) {
            throw new CaptureException(path, "there is no such file", "check the name", e);
        } catch (AccessDeniedException e) {
            throw new CaptureException(
                    path,
                    "there is no permission to read it",
                    "make it readable for this user, or run as its owner",
                    e);
        } catch (IOException e) {
            throw new CaptureException(path, "cannot be opened (" + e.getMessage() + ")", "check the file", e);
        }
    }

    /**
     * Reads a capture from any channel.
     *
     * @param path its name, for people
     * @param channel closed with the source
     * @param bytesTotal how many bytes the channel will give, or -1
     */
    static CaptureReader open(String path, ReadableByteChannel channel, long bytesTotal) throws IOException {
        PeekedSupply supply = peek(path, new ChannelSupply(channel));
        if (RingKey.recognises(supply.head())) {
            supply = peek(path, new SealedSupply(path, supply));
        }
        boolean compressed = GzipSupply.recognises(supply.head());
        if (compressed) {
            supply = peek(path, new GzipSupply(supply));
        }
        return new CaptureReader(path, SnifferName.of(path), supply, formatOf(path, supply, compressed), bytesTotal);
    }

    /**
     * Reads a capture that is made now, as it is: neither packed nor sealed.
     *
     * @param bytes closed with the source
     */
    static CaptureReader openLive(String path, ByteSupply bytes) throws IOException {
        PeekedSupply supply = peek(path, bytes);
        if (RingKey.recognises(supply.head()) || GzipSupply.recognises(supply.head())) {
            throw new CaptureException(path, "is packed or sealed", "let it be sent as pcap or pcapng");
        }
        return new CaptureReader(path, SnifferName.of(path), supply, formatOf(path, supply, false), -1);
    }

    private static PeekedSupply peek(String path, ByteSupply supply) throws CaptureException {
        try {
            return new PeekedSupply(supply, HEAD_BYTES);
        } catch (CaptureException e) {
            throw e;
        } catch (IOException e) {
            throw new CaptureException(
                    path, "cannot be read (" + e.getMessage() + ")", "check the file and its disk", e);
        }
    }

    private static RecordFormat formatOf(String path, PeekedSupply supply, boolean compressed) throws CaptureException {
        ByteBuffer head = supply.head();
        String damage = supply.damage();
        if (PcapngRecords.recognises(head) && head.remaining() >= PcapngRecords.SECTION_HEADER_BYTES) {
            return new PcapngRecords();
        }
        if (PcapVariant.recognises(head) && head.remaining() >= PcapVariant.FILE_HEADER_BYTES) {
            return new PcapRecords(PcapVariant.of(head));
        }
        if (damage != null) {
            throw new CaptureException(path, damage + ", before a capture's header", "copy or record it again");
        }
        if (!head.hasRemaining()) {
            throw new CaptureException(path, compressed ? "holds nothing" : "is empty", remedyOfEmpty(path));
        }
        if (PcapngRecords.recognises(head) || PcapVariant.recognises(head)) {
            throw new CaptureException(path, "ends within the capture's header", "copy or record it again");
        }
        throw ForeignFormat.of(head).map(format -> format.refusal(path)).orElseGet(() -> notACapture(path));
    }

    private static String remedyOfEmpty(String path) {
        return path.equals(SnifferName.STANDARD_INPUT)
                ? "the command before the | wrote nothing, or there is none"
                : "copy or record it again";
    }

    private static CaptureException notACapture(String path) {
        return new CaptureException(
                path,
                "is not a capture (neither pcap nor pcapng, plain or gzip)",
                "name a file written by tcpdump or Wireshark");
    }
}
