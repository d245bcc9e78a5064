package io.wirepath.sniffer.file;

import io.wirepath.sniffer.CounterSet;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.PacketRingCounter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.Cipher;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the latest packets of a sniffer as they are, in files of pcapng of which the oldest is deleted where the next
 * would break the bound.
 *
 * <pre>
 *  take (pipeline) ─► chunk of 1 MiB, when full or a second old ─► write (own thread) ─► 000000000017-TIME.pcapng
 *        ▲                                                             │                 000000000018-TIME.pcapng
 *        └───────────────────────── free again ◄───────────────────────┘
 * </pre>
 *
 * <p>A chunk lies in one file and holds whole blocks, so what a killed process leaves is readable. Where no chunk is
 * free, for the disk is too slow, frames of a live capture are passed over and counted: the ring never holds up the
 * capture. The same where the disk is full. {@link #take} is called by one thread and allocates nothing;
 * {@link #counters} by any.
 */
public final class PacketRing implements Closeable {

    /** Smallest bound that is taken. */
    public static final long MIN_BYTES = 32L << 20;

    static final int CHUNK_BYTES = 1 << 20;

    /** A disk may pause as long as it takes to fill these: 67 ms of 1 Gbit/s each eight of them. */
    private static final int CHUNKS = 16;

    /** A file is so much of the ring, so that deleting one takes little of it, and at most {@link #MAX_FILE_BYTES}. */
    private static final int FILES = 16;

    private static final long MAX_FILE_BYTES = 64L << 20;
    private static final long OLD_NANOS = 1_000_000_000L;

    private static final SecureRandom RANDOM = new SecureRandom();

    /** Frames on their way to one file. */
    private static final class Chunk {

        final ByteBuffer bytes = ByteBuffer.allocateDirect(CHUNK_BYTES);
        boolean beginsFile;
        boolean last;
        long firstNanos;
        long frames;
    }

    /** A file of the ring with what it takes on the disk. */
    private static final class Part {

        final RingSegment segment;
        long bytes;

        Part(RingSegment segment, long bytes) {
            this.segment = segment;
            this.bytes = bytes;
        }
    }

    private final Path directory;
    private final String sniffer;
    private final long maxBytes;
    private final long fileBytes;
    private final int snapBytes;
    private final boolean patient;
    private final @Nullable RingKey key;

    /** A chunk as it is written where it is sealed. */
    private final ByteBuffer out;

    private final BlockingQueue<Chunk> free = new ArrayBlockingQueue<>(CHUNKS);
    private final BlockingQueue<Chunk> full = new ArrayBlockingQueue<>(CHUNKS);
    private final Thread writer = new Thread(this::write, "wirepath-ring");
    private final AtomicLong kept = new AtomicLong();
    private final AtomicLong notKept = new AtomicLong();
    private final AtomicLong deleted = new AtomicLong();

    private @Nullable Chunk current;
    private int[] linkTypes = new int[4];
    private int linkTypeCount;
    private long bytesInFile = Long.MAX_VALUE;

    /** A file could not be written: the next chunk begins another. */
    private volatile boolean broken;

    private final Deque<Part> parts = new ArrayDeque<>();
    private long nextNumber;
    private long bytesOnDisk;
    private @Nullable FileChannel file;
    private RingKey.@Nullable FileCipher cipher;

    /**
     * Opens a ring, and goes on with what is there.
     *
     * @param directory where its files are; made for the owner alone
     * @param sniffer name of the interface in the files
     * @param maxBytes most bytes on the disk, at least {@link #MIN_BYTES}
     * @param snapBytes bytes kept of a frame
     * @param key with which the files are sealed; null for none
     * @param patient whether frames wait for the disk, as those of a file can
     */
    public PacketRing(
            Path directory, String sniffer, long maxBytes, int snapBytes, @Nullable RingKey key, boolean patient)
            throws IOException {
        this.directory = PrivateFiles.createDirectories(directory);
        this.sniffer = sniffer;
        this.maxBytes = Math.max(MIN_BYTES, maxBytes);
        this.snapBytes = snapBytes;
        this.patient = patient;
        this.key = key;
        out = key == null
                ? ByteBuffer.allocate(0)
                : ByteBuffer.allocateDirect(CHUNK_BYTES + RingKey.HEAD_BYTES + RingKey.BLOCK_BYTES);
        fileBytes = Math.min(MAX_FILE_BYTES, this.maxBytes / FILES);
        for (RingSegment segment : RingSegment.list(directory)) {
            Part part = new Part(segment, Files.size(segment.file()));
            parts.add(part);
            bytesOnDisk += part.bytes;
            nextNumber = segment.number() + 1;
        }
        for (int i = 0; i < CHUNKS; i++) {
            free.add(new Chunk());
        }
        writer.setDaemon(true);
        writer.start();
    }

    /**
     * Keeps the frames of a block.
     *
     * @param nowNanos the capture's time, also of a block without frames
     */
    public void take(FrameBlock block, long nowNanos) {
        ByteBuffer from = block.bytes();
        for (int i = 0; i < block.count(); i++) {
            int captured = Math.min(block.capturedLength(i), snapBytes);
            Chunk to = chunkFor(captured, block.timeNanos(i));
            if (to == null) {
                notKept.incrementAndGet();
                continue;
            }
            int number = interfaceOf(to, block.linkType(i));
            ByteBuffer bytes = to.bytes;
            int start = PcapngBlocks.packet(bytes, number, block.timeNanos(i), captured, block.originalLength(i));
            bytes.put(bytes.position(), from, block.offset(i), captured);
            bytes.position(bytes.position() + captured);
            PcapngBlocks.end(bytes, start);
            to.frames++;
        }
        if (current != null && nowNanos - current.firstNanos > OLD_NANOS) {
            handOver();
        }
    }

    /** The chunk that has room for a frame; null where the disk has all of them. */
    private @Nullable Chunk chunkFor(int captured, long nanos) {
        int room = captured + PcapngBlocks.PACKET_BYTES + PcapngBlocks.INTERFACE_BYTES + PcapngBlocks.MAX_TEXT_BYTES;
        if (current != null && current.bytes.remaining() < room) {
            handOver();
        }
        if (current == null) {
            Chunk next = next();
            if (next == null) {
                return null;
            }
            current = next;
            next.firstNanos = nanos;
            next.frames = 0;
            next.beginsFile = broken || bytesInFile >= fileBytes;
            if (next.beginsFile) {
                broken = false;
                bytesInFile = 0;
                linkTypeCount = 0;
                PcapngBlocks.section(next.bytes);
            }
        }
        return current;
    }

    private @Nullable Chunk next() {
        if (!patient) {
            return free.poll();
        }
        try {
            return free.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private int interfaceOf(Chunk to, int linkType) {
        for (int i = 0; i < linkTypeCount; i++) {
            if (linkTypes[i] == linkType) {
                return i;
            }
        }
        if (linkTypeCount == linkTypes.length) {
            linkTypes = Arrays.copyOf(linkTypes, 2 * linkTypeCount);
        }
        linkTypes[linkTypeCount] = linkType;
        PcapngBlocks.describe(to.bytes, linkType, sniffer);
        return linkTypeCount++;
    }

    private void handOver() {
        Chunk done = current;
        if (done != null) {
            bytesInFile += done.bytes.position() + (key == null ? 0 : RingKey.BLOCK_BYTES);
            done.bytes.flip();
            full.add(done);
            current = null;
        }
    }

    /** The thread that writes. */
    private void write() {
        try {
            for (Chunk chunk = full.take(); !chunk.last; chunk = full.take()) {
                write(chunk);
                chunk.bytes.clear();
                free.add(chunk);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        closeFile();
    }

    private void write(Chunk chunk) {
        ByteBuffer bytes = chunk.bytes;
        int length = 0;
        try {
            if (chunk.beginsFile) {
                begin(chunk.firstNanos);
            }
            if (file == null) {
                notKept.addAndGet(chunk.frames);
                return;
            }
            bytes = sealed(chunk);
            length = bytes.remaining();
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
            parts.getLast().bytes += length;
            bytesOnDisk += length;
            kept.addAndGet(chunk.frames);
        } catch (IOException | RuntimeException e) {
            notKept.addAndGet(chunk.frames);
            takeBack(length == 0 ? 0 : length - bytes.remaining());
            broken = true;
        }
    }

    /** A chunk as it stands in the file, with the file's head where it begins one. */
    private ByteBuffer sealed(Chunk chunk) {
        if (key == null) {
            return chunk.bytes;
        }
        out.clear();
        if (chunk.beginsFile || cipher == null) {
            byte[] salt = new byte[RingKey.SALT_BYTES];
            RANDOM.nextBytes(salt);
            out.put(RingKey.MAGIC).putLong(key.id()).put(salt);
            cipher = key.cipher(Cipher.ENCRYPT_MODE, salt);
        }
        int at = out.position();
        out.position(at + Integer.BYTES);
        try {
            cipher.next(chunk.bytes, out);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        return out.putInt(at, out.position() - at - Integer.BYTES).flip();
    }

    private void begin(long firstNanos) throws IOException {
        closeFile();
        while (!parts.isEmpty() && bytesOnDisk + fileBytes + CHUNK_BYTES > maxBytes) {
            // one that cannot be deleted stays counted, and is tried again with the next chunk
            Files.deleteIfExists(parts.getFirst().segment.file());
            bytesOnDisk -= parts.removeFirst().bytes;
            deleted.incrementAndGet();
        }
        RingSegment made = RingSegment.named(directory, nextNumber++, firstNanos, key != null);
        file = PrivateFiles.open(
                made.file(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        parts.add(new Part(made, 0));
    }

    /** A part of a chunk that was written before the disk was full. */
    private void takeBack(int written) {
        try {
            if (file != null) {
                file.truncate(file.position() - written);
                if (file.size() == 0) {
                    Files.deleteIfExists(parts.removeLast().segment.file());
                }
            }
        } catch (IOException e) {
            // readers stop before a block that is cut
        }
        closeFile();
    }

    private void closeFile() {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            // what could be written is there
        }
        file = null;
    }

    /** What was kept, and what not. */
    public CounterSet<PacketRingCounter> counters() {
        CounterSet<PacketRingCounter> counters = new CounterSet<>(PacketRingCounter.class);
        counters.add(PacketRingCounter.RING_FRAMES, kept.get());
        counters.add(PacketRingCounter.RING_FRAMES_NOT_KEPT, notKept.get());
        counters.add(PacketRingCounter.RING_SEGMENTS_DELETED, deleted.get());
        return counters;
    }

    /** Writes what was taken. */
    @Override
    public void close() {
        if (!writer.isAlive()) {
            return;
        }
        handOver();
        Chunk end = new Chunk();
        end.last = true;
        boolean interrupted = false;
        while (true) {
            try {
                full.put(end);
                writer.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
