package io.wirepath.sniffer;

/**
 * A counter that every report, metric and manual page shows. Implemented by one enum a stage.
 */
public interface Counter {

    /** The enum's constant name, such as {@code FRAMES_NOT_IP}. */
    String name();

    /** What is counted. */
    Meaning meaning();

    /** One sentence for a person: what is counted, and what it means for the result. */
    default String sentence() {
        return meaning().sentence();
    }

    /** What kind of figure it is. */
    default Kind kind() {
        return meaning().kind();
    }

    /**
     * What a counter tells.
     *
     * @param kind what it says about the capture
     * @param sentence what is counted, and what it means for the result
     */
    record Meaning(Kind kind, String sentence) {}

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
