package io.wirepath.appliance.command;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;

/** One of the sample's captures, to be written otherwise than it was recorded. */
public final class SampleCapture {

    private static final int FILE_HEADER = 24;
    private static final int RECORD_HEADER = 16;
    private static final int CAPTURED_LENGTH_AT = 8;

    private static final int SMALL = 100;
    private static final int IDENTIFICATION_AT = 18;
    private static final int CHECKSUM_AT = 24;

    private record Frame(byte[] head, byte[] bytes) {

        int second() {
            return ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt(0);
        }

        long micros() {
            return second() * 1_000_000L
                    + ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt(4);
        }

        /** The same segment in another packet: what its identification has more, its checksum has less. */
        Frame again() {
            ByteBuffer later = ByteBuffer.wrap(head.clone()).order(ByteOrder.LITTLE_ENDIAN);
            long at = micros() + 300;
            later.putInt(0, (int) (at / 1_000_000)).putInt(4, (int) (at % 1_000_000));
            ByteBuffer packet = ByteBuffer.wrap(bytes.clone());
            packet.putShort(IDENTIFICATION_AT, (short) (packet.getShort(IDENTIFICATION_AT) + 7));
            packet.putShort(CHECKSUM_AT, (short) (packet.getShort(CHECKSUM_AT) - 7));
            return new Frame(later.array(), packet.array());
        }

        void write(OutputStream to, int snapLength) throws IOException {
            int kept = Math.min(bytes.length, snapLength);
            ByteBuffer record = ByteBuffer.wrap(head.clone()).order(ByteOrder.LITTLE_ENDIAN);
            to.write(record.putInt(CAPTURED_LENGTH_AT, kept).array());
            to.write(bytes, 0, kept);
        }
    }

    private final byte[] header;
    private final List<Frame> frames = new ArrayList<>();

    private SampleCapture(DataInputStream from) throws IOException {
        header = from.readNBytes(FILE_HEADER);
        byte[] head = from.readNBytes(RECORD_HEADER);
        while (head.length == RECORD_HEADER) {
            int length = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt(CAPTURED_LENGTH_AT);
            frames.add(new Frame(head, from.readNBytes(length)));
            head = from.readNBytes(RECORD_HEADER);
        }
    }

    /** Where a sniffer's capture is. */
    public static String path(String sniffer) {
        return "../samples/slow/" + sniffer + ".pcap.gz";
    }

    public static SampleCapture of(String sniffer) throws IOException {
        try (DataInputStream from =
                new DataInputStream(new GZIPInputStream(Files.newInputStream(Path.of(path(sniffer)))))) {
            return new SampleCapture(from);
        }
    }

    /** Writes of every frame the first bytes alone. */
    void writeCut(int snapLength, Path to) throws IOException {
        write(0, frames.size(), snapLength, to);
    }

    /** Writes so many files that follow each other, of which the earlier have the later names. */
    void writeInParts(int parts, Path directory) throws IOException {
        int each = frames.size() / parts + 1;
        for (int i = 0; i < parts; i++) {
            int end = Math.min(frames.size(), (i + 1) * each);
            write(i * each, end, Integer.MAX_VALUE, directory.resolve("part" + (parts - i) + ".pcap"));
        }
    }

    /** Writes the frames that this takes; it may change what is written. */
    Path writeOnly(Predicate<ByteBuffer> taken, Path to) throws IOException {
        List<Frame> some = frames.stream()
                .map(frame -> new Frame(frame.head(), frame.bytes().clone()))
                .filter(frame -> taken.test(ByteBuffer.wrap(frame.bytes())))
                .toList();
        write(some, Integer.MAX_VALUE, to);
        return to;
    }

    /** Writes so many frames from this one on. */
    Path writePart(int from, int count, Path to) throws IOException {
        write(frames.subList(from, from + count), Integer.MAX_VALUE, to);
        return to;
    }

    /** Writes all frames, so many seconds later. */
    Path writeLater(int seconds, Path to) throws IOException {
        List<Frame> later = frames.stream()
                .map(frame -> {
                    ByteBuffer head = ByteBuffer.wrap(frame.head().clone()).order(ByteOrder.LITTLE_ENDIAN);
                    return new Frame(head.putInt(0, head.getInt(0) + seconds).array(), frame.bytes());
                })
                .toList();
        write(later, Integer.MAX_VALUE, to);
        return to;
    }

    /**
     * Writes the first seconds with trouble: each 97th frame with payload is missing, and each 89th is sent again, with
     * another identification, 300 µs later.
     */
    public Path writeTroubled(int seconds, Path to) throws IOException {
        int begin = ByteBuffer.wrap(frames.get(0).head())
                .order(ByteOrder.LITTLE_ENDIAN)
                .getInt(0);
        List<Frame> some = new ArrayList<>();
        int number = 0;
        for (Frame frame : frames) {
            boolean isSmall = frame.bytes().length < SMALL;
            number += isSmall ? 0 : 1;
            if (frame.second() < begin + seconds && (isSmall || number % 97 != 0)) {
                some.add(frame);
            }
            if (frame.second() < begin + seconds && !isSmall && number % 89 == 0) {
                some.add(frame.again());
            }
        }
        some.sort(Comparator.comparingLong(Frame::micros));
        write(some, Integer.MAX_VALUE, to);
        return to;
    }

    private void write(int from, int end, int snapLength, Path file) throws IOException {
        write(frames.subList(from, end), snapLength, file);
    }

    private void write(List<Frame> some, int snapLength, Path file) throws IOException {
        try (OutputStream to = new BufferedOutputStream(Files.newOutputStream(file))) {
            to.write(header);
            for (Frame frame : some) {
                frame.write(to, snapLength);
            }
        }
    }
}
