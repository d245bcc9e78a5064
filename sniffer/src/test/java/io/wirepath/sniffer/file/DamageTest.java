package io.wirepath.sniffer.file;

import static io.wirepath.sniffer.file.CaptureWriter.ETHERNET;
import static io.wirepath.sniffer.file.CaptureWriter.frame;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is done to a capture, its reader neither crashes nor hangs nor takes memory, and keeps what came before. */
class DamageTest {

    static Stream<byte[]> captures() {
        return Stream.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)
                .flatMap(order -> Stream.of(pcap(order), pcapng(order)));
    }

    private static byte[] pcap(ByteOrder order) {
        CaptureWriter writer = new CaptureWriter().order(order).pcapHeader(0xa1b2c3d4, 4, ETHERNET);
        for (int i = 1; i <= 12; i++) {
            writer.pcapRecord(i, i, frame(i, 20 + 7 * i), 200);
        }
        return writer.bytes();
    }

    private static byte[] pcapng(ByteOrder order) {
        CaptureWriter writer = new CaptureWriter().order(order);
        for (int section = 0; section < 2; section++) {
            writer.section()
                    .interfaceBlock(ETHERNET, 0, writer.option(9, new byte[] {9}))
                    .interfaceBlock(ETHERNET, 100)
                    .enhanced(1, 1000, frame(1, 41), 41)
                    .block(10, writer.body(40))
                    .enhanced(0, 2000, frame(2, 42), 1500, writer.option(2, new byte[4]))
                    .obsolete(0, 1, 3000, frame(3, 43), 43)
                    .simple(frame(4, 44), 44)
                    .statistics(0, 1, 2);
        }
        return writer.bytes();
    }

    @ParameterizedTest
    @MethodSource("captures")
    void everyCutGivesAPrefixAndOnlyACutBetweenRecordsIsNoDamage(byte[] capture) {
        ReadCapture whole = ReadCapture.of(capture);
        assertTrue(whole.damage().isEmpty());
        int before = 0;
        for (int length = 28; length < capture.length; length++) {
            ReadCapture cut = ReadCapture.of(Arrays.copyOf(capture, length), ReadCapture.SMALL_BLOCK, 64);
            int count = cut.frames().size();
            assertEquals(whole.frames().subList(0, count), cut.frames());
            assertTrue(count == before || count == before + 1);
            assertTrue(count == before || cut.damage().isEmpty(), "a frame completes exactly at its record's end");
            cut.damage().ifPresent(damage -> assertEquals(count + 1, damage.frameNumber()));
            before = count;
        }
    }

    @ParameterizedTest
    @MethodSource("captures")
    void noChangeOfBytesCrashesOrHangsOrAllocatesMuch(byte[] capture) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        FrameBlock block = new FrameBlock(ReadCapture.SMALL_BLOCK);
        Random random = new Random(20261121);
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            for (int round = 0; round < 20_000; round++) {
                byte[] changed = capture.clone();
                for (int change = random.nextInt(4); change >= 0; change--) {
                    mutate(changed, random);
                }
                long before = threads.getCurrentThreadAllocatedBytes();
                drain(changed, block);
                long allocated = threads.getCurrentThreadAllocatedBytes() - before;
                assertTrue(allocated < 1 << 20, () -> allocated + " bytes allocated");
            }
        });
    }

    private static void mutate(byte[] bytes, Random random) {
        int at = random.nextInt(bytes.length);
        switch (random.nextInt(3)) {
            case 0 -> bytes[at] = (byte) random.nextInt();
            case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            default -> Arrays.fill(bytes, at, Math.min(bytes.length, at + 4), (byte) (random.nextBoolean() ? 0xff : 0));
        }
    }

    private static void drain(byte[] capture, FrameBlock block) throws IOException {
        long frames = 0;
        try (FrameSource source =
                CaptureFile.open("x.pcap", Channels.newChannel(new ByteArrayInputStream(capture)), capture.length)) {
            while (source.fill(block)) {
                for (int i = 0; i < block.count(); i++) {
                    assertEquals(++frames, block.frameNumber(i));
                    assertTrue(block.offset(i) >= 0 && block.capturedLength(i) >= 0);
                    assertTrue(block.offset(i) + block.capturedLength(i)
                            <= block.bytes().capacity());
                    assertTrue(block.originalLength(i) >= block.capturedLength(i));
                }
            }
            long last = frames;
            source.damage().ifPresent(damage -> assertEquals(last + 1, damage.frameNumber()));
        } catch (CaptureException e) {
            assertEquals(0, frames);
        }
    }
}
