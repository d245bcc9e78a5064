package io.wirepath.merge.spool;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.sniffer.CounterSet;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What a spool is fed with in tests, and what came out of it as text. */
class Documents implements SpoolVisitor {

    static final long SECOND = 1_000_000_000L;
    static final long NOW = 1_700_000_000L * SECOND;
    static final SnifferRun RUN = new SnifferRun("sw-app", "eth1", "wirepath 0.0-test", "tap1", NOW, 4711);

    static final SpoolSettings NEVER_SYNCED = SpoolSettings.defaults().withSync(0, 0);

    /** Keeps a few rolls. */
    static final SpoolSettings SMALL = NEVER_SYNCED.withMaxBytes(8 << 20);

    /** Keeps many small rolls. */
    static final SpoolSettings MANY = NEVER_SYNCED.withMaxBytes(64 << 20).withRolls(1 << 20, TimeUnit.HOURS.toNanos(1));

    /** Sightings that fill a roll of {@link #SMALL} and some more. */
    static final int ROLLFUL = 6000;

    /** All that was handed over, a line each. */
    final List<String> lines = new ArrayList<>();

    /** Digests of the sightings. */
    final List<Long> digests = new ArrayList<>();

    /** Numbers of all documents. */
    final List<Long> numbers = new ArrayList<>();

    static Sighting sighting(long digest) {
        ByteBuffer bytes = ByteBuffer.allocate(SightingCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putShort(SightingCodec.VERSION_AT, (short) SightingCodec.VERSION);
        bytes.putLong(SightingCodec.DIGEST_AT, digest);
        return new Sighting().wrap(bytes, 0);
    }

    static ConnectionEnd connectionEnd(long connection) {
        ByteBuffer bytes = ByteBuffer.allocate(SightingCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putShort(SightingCodec.VERSION_AT, (short) ConnectionEnd.VERSION);
        bytes.putLong(SightingCodec.CONNECTION_AT, connection);
        return new ConnectionEnd().wrap(bytes, 0);
    }

    /** Writes sightings with digests from a first one on. */
    static void write(SpoolWriter writer, long firstDigest, int count) {
        for (long i = 0; i < count; i++) {
            writer.onSighting(sighting(firstDigest + i));
        }
    }

    /** Everything that a spool holds. */
    static Documents read(Path spool) throws IOException {
        try (SpoolReader reader = Spool.read(spool)) {
            return of(reader);
        }
    }

    /** The rolls of a spool, oldest first. */
    static List<Path> rolls(Path spool) throws IOException {
        try (Stream<Path> files = Files.list(spool)) {
            return files.filter(file -> file.getFileName().toString().startsWith("0"))
                    .sorted()
                    .toList();
        }
    }

    /** Everything that the reader has now. */
    static Documents of(SpoolReader reader) throws SpoolException {
        Documents all = new Documents();
        while (reader.read(all)) {
            all.numbers.add(reader.number());
        }
        return all;
    }

    @Override
    public void onStart(long number, SnifferRun run) {
        lines.add(number + " start " + run.sniffer() + " " + run.startNanos());
    }

    @Override
    public void onSighting(long number, Sighting sighting) {
        digests.add(sighting.digest());
        lines.add(number + " sighting " + sighting.digest());
    }

    @Override
    public void onConnectionEnd(long number, ConnectionEnd end) {
        lines.add(number + " end of " + end.connection());
    }

    @Override
    public void onName(long number, long addressHigh, long addressLow, String name, NameOrigin origin) {
        lines.add(number + " name " + addressHigh + " " + addressLow + " " + name + " " + origin);
    }

    @Override
    public void onProgress(long number, long timeNanos) {
        lines.add(number + " progress " + timeNanos);
    }

    @Override
    public void onCounters(long number, List<CounterSet.Value> counters) {
        for (CounterSet.Value value : counters) {
            lines.add(number + " counter " + value.counter().name() + " " + value.value());
        }
    }

    @Override
    public void onNote(long number, long timeNanos, String text) {
        lines.add(number + " note " + timeNanos + " " + text);
    }

    @Override
    public void onLoad(long number, long timeNanos, List<HostLoad> loads) {
        List<String> values =
                loads.stream().map(load -> load.name() + "=" + load.value()).toList();
        lines.add(number + " load " + timeNanos + " " + values);
    }

    @Override
    public void onEnd(long number) {
        lines.add(number + " end");
    }

    @Override
    public void onGap(SpoolGap gap) {
        String first = gap.unknown() ? "?" : String.valueOf(gap.last() - gap.count() + 1);
        lines.add("gap " + first + ".." + gap.last() + " " + gap.reason());
    }
}
