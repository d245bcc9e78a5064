package io.wirepath.cluster;

import io.wirepath.cluster.flink.JobSettings;
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
import org.jspecify.annotations.Nullable;

/** The same slices without Kafka and without Flink: what the job is compared with. */
final class InOneProcess {

    private InOneProcess() {}

    /** All results of these spools, by {@code KIND KEY}. */
    static Map<String, byte[]> results(Path spools, List<String> sniffers, SliceSettings slices, AnalysisChoice choice)
            throws Exception {
        Map<Long, SliceSpools> bySlice = new TreeMap<>();
        Map<String, byte[]> late = new TreeMap<>();
        for (String sniffer : sniffers) {
            SnifferCut cut = new SnifferCut(slices, JobSettings.DEFAULT_HOLD_NANOS);
            InMemory memory = new InMemory();
            try (SpoolReader reader = Spool.read(spools.resolve(sniffer))) {
                while (reader.next()) {
                    cut.take(
                            SightingRecord.encode(sniffer, reader.incarnation(), reader.document()),
                            choice.aheadNanos(sniffer),
                            memory,
                            new Slices(slices, bySlice, late));
                }
            }
        }
        Map<String, byte[]> results = new TreeMap<>(late);
        for (Map.Entry<Long, SliceSpools> slice : bySlice.entrySet()) {
            try (SliceSpools documents = slice.getValue()) {
                new SliceAnalysis(slices, choice)
                        .run(slice.getKey(), documents, (kind, key, value) -> results.put(kind + " " + key, value));
            }
        }
        return results;
    }

    private record Slices(SliceSettings slices, Map<Long, SliceSpools> bySlice, Map<String, byte[]> late)
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
            late.put("late " + key, key.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static final class InMemory implements SnifferMemory {

        private final Map<UUID, Long> lastNumber = new HashMap<>();
        private long progress = Long.MIN_VALUE;
        private byte @Nullable [] run;
        private byte @Nullable [] counters;
        private final Map<String, byte[]> names = new HashMap<>();
        private final TreeSet<Long> begun = new TreeSet<>();

        @Override
        public boolean isNew(UUID incarnation, long number) {
            Long last = lastNumber.get(incarnation);
            lastNumber.merge(incarnation, number, Math::max);
            return last == null || number > last;
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
