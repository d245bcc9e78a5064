package io.wirepath.sniffer.file;

import static io.wirepath.sniffer.file.CaptureWriter.ETHERNET;
import static io.wirepath.sniffer.file.CaptureWriter.frame;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.sniffer.file.ReadCapture.ReadFrame;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PcapRecordsTest {

    private static final int MICROSECONDS = 0xa1b2c3d4;
    private static final int NANOSECONDS = 0xa1b23c4d;
    private static final int KUZNETZOV = 0xa1b2cd34;

    static Stream<Arguments> variants() {
        return Stream.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)
                .flatMap(order -> Stream.of(
                        Arguments.of(order, MICROSECONDS, 1_700_000_001_000_002_000L),
                        Arguments.of(order, NANOSECONDS, 1_700_000_001_000_000_002L)));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void readsBothByteOrdersAndBothUnitsOfTime(ByteOrder order, int magic, long wantedNanos) {
        byte[] capture = new CaptureWriter()
                .order(order)
                .pcapHeader(magic, 4, ETHERNET)
                .pcapRecord(1_700_000_001, 2, frame(1, 60), 1514)
                .pcapRecord(1_700_000_000, 0, frame(2, 0), 0)
                .bytes();

        ReadCapture read = ReadCapture.of(capture);

        assertEquals(
                List.of(
                        ReadFrame.of(1, wantedNanos, ETHERNET, 1514, frame(1, 60)),
                        ReadFrame.of(2, 1_700_000_000_000_000_000L, ETHERNET, 0, frame(2, 0))),
                read.frames());
        assertTrue(read.damage().isEmpty());
    }

    @Test
    void takesTheLinkTypeWithoutTheBitsForTheFrameCheckSequence() {
        byte[] capture = new CaptureWriter()
                .pcapHeader(MICROSECONDS, 4, 0x2400_0000 | 113)
                .pcapRecord(1, 0, frame(1, 20), 20)
                .bytes();
        assertEquals(113, ReadCapture.of(capture).frames().get(0).linkType());
    }

    @Test
    void keepsTimesThatMakeNoSense() {
        byte[] capture = new CaptureWriter()
                .pcapHeader(MICROSECONDS, 4, ETHERNET)
                .pcapRecord(-1, -1, frame(1, 20), 20)
                .bytes();
        long wanted = 0xffff_ffffL * 1_000_000_000L + 0xffff_ffffL * 1000L;
        assertEquals(wanted, ReadCapture.of(capture).frames().get(0).timeNanos());
    }

    @Test
    void readsKuznetzovsLongerRecordHeader() {
        byte[] capture = new CaptureWriter()
                .pcapHeader(KUZNETZOV, 4, ETHERNET)
                .pcapRecordHeader(5, 6, 20, 20)
                .raw(new byte[8])
                .raw(frame(1, 20))
                .bytes();
        assertEquals(
                List.of(ReadFrame.of(1, 5_000_006_000L, ETHERNET, 20, frame(1, 20))),
                ReadCapture.of(capture).frames());
    }

    @Test
    void readsAixNanosecondsAndInterfaceTypes() {
        byte[] capture = new CaptureWriter()
                .pcapHeader(MICROSECONDS, 2, 6)
                .pcapRecord(5, 6, frame(1, 20), 20)
                .bytes();
        assertEquals(
                List.of(ReadFrame.of(1, 5_000_000_006L, ETHERNET, 20, frame(1, 20))),
                ReadCapture.of(capture).frames());
    }

    @Test
    void readsTheTwoLengthsOfAnOldVersionEitherWayRound() {
        byte[] capture = new CaptureWriter()
                .pcapHeader(MICROSECONDS, 3, ETHERNET)
                .pcapRecordHeader(1, 0, 1514, 20)
                .raw(frame(1, 20))
                .pcapRecordHeader(2, 0, 20, 1514)
                .raw(frame(2, 20))
                .bytes();
        ReadCapture read = ReadCapture.of(capture);
        assertEquals(
                List.of(1514, 1514),
                read.frames().stream().map(ReadFrame::originalLength).toList());
        assertEquals(
                List.of(20, 20),
                read.frames().stream().map(f -> f.bytes().size()).toList());
    }

    @Test
    void aLengthNoFrameHasIsDamageWithPacketNumberAndOffset() {
        byte[] capture = new CaptureWriter()
                .pcapHeader(MICROSECONDS, 4, ETHERNET)
                .pcapRecord(1, 0, frame(1, 100), 100)
                .pcapRecordHeader(2, 0, -5, 100)
                .raw(frame(2, 100))
                .bytes();
        ReadCapture read = ReadCapture.of(capture);
        assertEquals(1, read.frames().size());
        assertEquals(
                "x.pcap: damaged at packet 2, offset 140: the record says it holds more than 2 GiB, more than any frame has"
                        + " (262144); the 1 packets before it were used",
                read.damage().orElseThrow().describe());
    }

    @Test
    void framesLieTheSameWayHoweverTheBytesArrive() {
        CaptureWriter writer = new CaptureWriter().pcapHeader(MICROSECONDS, 4, ETHERNET);
        for (int i = 1; i <= 500; i++) {
            writer.pcapRecord(i, i, frame(i, i * 37 % 1500), 1500);
        }
        ReadCapture whole = ReadCapture.of(writer.bytes());
        ReadCapture small = ReadCapture.of(writer.bytes(), ReadCapture.SMALL_BLOCK, Integer.MAX_VALUE);
        ReadCapture slow = ReadCapture.of(writer.bytes(), ReadCapture.SMALL_BLOCK, 7);
        assertEquals(500, whole.frames().size());
        assertEquals(whole.frames(), small.frames());
        assertEquals(small, slow);
        assertTrue(small.blocks() > 80);
    }
}
