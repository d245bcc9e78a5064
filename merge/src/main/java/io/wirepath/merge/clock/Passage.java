package io.wirepath.merge.clock;

/** Which of two sniffers a packet passed first. */
public enum Passage {
    /** First the pair's first sniffer, then its second. */
    FORWARD,
    /** First the pair's second sniffer, then its first. */
    BACKWARD,
    /** Nothing tells. */
    UNKNOWN
}
