package io.wirepath.sniffer.live;

/** Whose clock stamps the frames. */
public enum Stamps {
    /** The kernel, with the system's clock, when it takes the frame over from the card. */
    KERNEL,
    /**
     * The card, with its own clock, which some daemon must keep right (phc2sys of linuxptp). Refused where the card,
     * its driver or the way of capture cannot do it.
     */
    CARD,
    /** The card if it can, else the kernel; {@link LivePort#facts()} tells which it became. */
    CARD_IF_POSSIBLE
}
