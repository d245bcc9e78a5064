package io.wirepath.sniffer;

/**
 * Takes what a capture tells for people besides its frames: names, comments, interfaces. Called by the thread that
 * reads, while it fills a block. All text comes from a file that anyone may have written: it is cut to a bounded
 * length, and may hold any character.
 */
public interface CaptureNotes {

    /** Longest text that is handed over, in characters. */
    int MAX_CHARACTERS = 1000;

    /** Takes nothing. */
    CaptureNotes IGNORED = new CaptureNotes() {};

    /**
     * The capture has this name of an address.
     *
     * @param address 4 or 16 bytes
     * @param name never empty
     */
    default void onName(byte[] address, String name) {}

    /** The frames that follow may be from an interface of this name. */
    default void onInterface(String name) {}

    /** A comment on the whole capture or on an interface. */
    default void onComment(String comment) {}

    /**
     * A comment on a frame.
     *
     * @param frame its index in the block that is being filled
     * @param way which way the frame passed the capturing host
     */
    default void onFrameComment(int frame, Way way, String comment) {}

    /** Which way a frame passed the host that captured it. */
    enum Way {
        RECEIVED,
        SENT,
        UNKNOWN
    }
}
