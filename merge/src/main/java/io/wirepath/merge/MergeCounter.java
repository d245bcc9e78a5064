package io.wirepath.merge;

import io.wirepath.sniffer.Counter;

/** What the merge did with the sightings: sightings = messages + sightings joined + late copies. */
public enum MergeCounter implements Counter {
    SIGHTINGS(Kind.FLOW, "Sightings consumed by the merge, of all sniffers."),
    MESSAGES(Kind.FLOW, "Messages emitted."),
    SIGHTINGS_JOINED(Kind.FLOW, "Sightings of a message that another sniffer saw too."),
    JOINED_BY_POSITION(
            Kind.ANOMALY, "Sightings joined by stream position, because two sniffers split the stream differently."),
    CONNECTIONS_JOINED(Kind.FLOW, "Views of a connection united with another sniffer's view."),
    CLOSED_EARLY(Kind.LOSS, "Messages emitted before the wait for other sightings was over, to stay within memory."),
    CONNECTIONS_FORGOTTEN(Kind.LOSS, "Connections discarded before their end, to stay within memory."),
    SIGHTINGS_AGAIN(Kind.FLOW, "Sightings read again after a restart, to restore connections and clocks."),
    LATE(Kind.LOSS, "Late sightings: the merge had passed their time, because their sniffer was late."),
    LATE_COPIES(
            Kind.LOSS,
            "Dropped sightings of messages emitted without them: late ones, and copies whose clock was set."),
    LATE_UNREMEMBERED(
            Kind.ANOMALY,
            "Late sightings older than the duplicate-detection horizon; messages that other sniffers saw too may be"
                    + " duplicated."),
    MESSAGES_UNREMEMBERED(Kind.ANOMALY, "Messages without duplicate detection, because too many have the same time."),
    RELEASED_EARLY(Kind.LOSS, "Sightings merged before their turn, to stay within memory."),
    HELD_SHORTER(
            Kind.ANOMALY,
            "Sightings held for less than merge.hold, to stay within memory; those that complete later count as late."),
    CLOCK_JUMPS(Kind.ANOMALY, "Clock corrections larger than the stated uncertainty.");

    private final Meaning meaning;

    MergeCounter(Kind kind, String sentence) {
        meaning = new Meaning(kind, sentence);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
