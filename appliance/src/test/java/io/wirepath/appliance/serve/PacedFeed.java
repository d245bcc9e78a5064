package io.wirepath.appliance.serve;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.live.LiveMerge;
import io.wirepath.merge.spool.SnifferRun;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolReader;
import io.wirepath.merge.spool.SpoolVisitor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import java.util.function.LongSupplier;

/** A spool whose documents come as its sniffer would have written them, by a made-up clock. */
final class PacedFeed extends ClockedFeed {

    private final Deque<Document> documents = new ArrayDeque<>();

    private interface Handing {
        void to(LiveMerge merge, int source);
    }

    private record Document(long nanos, Handing handing) {}

    /** Its sniffer dies at this time. */
    PacedFeed(String name, Path spool, long silentNanos, LongSupplier now) throws IOException {
        super(name, incarnation(spool), now);
        try (SpoolReader reader = Spool.read(spool)) {
            Reading reading = new Reading();
            while (reader.read(reading)) {
                // each goes into the queue
            }
        }
        documents.removeIf(each -> each.nanos >= silentNanos);
    }

    private static UUID incarnation(Path spool) throws IOException {
        try (SpoolReader reader = Spool.read(spool)) {
            return reader.incarnation();
        }
    }

    private final class Reading implements SpoolVisitor {
        private long nanos;

        private void add(long at, Handing handing) {
            nanos = Math.max(nanos, at);
            documents.add(new Document(nanos, handing));
        }

        @Override
        public void onStart(long numbered, SnifferRun run) {
            add(0, (merge, source) -> merge.start(source, numbered));
        }

        @Override
        public void onSighting(long numbered, Sighting sighting) {
            ByteBuffer copy = copy(sighting.bytes(), sighting.offset());
            add(sighting.lastByteNanos(), (merge, source) -> merge.offer(source, numbered, copy, 0));
        }

        @Override
        public void onConnectionEnd(long numbered, ConnectionEnd end) {
            ByteBuffer copy = copy(end.bytes(), end.offset());
            add(nanos, (merge, source) -> merge.offer(source, numbered, copy, 0));
        }

        @Override
        public void onName(long numbered, long high, long low, String of, NameOrigin origin) {
            add(nanos, (merge, source) -> merge.name(source, numbered, high, low, of, origin));
        }

        @Override
        public void onProgress(long numbered, long timeNanos) {
            add(timeNanos, (merge, source) -> merge.progress(source, numbered, timeNanos));
        }

        private ByteBuffer copy(ByteBuffer bytes, int at) {
            int length = bytes.getShort(at + SightingCodec.LENGTH_AT) & 0xffff;
            return ByteBuffer.allocate(length).order(bytes.order()).put(0, bytes, at, length);
        }
    }

    @Override
    public int read(LiveMerge merge, int source, int most) {
        int read = 0;
        while (read < most && !documents.isEmpty() && documents.element().nanos <= now.getAsLong()) {
            documents.remove().handing.to(merge, source);
            read++;
        }
        return read;
    }
}
