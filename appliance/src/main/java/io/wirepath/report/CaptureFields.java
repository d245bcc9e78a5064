package io.wirepath.report;

import io.wirepath.analyze.field.Fields;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.sniffer.CaptureDamage;
import java.util.List;

/**
 * How one input fared, as reports say it: what came in, what was used, and every reason for which something was not.
 */
public final class CaptureFields {

    /** A capture. */
    static final Fields<SnifferRecord> FIELDS = Fields.<SnifferRecord>of("Capture", "How one input fared.")
            .text("sniffer", "Name of the sniffer.", SnifferRecord::name)
            .text("source", "File as the user named it.", SnifferRecord::source)
            .count("frames", "Frames read.", SnifferRecord::frames)
            .time("first", "Time of the first frame; 0 without one.", SnifferRecord::firstNanos)
            .time("last", "Time of the last frame.", SnifferRecord::lastNanos)
            .text(
                    "damage",
                    "Where the file is damaged.",
                    input -> input.damage().map(CaptureDamage::describe).orElse(null))
            .orNull()
            .objects("counters", CounterRow.COUNTER, "Every counter of every stage.", SnifferRecord::counters);

    private CaptureFields() {}

    /** Name of the sniffer of this number, which stands with its capture. */
    public static String name(List<SnifferRecord> inputs, String number) {
        int at = Integer.parseInt(number);
        return at < inputs.size() ? inputs.get(at).name() : number;
    }
}
