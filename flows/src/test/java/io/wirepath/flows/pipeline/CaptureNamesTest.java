package io.wirepath.flows.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.AddressText;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingSink;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.file.CaptureFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names that stand in a capture file reach the sink with the addresses that they are of. */
class CaptureNamesTest {

    private static final int SENT = 2;
    private static final int RECEIVED = 1;

    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private static byte[] content(ByteBuffer all) {
        byte[] bytes = new byte[all.capacity()];
        all.get(0, bytes);
        return bytes;
    }

    private static ByteBuffer little(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void block(int type, byte[]... parts) {
        int total = 12;
        for (byte[] part : parts) {
            total += part.length;
        }
        ByteBuffer block = little(total).putInt(type).putInt(total);
        for (byte[] part : parts) {
            block.put(part);
        }
        block.putInt(total);
        out.writeBytes(content(block));
    }

    private static byte[] option(int code, byte[] value) {
        return content(little(4 + (value.length + 3 & ~3))
                .putShort((short) code)
                .putShort((short) value.length)
                .put(value));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** 44 bytes: an UDP datagram with two bytes from 10.0.0.1:4000 to 10.0.0.2:5000. */
    private static byte[] datagram() {
        return content(ByteBuffer.allocate(44)
                .position(12)
                .putShort((short) 0x0800)
                .putInt(0x4500_001e)
                .putInt(0)
                .putInt(0x4011_0000)
                .putInt(0x0a00_0001)
                .putInt(0x0a00_0002)
                .putShort((short) 4000)
                .putShort((short) 5000)
                .putShort((short) 10));
    }

    private void packet(int flags, String comment) {
        block(
                6,
                content(little(20).putInt(0).putLong(1).putInt(44).putInt(44)),
                datagram(),
                option(1, text(comment)),
                option(2, content(little(4).putInt(flags))));
    }

    @Test
    void commentsNameTheEndThatTheFrameWasCapturedAt() throws IOException {
        block(0x0a0d0d0a, content(little(16).putInt(0x1a2b3c4d).putInt(1).putLong(-1)), option(1, text("rack 4")));
        block(1, content(little(8).putInt(1)), option(2, text("eth7")));
        block(4, option(1, text("\n\u0000\u0000\u0009db.prod\0")));
        packet(SENT, "PID: 1\nCmd: /usr/bin/asker");
        packet(RECEIVED, "PID: 2\nCmd: /usr/bin/answerer");
        packet(0, "PID: 3\nCmd: /usr/bin/nobody");
        Path file = Files.write(directory.resolve("x.pcapng"), out.toByteArray());
        Set<String> names = new TreeSet<>();
        FlowReport report;
        try (FrameSource source = CaptureFile.open(file.toString())) {
            report = FlowPipeline.run(source, FlowSettings.defaults(), new SightingSink() {
                @Override
                public void onSighting(Sighting sighting) {}

                @Override
                public void onName(long high, long low, String name, NameOrigin origin) {
                    names.add(AddressText.of(high, low) + " " + name + " " + origin);
                }
            });
        }
        assertEquals(3, report.frames());
        assertEquals(Set.of("10.0.0.1 asker PROCESS", "10.0.0.2 answerer PROCESS", "10.0.0.9 db.prod CAPTURE"), names);
        assertEquals(List.of("eth7"), report.interfaces());
        assertEquals(List.of("comment: rack 4"), report.remarks());
    }
}
