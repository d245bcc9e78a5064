package io.wirepath.report;

import io.wirepath.sniffer.CaptureDamage;
import io.wirepath.sniffer.CounterSet;
import java.util.List;
import java.util.Optional;

/**
 * How one input fared: what came in, what was used, and every reason for which something was not.
 *
 * @param sniffer name of the sniffer
 * @param source file as the user named it
 * @param frames frames read
 * @param firstNanos time of the first frame, ns since the epoch; 0 when there was none
 * @param lastNanos time of the last frame
 * @param damage where the file was damaged, if it was
 * @param counters every counter of every stage
 */
public record CaptureHealth(
        String sniffer,
        String source,
        long frames,
        long firstNanos,
        long lastNanos,
        Optional<CaptureDamage> damage,
        List<CounterSet.Value> counters) {}
