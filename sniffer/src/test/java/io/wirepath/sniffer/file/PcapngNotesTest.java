package io.wirepath.sniffer.file;

import static io.wirepath.sniffer.file.CaptureWriter.ETHERNET;
import static io.wirepath.sniffer.file.CaptureWriter.frame;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.sniffer.CaptureNotes;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PcapngNotesTest {

    private final List<String> told = new ArrayList<>();

    private final CaptureNotes notes = new CaptureNotes() {
        @Override
        public void onName(byte[] address, String name) {
            told.add(Arrays.toString(address) + " is " + name);
        }

        @Override
        public void onInterface(String name) {
            told.add("interface " + name);
        }

        @Override
        public void onComment(String comment) {
            told.add("comment " + comment);
        }

        @Override
        public void onFrameComment(int frame, Way way, String comment) {
            told.add("frame " + frame + " " + way + " " + comment);
        }
    };

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] flags(int flags, ByteOrder order) {
        return ByteBuffer.allocate(4).order(order).putInt(flags).array();
    }

    private int frames(CaptureWriter capture) throws IOException {
        byte[] bytes = capture.bytes();
        int frames = 0;
        FrameBlock block = new FrameBlock(FrameBlock.DEFAULT_BYTES);
        try (FrameSource source =
                CaptureFile.open("x.pcapng", Channels.newChannel(new ByteArrayInputStream(bytes)), bytes.length)) {
            source.notesTo(notes);
            while (source.fill(block)) {
                frames += block.count();
            }
        }
        return frames;
    }

    @Test
    void tellsNamesInterfacesAndCommentsOfBothByteOrders() throws IOException {
        CaptureWriter writer = new CaptureWriter();
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            writer.order(order)
                    .section()
                    .interfaceBlock(ETHERNET, 0, writer.option(2, text("eth0")), writer.option(1, text("rack 4")))
                    .block(4, ByteBuffer.wrap(writer.option(1, text("\u0001\u0002\u0003\u0004web\0www\0"))))
                    .enhanced(0, 1, frame(1, 21), 21, writer.option(1, text("a")), writer.option(2, flags(1, order)))
                    .enhanced(0, 2, frame(2, 20), 20, writer.option(2, flags(2, order)), writer.option(1, text("b")))
                    .enhanced(0, 3, frame(3, 22), 22, writer.option(1, text("c")));
        }
        assertEquals(6, frames(writer));
        assertEquals(
                List.of(
                        "comment rack 4",
                        "[1, 2, 3, 4] is web",
                        "[1, 2, 3, 4] is www",
                        "frame 0 RECEIVED a",
                        "frame 1 SENT b",
                        "frame 2 UNKNOWN c"),
                told.stream()
                        .filter(each -> !each.startsWith("interface"))
                        .limit(6)
                        .toList());
        assertEquals(14, told.size());
        assertEquals("interface eth0", told.get(0));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 4, 5, 15, 16, 200})
    void staysInsideRecordsOfAnyLength(int length) throws IOException {
        CaptureWriter writer = new CaptureWriter();
        byte[] noise = frame(1, length);
        writer.section()
                .interfaceBlock(ETHERNET, 0)
                .block(4, ByteBuffer.wrap(writer.option(1, noise)))
                .block(4, ByteBuffer.wrap(writer.option(2, noise)))
                .block(4, ByteBuffer.wrap(noise))
                .enhanced(0, 1, frame(1, 20), 20, noise.length % 4 == 0 ? noise : new byte[0]);
        assertEquals(1, frames(writer));
    }

    @Test
    void cutsALongComment() throws IOException {
        CaptureWriter writer = new CaptureWriter();
        writer.section().interfaceBlock(ETHERNET, 0, writer.option(1, text("x".repeat(60_000))));
        assertEquals(0, frames(writer));
        assertEquals(List.of("comment " + "x".repeat(CaptureNotes.MAX_CHARACTERS)), told);
    }
}
