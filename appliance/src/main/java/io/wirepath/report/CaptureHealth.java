package io.wirepath.report;

import io.wirepath.analyze.field.Fields;
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
        List<CounterSet.Value> counters) {

    /** A capture. */
    static final Fields<CaptureHealth> FIELDS = Fields.<CaptureHealth>of("Capture", "How one input fared.")
            .text("sniffer", "Name of the sniffer.", CaptureHealth::sniffer)
            .text("source", "File as the user named it.", CaptureHealth::source)
            .count("frames", "Frames read.", CaptureHealth::frames)
            .time("first", "Time of the first frame; 0 without one.", CaptureHealth::firstNanos)
            .time("last", "Time of the last frame.", CaptureHealth::lastNanos)
            .text(
                    "damage",
                    "Where the file is damaged.",
                    health -> health.damage().map(CaptureDamage::describe).orElse(null))
            .orNull()
            .objects("counters", CounterRow.COUNTER, "Every counter of every stage.", CaptureHealth::counters);

    /** Name of the sniffer of this number, which stands with its capture. */
    public static String name(List<CaptureHealth> inputs, String number) {
        int at = Integer.parseInt(number);
        return at < inputs.size() ? inputs.get(at).sniffer() : number;
    }
}
