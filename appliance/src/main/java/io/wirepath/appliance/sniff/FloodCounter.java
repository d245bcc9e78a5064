package io.wirepath.appliance.sniff;

import io.wirepath.sniffer.Counter;

/** What was left out of the spool, so that a flood does not push out what came before; see {@link FloodBudget}. */
public enum FloodCounter implements Counter {
    SIGHTINGS_LEFT_OUT_OF_FLOODS("Sightings left out because more came than the spool has room for.", Kind.LOSS),
    CONNECTION_ENDS_LEFT_OUT_OF_FLOODS(
            "Ends of connections left out because more came than the spool has room for.", Kind.LOSS),
    NAMES_LEFT_OUT_OF_FLOODS("Names left out because more came than the spool has room for.", Kind.LOSS);

    private final String sentence;
    private final Kind kind;

    FloodCounter(String sentence, Kind kind) {
        this.sentence = sentence;
        this.kind = kind;
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
