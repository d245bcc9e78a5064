package io.wirepath.appliance.serve.input;

import io.wirepath.sniffer.Counter;

/** What became of the lines of logs that came over the network. */
public enum UlmCounter implements Counter {
    LINES(Kind.FLOW, "Lines of logs received and kept until their window is analysed."),
    LINES_SENSELESS(Kind.ANOMALY, "Lines received that are no lines of a ULM or NetLogger log."),
    LINES_FORGOTTEN(Kind.LOSS, "Lines given up unanalysed because their address sent more than is kept of one."),
    LINES_REFUSED(Kind.LOSS, "Lines refused because too many other addresses sent lines."),
    CONNECTIONS_REFUSED(
            Kind.LOSS, "Connections of logs closed because there were too many, or too many of one address.");

    private final Meaning meaning;

    UlmCounter(Kind kind, String sentence) {
        meaning = new Meaning(kind, sentence);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
