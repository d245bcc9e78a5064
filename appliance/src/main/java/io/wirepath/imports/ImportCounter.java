package io.wirepath.imports;

import io.wirepath.sniffer.Counter;

/** What is counted of traces that are no captures. */
public enum ImportCounter implements Counter {
    MESSAGES_IMPORTED("Messages read from a trace, not a capture.", Kind.FLOW),
    ALSO_CAPTURED("Messages of a trace that a capture saw too: they count once.", Kind.FLOW),
    NOT_CAPTURED(
            "Messages of a trace between nodes, and at times, that a capture saw, which are not in it: they count"
                    + " beside what it saw.",
            Kind.ANOMALY),
    HEADERS_PASSED_OVER(
            "Received headers without two servers or a time, or from a name that many machines have.", Kind.ANOMALY),
    LINES_DAMAGED("Lines of a trace that make no sense, and were not used.", Kind.LOSS);

    private final Meaning meaning;

    ImportCounter(String sentence, Kind kind) {
        meaning = new Meaning(kind, sentence);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
