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
import java.util.List;
import java.util.zip.GZIPInputStream;

/** One of the sample's captures, to be written otherwise than it was recorded. */
final class SampleCapture {

    private static final int FILE_HEADER = 24;
    private static final int RECORD_HEADER = 16;
    private static final int CAPTURED_LENGTH_AT = 8;

    private record Frame(byte[] head, byte[] bytes) {

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
    static String path(String sniffer) {
        return "../samples/slow/" + sniffer + ".pcap.gz";
    }

    static SampleCapture of(String sniffer) throws IOException {
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

    private void write(int from, int end, int snapLength, Path file) throws IOException {
        try (OutputStream to = new BufferedOutputStream(Files.newOutputStream(file))) {
            to.write(header);
            for (Frame frame : frames.subList(from, end)) {
                frame.write(to, snapLength);
            }
        }
    }
}
