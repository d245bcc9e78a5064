package io.wirepath.cluster.slice;

import io.wirepath.cluster.kafka.SightingRecord;
import io.wirepath.flows.ConnectionEnd;
import io.wirepath.merge.clock.ClockModel;
import io.wirepath.merge.result.ClockLine;
import io.wirepath.merge.sample.ConsistentSample;
import io.wirepath.merge.sample.SampledClocks;
import io.wirepath.merge.spool.SpoolDocument;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How far the clocks of sniffers are ahead of one of them, by the messages that two of them saw: what one process does
 * of whole captures, of as many sightings as are offered. Bounded by the samples, however many are. In any order of the
 * sniffers the answer is the same. Used by one thread.
 */
public final class ClockComparison {

    private static final int REST_AT = SpoolDocument.MIN_LENGTH - Integer.BYTES;

    private final Map<String, Seen> seen = new TreeMap<>();

    private static final class Seen {
        final ConsistentSample sample = new ConsistentSample();
        long latestNanos = Long.MIN_VALUE;
    }

    /** Takes a document of a sniffer; what is no sighting tells nothing. */
    public void take(byte[] record) {
        Seen own = seen.computeIfAbsent(SightingRecord.sniffer(record), unseen -> new Seen());
        ByteBuffer document = SightingRecord.document(record);
        if (SpoolDocument.kind(document) == SpoolDocument.SIGHTING && !ConnectionEnd.isAt(document, REST_AT)) {
            own.sample.offer(document, REST_AT);
            own.latestNanos = Math.max(own.latestNanos, SnifferCut.timeNanos(document));
        }
    }

    /**
     * How far each clock is ahead of the reference's, ns; a sniffer without traffic in common with the others is not in
     * it.
     *
     * @param reference a sniffer; where nothing was seen of it, the first by name
     */
    public Map<String, Long> aheadNanos(String reference) {
        List<String> names = new ArrayList<>(seen.keySet());
        Map<String, Long> ahead = new TreeMap<>();
        if (names.size() < 2) {
            return ahead;
        }
        int first = Math.max(0, names.indexOf(reference));
        List<ConsistentSample> samples =
                seen.values().stream().map(own -> own.sample).toList();
        ClockModel clocks = ClockModel.solve(names.size(), SampledClocks.pairs(samples, first), first);
        long at = seen.getOrDefault(names.get(first), new Seen()).latestNanos;
        for (int sniffer = 0; sniffer < names.size(); sniffer++) {
            ClockLine line = clocks.line(sniffer, at);
            if (line != null) {
                ahead.put(names.get(sniffer), Math.round(line.offsetAt(at)));
            }
        }
        return ahead.size() < 2 ? Map.of() : ahead;
    }
}
