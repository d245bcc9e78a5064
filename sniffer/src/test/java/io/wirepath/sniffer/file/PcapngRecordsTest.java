package io.wirepath.sniffer.file;

import static io.wirepath.sniffer.file.CaptureWriter.ETHERNET;
import static io.wirepath.sniffer.file.CaptureWriter.frame;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.sniffer.FrameTimes;
import io.wirepath.sniffer.file.ReadCapture.ReadFrame;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PcapngRecordsTest {

    private static final int RAW_IP = 101;

    @Test
    void readsSectionsEachWithItsOwnByteOrderAndInterfaces() {
        CaptureWriter writer = new CaptureWriter();
        writer.order(ByteOrder.LITTLE_ENDIAN)
                .section()
                .interfaceBlock(ETHERNET, 0)
                .interfaceBlock(RAW_IP, 0, writer.option(9, new byte[] {9}))
                .enhanced(1, 7_000_000_001L, frame(1, 33), 99)
                .enhanced(0, 7_000_001L, frame(2, 34), 34);
        writer.order(ByteOrder.BIG_ENDIAN)
                .section()
                .interfaceBlock(RAW_IP, 0)
                .enhanced(0, 8_000_000L, frame(3, 35), 35);

        ReadCapture read = ReadCapture.of(writer.bytes());

        assertEquals(
                List.of(
                        ReadFrame.of(1, 7_000_000_001L, RAW_IP, 99, frame(1, 33)),
                        ReadFrame.of(2, 7_000_001_000L, ETHERNET, 34, frame(2, 34)),
                        ReadFrame.of(3, 8_000_000_000L, RAW_IP, 35, frame(3, 35))),
                read.frames());
        assertTrue(read.damage().isEmpty());
    }

    static Stream<Arguments> clocks() {
        long max = Long.MAX_VALUE;
        long latest = FrameTimes.LATEST_NANOS;
        return Stream.of(
                Arguments.of(6, 0L, 1_500_000L, 1_500_000_000L),
                Arguments.of(9, 0L, 1_500_000L, 1_500_000L),
                Arguments.of(3, 0L, 1_500L, 1_500_000_000L),
                Arguments.of(0, 0L, 2L, 2_000_000_000L),
                Arguments.of(12, 0L, 1_500_999L, 1_500L),
                Arguments.of(28, 0L, -1L, 1L),
                Arguments.of(40, 0L, -1L, 0L),
                Arguments.of(9, 10L, 5L, 10_000_000_005L),
                Arguments.of(6, -3L, 5_000_000L, 2_000_000_000L),
                Arguments.of(0x80, 0L, 3L, 3_000_000_000L),
                Arguments.of(0x80 | 10, 0L, 1536L, 1_500_000_000L),
                Arguments.of(0x80 | 32, 0L, 3L << 31, 1_500_000_000L),
                Arguments.of(0x80 | 63, 0L, 1L << 62, 500_000_000L),
                Arguments.of(0x80 | 64, 0L, 1L << 63, 500_000_000L),
                Arguments.of(0x80 | 127, 0L, -1L, 0L),
                // beyond the times that a frame may have
                Arguments.of(6, 0L, -1L, latest),
                Arguments.of(0, 0L, max, latest),
                Arguments.of(0x80, 0L, -1L, latest),
                Arguments.of(9, max, 5L, latest),
                Arguments.of(9, Long.MIN_VALUE, 5L, FrameTimes.EARLIEST_NANOS));
    }

    @ParameterizedTest
    @MethodSource("clocks")
    void convertsEveryResolutionAndOffset(int resolution, long offsetSeconds, long units, long wantedNanos) {
        CaptureWriter writer = new CaptureWriter();
        byte[] offset = writer.body(8).putLong(offsetSeconds).array();
        writer.section()
                .interfaceBlock(
                        ETHERNET, 0, writer.option(9, new byte[] {(byte) resolution}), writer.option(14, offset))
                .enhanced(0, units, frame(1, 20), 20);
        assertEquals(wantedNanos, ReadCapture.of(writer.bytes()).frames().get(0).timeNanos());
    }

    @Test
    void readsSimpleAndObsoletePackets() {
        CaptureWriter writer = new CaptureWriter()
                .section()
                .interfaceBlock(ETHERNET, 30)
                .obsolete(0, 3, 4_000_000L, frame(1, 21), 21)
                .simple(frame(2, 30), 1500)
                .simple(frame(3, 29), 29);
        assertEquals(
                List.of(
                        ReadFrame.of(1, 4_000_000_000L, ETHERNET, 21, frame(1, 21)),
                        ReadFrame.of(2, 4_000_000_000L, ETHERNET, 1500, frame(2, 30)),
                        ReadFrame.of(3, 4_000_000_000L, ETHERNET, 29, frame(3, 29))),
                ReadCapture.of(writer.bytes()).frames());
    }

    @Test
    void countsEachInterfacesDropsOnceAndAddsSections() {
        CaptureWriter writer = new CaptureWriter()
                .section()
                .interfaceBlock(ETHERNET, 0)
                .interfaceBlock(ETHERNET, 0)
                .statistics(0, 5, 1)
                .statistics(0, 10, 1)
                .obsolete(1, 4, 1, frame(1, 20), 20)
                .obsolete(1, 0xffff, 1, frame(2, 20), 20)
                .statistics(7, 1000, 1000)
                .section()
                .interfaceBlock(ETHERNET, 0)
                .statistics(0, 100, -1);
        assertEquals(115, ReadCapture.of(writer.bytes()).dropped());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 1000, 5000, 3_000_000})
    void skipsUnknownBlocksOfAnyLength(int length) {
        CaptureWriter writer = new CaptureWriter()
                .section()
                .interfaceBlock(ETHERNET, 0)
                .enhanced(0, 1, frame(1, 20), 20)
                .block(0x0bad, ByteBuffer.allocate(length))
                .block(10, ByteBuffer.allocate(length))
                .enhanced(0, 2, frame(2, 20), 20);
        for (int blockBytes : new int[] {ReadCapture.SMALL_BLOCK, 1 << 20}) {
            ReadCapture read = ReadCapture.of(writer.bytes(), blockBytes, 1000);
            assertEquals(2, read.frames().size());
            assertEquals(
                    ReadFrame.of(2, 2000, ETHERNET, 20, frame(2, 20)),
                    read.frames().get(1));
            assertTrue(read.damage().isEmpty());
        }
    }

    static Stream<Arguments> lies() {
        return Stream.of(
                lie(
                        "a block of 2 bytes",
                        w -> w.raw(w.body(12).putInt(6).putInt(2).array())),
                lie(
                        "has more than 2 GiB",
                        w -> w.raw(w.body(12).putInt(6).putInt(-4).array())),
                lie(
                        "bytes, more than any",
                        w -> w.raw(w.body(12).putInt(6).putInt(0x1000_0000).array())),
                lie("interface 1,", w -> w.enhanced(1, 0, frame(1, 20), 20)),
                lie("interface 2147483647,", w -> w.enhanced(-1, 0, frame(1, 20), 20)),
                lie("packet block is too short", w -> w.block(6, w.body(8))),
                lie("packet block is too short", w -> w.block(3, w.body(0))),
                lie("more than its block has", w -> w.block(6, w.body(20).putInt(12, 4))),
                lie("more than its block has", w -> w.block(6, w.body(20).putInt(12, -4))),
                lie("interface description is too short", w -> w.block(1, w.body(4))),
                lie(
                        "two lengths of a block differ",
                        w -> w.raw(
                                w.body(36).putInt(6).putInt(36).putInt(32, 40).array())),
                lie("no byte-order magic", w -> w.block(0x0a0d0d0a, w.body(16))),
                lie(
                        "pcapng version 2",
                        w -> w.block(0x0a0d0d0a, w.body(16).putInt(0x1a2b3c4d).putShort((short) 2))));
    }

    private static Arguments lie(String wanted, Consumer<CaptureWriter> addition) {
        return Arguments.of(wanted, addition);
    }

    @ParameterizedTest
    @MethodSource("lies")
    void aLieIsDamageAndWhatCameBeforeIsUsed(String wanted, Consumer<CaptureWriter> addition) {
        CaptureWriter writer =
                new CaptureWriter().section().interfaceBlock(ETHERNET, 0).enhanced(0, 1, frame(1, 20), 20);
        int offset = writer.bytes().length;
        addition.accept(writer);
        writer.enhanced(0, 1, frame(2, 20), 20);

        ReadCapture read = ReadCapture.of(writer.bytes());

        assertEquals(1, read.frames().size());
        assertEquals(2, read.damage().orElseThrow().frameNumber());
        assertEquals(offset, read.damage().orElseThrow().offset());
        String reason = read.damage().orElseThrow().reason();
        assertTrue(reason.contains(wanted), reason);
    }

    @Test
    void optionsThatLieAreIgnored() {
        CaptureWriter writer = new CaptureWriter();
        byte[] lying =
                writer.body(8).putShort((short) 9).putShort((short) 60_000).array();
        writer.section().interfaceBlock(ETHERNET, 0, lying).enhanced(0, 1, frame(1, 20), 20, lying);
        assertEquals(1000, ReadCapture.of(writer.bytes()).frames().get(0).timeNanos());
    }
}
