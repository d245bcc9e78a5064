package io.wirepath.appliance.imports;

import io.wirepath.sniffer.Counter;

/** What is counted of traces that are no captures. */
public enum ImportCounter implements Counter {
    MESSAGES_IMPORTED("Messages read from a trace that is no capture.");

    private final String sentence;

    ImportCounter(String sentence) {
        this.sentence = sentence;
    }

    @Override
    public String sentence() {
        return sentence;
    }

    @Override
    public Kind kind() {
        return Kind.FLOW;
    }
}
