package io.wirepath.analyze.window;

import io.wirepath.sniffer.Counter;

/** What the windows did with the messages. */
public enum WindowCounter implements Counter {
    MESSAGES_WINDOWED(Kind.FLOW, "Messages that came to be analysed."),
    WINDOWS_CLOSED(Kind.FLOW, "Windows that were complete and given to the analysis."),
    MESSAGES_LATE(Kind.LOSS, "Messages that came when their window was closed, and are counted in none."),
    MESSAGES_AHEAD(Kind.LOSS, "Messages whose time was far ahead of the watermark, and which no window can hold."),
    MESSAGES_OVER_BOUND(Kind.LOSS, "Messages left out of the analysis to keep the windows within memory.");

    private final Kind kind;
    private final String sentence;

    WindowCounter(Kind kind, String sentence) {
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
