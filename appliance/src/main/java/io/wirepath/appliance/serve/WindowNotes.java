package io.wirepath.appliance.serve;

import io.wirepath.appliance.serve.input.SnifferLedger;
import io.wirepath.causes.TimeSpan;
import io.wirepath.merge.live.MergeStatus.SnifferStatus;
import io.wirepath.pipeline.Salts;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a reader of a window's report must know of the sniffers. */
final class WindowNotes {

    private static final double SECOND = 1e9;

    private WindowNotes() {}

    /** A sentence about this sniffer; empty where all is well. */
    static Optional<String> of(SnifferStatus sniffer) {
        return switch (sniffer.state()) {
            case SILENT ->
                Optional.of("Sniffer " + sniffer.name()
                        + " was silent when this window was complete; what it saw may be missing.");
            case LATE ->
                Optional.of("Sniffer " + sniffer.name() + " was " + Math.round(sniffer.behindNanos() / SECOND)
                        + " s behind when this window was complete; what it saw may be missing.");
            case ENDED -> Optional.of("Sniffer " + sniffer.name() + " had stopped when this window was complete.");
            case WARMING, ON_TIME -> Optional.empty();
        };
    }

    /**
     * What the sniffers told of the time of a window: that they were overloaded and are no longer, that they were
     * tuned.
     */
    static List<String> ofRemarks(SnifferLedger ledger, List<SnifferLedger.Entry> sniffers, TimeSpan window) {
        List<String> notes = new ArrayList<>();
        for (SnifferLedger.Entry sniffer : sniffers) {
            for (SnifferLedger.Remark remark : ledger.remarks(sniffer.name(), window.fromNanos(), window.toNanos())) {
                Instant at = Instant.ofEpochSecond(0, remark.nanos()).truncatedTo(ChronoUnit.SECONDS);
                notes.add("Sniffer " + sniffer.name() + " at " + at + ": " + remark.text());
            }
        }
        return notes;
    }

    /** A sentence about the secrets of the sniffers; empty where all have the same. */
    static Optional<String> ofSalts(List<SnifferLedger.Entry> sniffers) {
        Salts salts = new Salts();
        sniffers.forEach(sniffer -> salts.add(sniffer.name(), sniffer.run()));
        return salts.difference();
    }
}
