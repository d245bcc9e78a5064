package io.wirepath.merge;

import io.wirepath.sniffer.Counter;

/** What the merge did with the sightings: sightings = messages + sightings joined + late copies. */
public enum MergeCounter implements Counter {
    SIGHTINGS(Kind.FLOW, "Sightings of all sniffers that came into the merge."),
    MESSAGES(Kind.FLOW, "Messages that came out."),
    SIGHTINGS_JOINED(Kind.FLOW, "Sightings of messages that another sighting had brought already."),
    JOINED_BY_POSITION(
            Kind.DIRT, "Sightings joined by their place in the stream, because two sniffers cut the stream otherwise."),
    CONNECTIONS_JOINED(Kind.FLOW, "Views of a connection that turned out to be one with another sniffer's."),
    CLOSED_EARLY(Kind.LOSS, "Messages given out before the wait for other sightings was over, to keep within memory."),
    CONNECTIONS_FORGOTTEN(Kind.LOSS, "Connections forgotten before their end, to keep within memory."),
    SIGHTINGS_AGAIN(Kind.FLOW, "Sightings read again after a restart, to know their connections and clocks."),
    LATE(Kind.LOSS, "Sightings that came when the merge had passed them, because their sniffer was late."),
    LATE_COPIES(
            Kind.LOSS,
            "Sightings of messages that were given out without them, and were dropped: late ones, and copies by a clock that was set."),
    LATE_UNREMEMBERED(
            Kind.DIRT,
            "Late sightings of a time of which it is not remembered what was given out; messages that others saw too may be there twice."),
    MESSAGES_UNREMEMBERED(
            Kind.DIRT, "Messages that are not remembered for late sniffers, because too many are of one moment."),
    RELEASED_EARLY(Kind.LOSS, "Sightings merged before their turn, to keep within memory."),
    HELD_SHORTER(
            Kind.DIRT,
            "Sightings held for less than merge.hold, to keep within memory; those that complete later than that count as late."),
    CLOCK_JUMPS(Kind.DIRT, "Times that a clock was corrected by more than the uncertainties that were stated.");

    private final Kind kind;
    private final String sentence;

    MergeCounter(Kind kind, String sentence) {
        this.kind = kind;
        this.sentence = sentence;
    }

    @Override
    public String sentence() {
        return sentence;
    }

    @Override
    public Kind kind() {
        return kind;
    }
}
