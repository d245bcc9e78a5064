package io.wirepath.causes.window;

import io.wirepath.sniffer.Counter;

/** What the windows did with the messages. */
public enum WindowCounter implements Counter {
    MESSAGES_WINDOWED(Kind.FLOW, "Messages received for analysis."),
    WINDOWS_CLOSED(Kind.FLOW, "Complete windows passed to the analysis."),
    MESSAGES_LATE(Kind.LOSS, "Late messages: their window was closed, so they are in none."),
    MESSAGES_AHEAD(Kind.LOSS, "Messages too far ahead of the watermark for any window."),
    MESSAGES_OVER_BOUND(Kind.LOSS, "Messages left out of the analysis to stay within the memory limit of windows.");

    private final Meaning meaning;

    WindowCounter(Kind kind, String sentence) {
        meaning = new Meaning(kind, sentence);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
