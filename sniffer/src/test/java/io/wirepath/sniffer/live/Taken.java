package io.wirepath.sniffer.live;

import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.file.CaptureFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * A frame, copied out of its block.
 *
 * @param timeNanos its stamp
 * @param linkType its LINKTYPE_ number
 * @param originalLength its length on the wire
 * @param hex what was captured
 */
record Taken(long timeNanos, int linkType, int originalLength, String hex) {

    static final String BEGIN = hex("wirepath-begin");
    static final String END = hex("wirepath-end");

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Hardware address of the Ethernet frame's sender. */
    String sender() {
        return hex.substring(12, 24);
    }

    /** All frames of a block. */
    static List<Taken> of(FrameBlock block) {
        List<Taken> frames = new ArrayList<>();
        for (int i = 0; i < block.count(); i++) {
            byte[] bytes = new byte[block.capturedLength(i)];
            block.bytes().get(block.offset(i), bytes);
            frames.add(new Taken(
                    block.timeNanos(i),
                    block.linkType(i),
                    block.originalLength(i),
                    HexFormat.of().formatHex(bytes)));
        }
        return frames;
    }

    /** All frames of a capture file. */
    static List<Taken> of(Path file) throws IOException {
        List<Taken> frames = new ArrayList<>();
        try (FrameSource source = CaptureFile.open(file.toString())) {
            FrameBlock block = new FrameBlock(FrameBlock.DEFAULT_BYTES);
            while (source.fill(block)) {
                frames.addAll(of(block));
            }
        }
        return frames;
    }

    /** The frames after the first mark of the beginning and before the last of the end. */
    static List<Taken> betweenMarks(List<Taken> frames) {
        int from = 0;
        int to = -1;
        for (int i = 0; i < frames.size(); i++) {
            String hex = frames.get(i).hex();
            if (hex.endsWith(BEGIN)) {
                from = i + 1;
            } else if (hex.endsWith(END)) {
                to = i;
                break;
            }
        }
        if (from == 0 || to < from) {
            throw new AssertionError("the marks are missing among " + frames.size() + " frames");
        }
        return frames.subList(from, to);
    }

    /** The same without its time. */
    Taken untimed() {
        return new Taken(0, linkType, originalLength, hex);
    }

    boolean isEnd() {
        return hex.endsWith(END);
    }
}
