package io.wirepath.sniffer;

/**
 * A counter that every report, metric and manual page shows. Implemented by one enum a stage.
 */
public interface Counter {

    /** The enum's constant name, such as {@code FRAMES_NOT_IP}. */
    String name();

    /** One sentence for a person: what is counted, and what it means for the result. */
    String sentence();

    /** What kind of figure it is. */
    Kind kind();

    /** What a counter says about the capture. */
    enum Kind {
        /** What came in or was used. */
        FLOW,
        /** Something unusual that loses nothing. */
        ANOMALY,
        /** Something was lost, and results may be incomplete. */
        LOSS
    }
}
