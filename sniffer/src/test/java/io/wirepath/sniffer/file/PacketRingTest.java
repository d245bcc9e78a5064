package io.wirepath.sniffer.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.wirepath.sniffer.CaptureDamage;
import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.PacketRingCounter;
import io.wirepath.sniffer.live.lab.SmallDisk;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

final class PacketRingTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long BEGIN = 1_764_000_000L * SECOND;
    private static final int FRAMES = 100;
    private static final int FRAME_BYTES = 10_000;

    @RegisterExtension
    final SmallDisk disk = new SmallDisk(16);

    @TempDir
    private Path temp;

    private final FrameBlock block = new FrameBlock(2 * FRAMES * FRAME_BYTES);
    private long frame;

    /** Frames of a second each, whose bytes begin with their number. */
    private FrameBlock next(int linkType) {
        block.reset(frame + 1);
        for (int i = 0; i < FRAMES; i++) {
            block.bytes().putLong(i * FRAME_BYTES, frame);
            block.add(BEGIN + frame * SECOND, i * FRAME_BYTES, FRAME_BYTES, FRAME_BYTES + 7, linkType);
            frame++;
        }
        return block;
    }

    private void take(PacketRing ring, int blocks) {
        for (int i = 0; i < blocks; i++) {
            ring.take(next(i % 2 == 0 ? 1 : 101), 0);
        }
    }

    private static List<Long> numbers(Iterable<Path> files) throws IOException {
        List<Long> numbers = new ArrayList<>();
        FrameBlock block = new FrameBlock(FrameBlock.DEFAULT_BYTES);
        for (Path file : files) {
            try (FrameSource source = CaptureFile.open(file.toString())) {
                while (source.fill(block)) {
                    for (int i = 0; i < block.count(); i++) {
                        long number = block.bytes().getLong(block.offset(i));
                        assertEquals(BEGIN + number * SECOND, block.timeNanos(i));
                        assertEquals(FRAME_BYTES + 7, block.originalLength(i));
                        assertEquals(number / FRAMES % 2 == 0 ? 1 : 101, block.linkType(i));
                        numbers.add(number);
                    }
                }
                assertTrue(source.damage().isEmpty(), () -> file + " " + source.damage());
            }
        }
        return numbers;
    }

    private static List<Path> all(Path ring) throws IOException {
        return within(ring, (from, to) -> true);
    }

    private static List<Path> within(Path ring, BiPredicate<Long, Long> wanted) throws IOException {
        return RingSegment.within(RingSegment.list(ring), wanted).stream()
                .map(RingSegment::file)
                .toList();
    }

    private static long bytes(Path ring) throws IOException {
        long sum = 0;
        for (Path file : all(ring)) {
            sum += Files.size(file);
        }
        return sum;
    }

    @Test
    void theLatestPacketsAreKeptWithinTheBoundAndARestartGoesOn() throws IOException {
        Path directory = temp.resolve("ring");
        for (int run = 0; run < 2; run++) {
            try (PacketRing ring = new PacketRing(directory, "tap1", PacketRing.MIN_BYTES, FRAME_BYTES, null, true)) {
                take(ring, 60);
            }
        }
        List<Long> kept = numbers(all(directory));
        assertEquals(LongStream.range(kept.get(0), frame).boxed().toList(), kept, "without a gap, up to the last");
        assertTrue(bytes(directory) <= PacketRing.MIN_BYTES, () -> "too many bytes: " + kept.size());
        assertTrue(kept.size() > 2400, () -> "frames of " + FRAME_BYTES + " bytes: " + kept.size());
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)));
        for (Path file : all(directory)) {
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        }
    }

    @Test
    void filesAreFoundByTime() throws IOException {
        Path directory = temp.resolve("ring");
        try (PacketRing ring = new PacketRing(directory, "tap1", PacketRing.MIN_BYTES, FRAME_BYTES, null, true)) {
            take(ring, 25);
        }
        assertTrue(all(directory).size() > 5);
        for (long wanted = 0; wanted < frame; wanted += 199) {
            long nanos = BEGIN + wanted * SECOND;
            List<Path> files = within(directory, (from, to) -> from <= nanos && to >= nanos);
            assertTrue(numbers(files).contains(wanted));
            assertTrue(files.size() <= 2, files::toString);
        }
    }

    @Test
    void afterAClockWasSetBackNothingIsOverlooked() throws IOException {
        Path directory = temp.resolve("ring");
        Files.createDirectories(directory);
        for (RingSegment each : List.of(
                RingSegment.named(directory, 0, 100 * SECOND, false),
                RingSegment.named(directory, 1, 20 * SECOND, false),
                RingSegment.named(directory, 2, 60 * SECOND, false))) {
            Files.createFile(each.file());
        }
        List<Path> files = within(directory, (from, to) -> from <= 50 * SECOND && to >= 50 * SECOND);
        assertEquals(2, files.size(), "the first may go on into the time that came again");
    }

    @Test
    void bytesBehindTheBoundOfAFrameAreLeftOut() throws IOException {
        Path directory = temp.resolve("ring");
        try (PacketRing ring = new PacketRing(directory, "tap1", PacketRing.MIN_BYTES, 128, null, true)) {
            take(ring, 3);
        }
        assertEquals(3 * FRAMES, numbers(all(directory)).size());
        assertTrue(bytes(directory) < 3 * FRAMES * 200, "headers alone");
    }

    @Test
    void aFullDiskLeavesWholeFilesAndIsCounted() throws IOException {
        Path directory = disk.path().resolve("ring");
        CounterOf counted;
        try (PacketRing ring = new PacketRing(directory, "tap1", 1L << 30, FRAME_BYTES, null, true)) {
            take(ring, 30);
            ring.close();
            counted = new CounterOf(
                    ring.counters().get(PacketRingCounter.RING_FRAMES),
                    ring.counters().get(PacketRingCounter.RING_FRAMES_NOT_KEPT));
        }
        List<Long> kept = numbers(all(directory));
        assertEquals(counted.kept, kept.size());
        assertEquals(frame, counted.kept + counted.notKept);
        assertTrue(counted.kept > 1000 && counted.notKept > 1000, counted::toString);
    }

    private RingKey key(String name) throws IOException {
        Path file = Files.write(temp.resolve(name), name.repeat(32).getBytes(UTF_8));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return RingKey.read(file);
    }

    /** A ring of two runs that were sealed with a key. */
    private Path sealed(String key) throws IOException {
        Path directory = temp.resolve("ring");
        for (int run = 0; run < 2; run++) {
            try (PacketRing ring =
                    new PacketRing(directory, "tap1", PacketRing.MIN_BYTES, FRAME_BYTES, key(key), true)) {
                take(ring, 60);
            }
        }
        return directory;
    }

    @Test
    void whatIsSealedIsReadWithItsKeyAndTellsNothingWithout() throws IOException {
        Path directory = sealed("a");
        List<Long> kept = numbers(all(directory));
        assertEquals(LongStream.range(kept.get(0), frame).boxed().toList(), kept, "without a gap, up to the last");
        assertTrue(bytes(directory) <= PacketRing.MIN_BYTES, () -> "too many bytes: " + kept.size());
        for (Path file : all(directory)) {
            assertTrue(file.toString().endsWith(".pcapng.sealed"));
            assertFalse(new String(Files.readAllBytes(file), ISO_8859_1).contains("tap1"), "a name of an interface");
        }
        byte[] other = Files.readAllBytes(all(directory).get(0));
        other[RingKey.MAGIC.length]++; // a key that nobody has
        Path unknown = Files.write(temp.resolve("unknown"), other);
        MissingKeyException refused =
                assertThrows(MissingKeyException.class, () -> CaptureFile.open(unknown.toString()));
        assertTrue(String.valueOf(refused.getMessage()).contains(RingKey.VARIABLE));
    }

    @Test
    void whichKeyIsMissingAndWhyIsSaid() throws IOException {
        Path other = temp.resolve("z");
        RingKey held = key("z");
        Path none = temp.resolve("none");
        for (String named : List.of(none.toString(), other.toString(), temp.toString())) {
            MissingKeyException refused =
                    assertThrows(MissingKeyException.class, () -> RingKey.of(held.id() + 1, "a file", named));
            String text = String.valueOf(refused.getMessage());
            assertTrue(text.startsWith("a file: is sealed, and the key is not at hand ("), text);
            assertTrue(text.contains("(there is no file " + none + ")") == named.equals(none.toString()), text);
            assertTrue(text.contains("(" + other + " holds another one)") == named.equals(other.toString()), text);
        }
    }

    @Test
    void aFileThatEndsInItsHeadIsNoMatterOfKeys() throws IOException {
        byte[] whole = Files.readAllBytes(all(sealed("d")).get(0));
        for (int length = RingKey.MAGIC.length; length < RingKey.HEAD_BYTES; length++) {
            Path cut = Files.write(temp.resolve("cut"), Arrays.copyOf(whole, length));
            assertThrows(CaptureException.class, () -> CaptureFile.open(cut.toString()));
        }
    }

    @Test
    void whatWasChangedMovedOrCutIsNotRead() throws IOException {
        byte[] whole = Files.readAllBytes(all(sealed("b")).get(0));
        int first = ByteBuffer.wrap(whole).getInt(RingKey.HEAD_BYTES) + Integer.BYTES;
        int second = RingKey.HEAD_BYTES + first;
        int frames = frames(whole, null);
        int before = frames(Arrays.copyOf(whole, second), null);
        assertTrue(before > 0 && before < frames, () -> before + " of " + frames);

        byte[] changed = whole.clone();
        changed[second + 99] ^= 1;
        assertEquals(before, frames(changed, "a sealed block is not what was sealed there"));
        byte[] cut = Arrays.copyOf(whole, second + 99);
        assertEquals(before, frames(cut, "it ends in the middle of a sealed block"));
        byte[] long1 = whole.clone();
        long1[second] = 0x7f;
        assertEquals(before, frames(long1, "a sealed block has a wrong length"));
        ByteBuffer without = ByteBuffer.allocate(whole.length - first);
        without.put(whole, 0, RingKey.HEAD_BYTES).put(whole, second, whole.length - second);
        Path moved = Files.write(temp.resolve("moved"), without.array());
        assertThrows(CaptureException.class, () -> CaptureFile.open(moved.toString()));
    }

    /** How many frames there are before the damage. */
    private int frames(byte[] bytes, @Nullable String damage) throws IOException {
        Path file = Files.write(temp.resolve("file"), bytes);
        int frames = 0;
        FrameBlock block = new FrameBlock(FrameBlock.DEFAULT_BYTES);
        try (FrameSource source = CaptureFile.open(file.toString())) {
            while (source.fill(block)) {
                frames += block.count();
            }
            assertEquals(damage, source.damage().map(CaptureDamage::reason).orElse(null));
        }
        return frames;
    }

    @Test
    void aKeyThatOthersMayReadOrThatIsShortOrLongIsRefused() throws IOException {
        Path file = Files.write(temp.resolve("key"), new byte[31]);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertTrue(assertThrows(IOException.class, () -> RingKey.read(file))
                .getMessage()
                .contains("chmod"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertTrue(assertThrows(IOException.class, () -> RingKey.read(file))
                .getMessage()
                .contains("32 to 65536 bytes"));
        Files.write(file, new byte[65537]);
        assertTrue(assertThrows(IOException.class, () -> RingKey.read(file))
                .getMessage()
                .contains("32 to 65536 bytes"));
    }

    @Test
    void aFullDiskLeavesWholeSealedBlocks() throws IOException {
        Path directory = disk.path().resolve("ring");
        long counted;
        try (PacketRing ring = new PacketRing(directory, "tap1", 1L << 30, FRAME_BYTES, key("c"), true)) {
            take(ring, 30);
            ring.close();
            counted = ring.counters().get(PacketRingCounter.RING_FRAMES);
        }
        assertEquals(counted, numbers(all(directory)).size());
        assertTrue(counted > 1000 && counted < frame);
    }

    /** Frames that a ring counted. */
    private record CounterOf(long kept, long notKept) {}

    @Test
    void nothingIsAllocatedForAFrame() throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        try (PacketRing ring =
                new PacketRing(temp.resolve("ring"), "tap1", PacketRing.MIN_BYTES, FRAME_BYTES, null, true)) {
            take(ring, 40);
            long before = threads.getThreadAllocatedBytes(id);
            take(ring, 40);
            long allocated = threads.getThreadAllocatedBytes(id) - before;
            assertTrue(allocated < 40 * FRAMES * 8, () -> allocated + " bytes were allocated");
        }
    }
}
