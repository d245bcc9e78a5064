package io.wirepath.cluster.local;

import io.wirepath.cluster.flink.JobSettings;
import io.wirepath.cluster.kafka.RecordCheck;
import io.wirepath.cluster.kafka.SightingRecord;
import io.wirepath.cluster.slice.AnalysisChoice;
import io.wirepath.cluster.slice.SliceAnalysis;
import io.wirepath.cluster.slice.SliceSettings;
import io.wirepath.cluster.slice.SliceSpools;
import io.wirepath.cluster.slice.SnifferCut;
import io.wirepath.cluster.slice.SnifferMemory;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolDocument;
import io.wirepath.merge.spool.SpoolReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The same slices without Kafka and without Flink: what the job is compared with. */
public final class OneProcess {

    private OneProcess() {}

    /**
     * All results of these spools, by {@code KIND KEY}.
     *
     * @param spools of each sniffer one, whose folder is its name
     * @param arrival which sniffer's document comes next; those of one come in their order
     */
    public static Map<String, byte[]> results(
            List<Path> spools, SliceSettings slices, AnalysisChoice choice, RandomGenerator arrival)
            throws IOException {
        Map<Long, SliceSpools> bySlice = new TreeMap<>();
        Map<String, byte[]> results = new TreeMap<>();
        Slices sink = new Slices(slices, bySlice, results);
        List<Arriving> arriving = new ArrayList<>();
        try {
            for (Path spool : spools) {
                arriving.add(new Arriving(spool, slices));
            }
            List<Arriving> left = new ArrayList<>(arriving);
            while (!left.isEmpty()) {
                Arriving next = left.get(arrival.nextInt(left.size()));
                if (!next.give(choice, sink)) {
                    left.remove(next);
                }
            }
        } finally {
            for (Arriving each : arriving) {
                each.close();
            }
        }
        for (Map.Entry<Long, SliceSpools> slice : bySlice.entrySet()) {
            try (SliceSpools documents = slice.getValue()) {
                new SliceAnalysis(slices, choice)
                        .run(slice.getKey(), documents, (kind, key, value) -> results.put(kind + " " + key, value));
            }
        }
        return results;
    }

    /** What comes of one sniffer. */
    private static final class Arriving implements Closeable {

        private final String sniffer;
        private final SpoolReader reader;
        private final SnifferCut cut;
        private final InMemory memory = new InMemory();
        private final RecordCheck check = new RecordCheck();

        Arriving(Path spool, SliceSettings slices) throws IOException {
            sniffer = String.valueOf(spool.getFileName());
            reader = Spool.read(spool);
            cut = new SnifferCut(slices, JobSettings.DEFAULT_HOLD_NANOS);
        }

        /** Gives the next document; tells whether there was one. */
        boolean give(AnalysisChoice choice, SnifferCut.Sink to) throws IOException {
            if (!reader.next()) {
                return false;
            }
            byte[] record = SightingRecord.encode(sniffer, reader.incarnation(), reader.document());
            if (!check.admits(record)) {
                return true;
            }
            try {
                cut.take(record, choice.aheadNanos(sniffer), memory, to);
            } catch (IOException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException(e);
            }
            return true;
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }

    private record Slices(SliceSettings slices, Map<Long, SliceSpools> bySlice, Map<String, byte[]> results)
            implements SnifferCut.Sink {

        @Override
        public void put(long slice, byte[] record) {
            bySlice.computeIfAbsent(slice, unseen -> new SliceSpools(!slices.isWhole()))
                    .add(record);
        }

        @Override
        public void late(long slice, byte[] record) {
            String key = "%s/%s/%s/%d"
                    .formatted(
                            new SliceAnalysis(slices, AnalysisChoice.defaults()).name(slice),
                            SightingRecord.sniffer(record),
                            SightingRecord.incarnation(record),
                            SpoolDocument.number(SightingRecord.document(record)));
            results.put("late " + key, key.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static final class InMemory implements SnifferMemory {

        private final Map<UUID, Long> lastNumber = new HashMap<>();
        private long progress = Long.MIN_VALUE;
        private byte @Nullable [] run;
        private byte @Nullable [] counters;
        private final Map<String, byte[]> names = new HashMap<>();
        private final Map<Integer, byte[]> operations = new HashMap<>();
        private final TreeSet<Long> begun = new TreeSet<>();
        private final List<byte[]> missing = new ArrayList<>();

        @Override
        public long lastNumber(UUID incarnation) {
            return lastNumber.getOrDefault(incarnation, 0L);
        }

        @Override
        public void setLastNumber(UUID incarnation, long number) {
            lastNumber.put(incarnation, number);
        }

        @Override
        public void addMissing(byte[] record) {
            missing.add(record);
        }

        @Override
        public void forgetMissing() {
            missing.clear();
        }

        @Override
        public Iterable<byte[]> missing() {
            return missing;
        }

        @Override
        public long progressNanos() {
            return progress;
        }

        @Override
        public void setProgressNanos(long nanos) {
            progress = nanos;
        }

        @Override
        public byte @Nullable [] run() {
            return run;
        }

        @Override
        public byte @Nullable [] counters() {
            return counters;
        }

        @Override
        public void setRun(byte[] record) {
            run = record;
        }

        @Override
        public void setCounters(byte @Nullable [] record) {
            counters = record;
        }

        @Override
        public void addName(String key, byte[] record) {
            names.putIfAbsent(key, record);
        }

        @Override
        public int nameCount() {
            return names.size();
        }

        @Override
        public void setOperation(int operation, byte[] record) {
            operations.put(operation, record);
        }

        @Override
        public void forgetOperations() {
            operations.clear();
        }

        @Override
        public Iterable<byte[]> operations() {
            return operations.values();
        }

        @Override
        public Iterable<byte[]> names() {
            return names.values();
        }

        @Override
        public Collection<Long> begun() {
            return new ArrayList<>(begun);
        }

        @Override
        public boolean isBegun(long slice) {
            return begun.contains(slice);
        }

        @Override
        public void begin(long slice) {
            begun.add(slice);
        }

        @Override
        public void end(long slice) {
            begun.remove(slice);
        }
    }
}
