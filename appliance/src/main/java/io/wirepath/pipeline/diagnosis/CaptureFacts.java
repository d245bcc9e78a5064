package io.wirepath.pipeline.diagnosis;

import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.flows.decode.DecodeCounter;
import io.wirepath.imports.ImportCounter;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.sniffer.CaptureCounter;
import io.wirepath.sniffer.CounterSet;
import java.util.HashMap;
import java.util.Map;

/** The counters of one capture, by name. */
final class CaptureFacts {

    private final SnifferRecord capture;
    private final Map<String, Long> counts = new HashMap<>();

    CaptureFacts(SnifferRecord capture) {
        this.capture = capture;
        for (CounterSet.Value value : capture.counters()) {
            counts.merge(value.counter().name(), value.value(), Long::sum);
        }
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

    /** Frames that the sniffer, its kernel or its card lost. */
    long dropped() {
        return count(CaptureCounter.DROPPED_BEFORE_CAPTURE)
                + count(CaptureCounter.DROPPED_RING_FULL)
                + count(CaptureCounter.DROPPED_BY_KERNEL)
                + count(CaptureCounter.DROPPED_BY_INTERFACE);
    }
}
