package io.wirepath.pipeline.diagnosis;

import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.flows.decode.DecodeCounter;
import io.wirepath.imports.ImportCounter;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.sniffer.CaptureCounter;
import io.wirepath.sniffer.CounterSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The counters of one capture, by name. */
final class CaptureFacts {

    private final SnifferRecord capture;
    private final Map<String, Long> counts;

    /** What was counted before the time that is judged; empty where that is all. */
    private final Map<String, Long> countsBefore;

    private final long framesBefore;

    CaptureFacts(SnifferRecord capture) {
        this(capture, List.of());
    }

    /**
     * Of a sniffer that goes on.
     *
     * @param before how some had fared before the time that is judged; one that began anew since is not among them
     */
    CaptureFacts(SnifferRecord capture, List<SnifferRecord> before) {
        this.capture = capture;
        counts = counts(capture);
        SnifferRecord earlier = before.stream()
                .filter(own -> own.name().equals(capture.name())
                        && own.firstNanos() == capture.firstNanos()
                        && own.frames() <= capture.frames())
                .findFirst()
                .orElse(null);
        countsBefore = earlier == null ? Map.of() : counts(earlier);
        framesBefore = earlier == null ? 0 : earlier.frames();
    }

    private static Map<String, Long> counts(SnifferRecord of) {
        Map<String, Long> counts = new HashMap<>();
        for (CounterSet.Value value : of.counters()) {
            counts.merge(value.counter().name(), value.value(), Long::sum);
        }
        return counts;
    }

    SnifferRecord capture() {
        return capture;
    }

    String name() {
        return capture.name();
    }

    /** A counter's value; 0 where it was not counted. */
    long count(Enum<?> counter) {
        return counts.getOrDefault(counter.name(), 0L);
    }

    /** The same of the time that is judged. */
    long lately(Enum<?> counter) {
        return count(counter) - countsBefore.getOrDefault(counter.name(), 0L);
    }

    /** Frames of the time that is judged. */
    long framesLately() {
        return capture.frames() - framesBefore;
    }

    /** Whether it is a trace, not a capture. */
    boolean isImported() {
        return counts.containsKey(ImportCounter.MESSAGES_IMPORTED.name());
    }

    /** Packets that messages can be in. */
    long usable() {
        return count(DecodeCounter.USED_TCP) + count(DecodeCounter.USED_UDP);
    }

    /** Whether most connections show one direction alone. */
    boolean isOneDirection() {
        long halves = count(ReassemblyCounter.ONE_DIRECTION);
        return halves > 0 && 2 * halves > count(ReassemblyCounter.CONNECTIONS);
    }

    /** Frames that the sniffer, its kernel or its card lost in the time that is judged. */
    long dropped() {
        return lately(CaptureCounter.DROPPED_BEFORE_CAPTURE)
                + lately(CaptureCounter.DROPPED_RING_FULL)
                + lately(CaptureCounter.DROPPED_BY_KERNEL)
                + lately(CaptureCounter.DROPPED_BY_INTERFACE);
    }
}
