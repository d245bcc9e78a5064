package io.wirepath.appliance.serve;

import io.wirepath.merge.live.MergeStatus.SnifferStatus;
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
}
