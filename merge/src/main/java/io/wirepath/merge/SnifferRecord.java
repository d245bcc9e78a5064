package io.wirepath.merge;

import io.wirepath.sniffer.CaptureDamage;
import io.wirepath.sniffer.CounterSet;
import java.util.List;
import java.util.Optional;

/**
 * A sniffer whose messages are in a store or a report, and how its capture fared: what came in, what was used, and
 * every reason for which something was not.
 *
 * @param number number by which message records name it
 * @param name its name for people, unique in the store or the report
 * @param source file or port as the user named it
 * @param frames frames read
 * @param firstNanos time of the first frame, ns since the epoch; 0 when there was none
 * @param lastNanos time of the last frame
 * @param damage where the file was damaged, if it was
 * @param counters every counter of every stage
 */
public record SnifferRecord(
        int number,
        String name,
        String source,
        long frames,
        long firstNanos,
        long lastNanos,
        Optional<CaptureDamage> damage,
        List<CounterSet.Value> counters) {}
