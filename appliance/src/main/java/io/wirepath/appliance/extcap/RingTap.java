package io.wirepath.appliance.extcap;

import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.file.CaptureFile;
import io.wirepath.sniffer.file.PcapngWriter;
import io.wirepath.sniffer.file.RingSegment;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;

/** The latest packets of a sniffer, out of the ring beside its spool, and those that come meanwhile. */
public final class RingTap implements Tap {

    /** What the names of all of them begin with. */
    public static final String PREFIX = "wirepath-ring-";

    /** The sniffer writes what is a second old. */
    private static final long LOOK_NANOS = 250_000_000L;

    /** A file system may tell of times that are no farther apart than this as of one. */
    private static final long TICK_MILLIS = 100;

    private final Path ring;
    private final String sniffer;

    private RingTap(Path ring, String sniffer) {
        this.ring = ring;
        this.sniffer = sniffer;
    }

    /** That of a spool; empty where no packets are kept beside it. */
    public static Optional<Tap> of(Path spool) throws IOException {
        Path ring = RingSegment.of(spool);
        return RingSegment.isKept(ring)
                ? Optional.of(new RingTap(ring, String.valueOf(spool.getFileName())))
                : Optional.empty();
    }

    @Override
    public String name() {
        return PREFIX + sniffer;
    }

    @Override
    public String title() {
        return "Wirepath, latest packets of " + sniffer;
    }

    @Override
    public void capture(Span span, OutputStream to) throws IOException {
        Reading reading = new Reading(latestNanos() - span.before().toNanos());
        try (PcapngWriter out = new PcapngWriter(to, ByteOrder.nativeOrder())) {
            while (true) {
                if (!reading.copyNew(out)) {
                    out.flush();
                    if (!span.follow()) {
                        return;
                    }
                    LockSupport.parkNanos(LOOK_NANOS);
                }
            }
        }
    }

    /** How far a capture has come. */
    private final class Reading {

        private final long fromNanos;

        /** As they were listed last: of a day of a fast mirror they are 100,000, which takes a fifth of a second. */
        private List<RingSegment> files = List.of();

        /** When the ring got or lost a file before that; 0 where it may have got one since at that very time. */
        private long listedMillis;

        private long number;
        /** Frames that were read of the file, and how long it was then. */
        private long given;

        private long bytes;

        Reading(long fromNanos) throws IOException {
            this.fromNanos = fromNanos;
            begin(first(fromNanos));
        }

        private void begin(long file) {
            number = file;
            given = 0;
            bytes = -1;
        }

        /** The file of this number, or the first one behind where it is deleted. */
        private Optional<RingSegment> at(long number) throws IOException {
            Optional<RingSegment> found = known(number);
            if (found.filter(segment -> Files.exists(segment.file())).isPresent()) {
                return found;
            }
            long changed = Files.getLastModifiedTime(ring).toMillis();
            if (changed != listedMillis) {
                files = RingSegment.list(ring);
                listedMillis = System.currentTimeMillis() - changed > TICK_MILLIS ? changed : 0;
            }
            return known(number);
        }

        private Optional<RingSegment> known(long number) {
            RingSegment wanted = new RingSegment(number, 0, ring);
            int found = Collections.binarySearch(files, wanted, Comparator.comparingLong(RingSegment::number));
            int at = found < 0 ? -found - 1 : found;
            return at < files.size() ? Optional.of(files.get(at)) : Optional.empty();
        }

        /** Copies what the file holds more than before; whether another one goes on. */
        boolean copyNew(PcapngWriter out) throws IOException {
            RingSegment next = at(number).orElse(null);
            if (next == null) {
                return false;
            }
            if (next.number() != number) {
                begin(next.number()); // those before are deleted
            }
            // looked for before this one is read: then all of it is there to be read
            boolean isOver = at(number + 1).isPresent();
            long present = next.file().toFile().length();
            if (present != bytes) {
                given += copy(next.file(), fromNanos, given, out);
                bytes = present;
            }
            if (isOver) {
                begin(number + 1);
            }
            return isOver;
        }
    }

    /** The number of the first file that may hold a frame of this time or later; 0 where there is none. */
    private long first(long fromNanos) throws IOException {
        List<RingSegment> wanted = RingSegment.within(RingSegment.list(ring), (first, last) -> last >= fromNanos);
        return wanted.isEmpty() ? 0 : wanted.get(0).number();
    }

    private long latestNanos() throws IOException {
        long[] latest = {0};
        List<RingSegment> all = RingSegment.list(ring);
        if (!all.isEmpty()) {
            read(all.get(all.size() - 1).file(), block -> {
                latest[0] = LongStream.range(0, block.count())
                        .map(frame -> block.timeNanos((int) frame))
                        .reduce(latest[0], Math::max);
            });
        }
        return latest[0];
    }

    /** Copies the frames of a file but the first ones, which were copied before; gives how many it holds besides. */
    private long copy(Path file, long fromNanos, long before, PcapngWriter out) throws IOException {
        long[] seen = {0};
        read(file, block -> {
            for (int frame = 0; frame < block.count(); frame++) {
                if (seen[0]++ >= before && block.timeNanos(frame) >= fromNanos) {
                    byte[] bytes = new byte[block.capturedLength(frame)];
                    block.bytes().get(block.offset(frame), bytes, 0, bytes.length);
                    out.write(
                            sniffer,
                            block.linkType(frame),
                            block.timeNanos(frame),
                            bytes,
                            block.originalLength(frame),
                            "");
                }
            }
        });
        return Math.max(0, seen[0] - before);
    }

    /** What takes the frames of a file. */
    private interface Taking {
        void take(FrameBlock block) throws IOException;
    }

    private static void read(Path file, Taking to) throws IOException {
        FrameBlock block = new FrameBlock(FrameBlock.DEFAULT_BYTES);
        try (FrameSource source = CaptureFile.open(file.toString())) {
            while (source.fill(block)) {
                to.take(block);
            }
        } catch (CaptureException e) {
            // begun a moment ago, in the middle of a block, or deleted meanwhile
        }
    }
}
