package io.wirepath.analyze.request;

import java.util.Locale;

/** What a stretch of a request's critical path was spent on; each has one. */
public enum Cause {
    /** A node works, or waits for what nobody sees. */
    OWN("works"),
    /** The request stands behind another one on its connection. */
    QUEUE("waits behind another request"),
    /** A message is on its way. */
    NETWORK("on the way"),
    /** A message waits for a segment that was lost and is sent again. */
    RETRANSMISSION("waits for a lost segment"),
    /** A message waits for its receiver to open the window. */
    ZERO_WINDOW("waits for a closed window"),
    /** A sender goes on with a message when a delayed acknowledgment comes; it may have had nothing to send before. */
    DELAYED_ACKNOWLEDGMENT("goes on when a delayed acknowledgment comes"),
    /** A node waits for a name to be resolved. */
    NAME_RESOLUTION("resolves a name"),
    /** A node waits for a connection to be set up. */
    SET_UP("sets up a connection"),
    /** A node waits for an attempt that fails and is made again. */
    RETRY("tries in vain");

    private final String words;

    Cause(String words) {
        this.words = words;
    }

    /** For a line of a report: what happens meanwhile. */
    public String words() {
        return words;
    }

    /** For machines: {@code own}, {@code zero_window}, … */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
