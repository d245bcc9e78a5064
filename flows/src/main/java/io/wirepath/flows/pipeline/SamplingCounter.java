package io.wirepath.flows.pipeline;

import io.wirepath.sniffer.Counter;

/** Packets of connections that were left out on purpose; each is in the account of its frame as used. */
public enum SamplingCounter implements Counter {
    PACKETS_LEFT_OUT_BY_SAMPLING("Packets of connections excluded by the configured sampling.", Kind.FLOW),
    PACKETS_SHED_KEEPING_MOST(
            "Packets of connections that were left out under overload, while four fifths of the connections were kept.",
            Kind.LOSS),
    PACKETS_SHED_KEEPING_HALF(
            "Packets of connections that were left out under overload, while half of the connections were kept.",
            Kind.LOSS),
    PACKETS_SHED_KEEPING_QUARTER(
            "Packets of connections that were left out under overload, while a quarter of the connections was kept.",
            Kind.LOSS),
    PACKETS_SHED_KEEPING_TENTH(
            "Packets of connections that were left out under overload, while a tenth of the connections was kept.",
            Kind.LOSS),
    PACKETS_SHED_KEEPING_FEW(
            "Packets of connections that were left out under overload, while one in fifty connections was kept.",
            Kind.LOSS);

    private final Meaning meaning;

    SamplingCounter(String sentence, Kind kind) {
        meaning = new Meaning(kind, sentence);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
