package io.wirepath.sniffer;

/** What a source counts. */
public enum CaptureCounter implements Counter {
    FRAMES("Frames read.", Kind.FLOW),
    FRAME_BYTES("Bytes of these frames that were captured.", Kind.FLOW),
    CUT_FRAMES("Frames of which the snapshot length cut off the end.", Kind.DIRT),
    TIME_STEPS_BACK("Frames whose time stamp is before that of the frame in front of them.", Kind.DIRT),
    TIMES_OUT_OF_RANGE(
            "Frames whose time stamp lies before 1823 or behind 2116; they are taken as of the nearest time in between.",
            Kind.DIRT),
    DROPPED_BEFORE_CAPTURE(
            "Frames that the capture itself says were lost before they were recorded; counted by pcapng only.",
            Kind.LOSS),
    FRAMES_OFFERED(
            "Frames that passed the filter of a live port: those read, those dropped because the ring was full, and those"
                    + " not read yet.",
            Kind.FLOW),
    DROPPED_RING_FULL(
            "Frames that a live port wanted and that found its ring full, because they were not taken fast enough.",
            Kind.LOSS),
    RING_FULL_TIMES("How often the ring of a live port became full.", Kind.DIRT),
    DROPPED_BY_KERNEL(
            "Frames that the kernel threw away between the card and the capture, such as for a full backlog; whether"
                    + " the filter wanted them is unknown.",
            Kind.LOSS),
    DROPPED_BY_INTERFACE(
            "Frames that the network card had no room for; whether the filter wanted them is unknown.", Kind.LOSS),
    STAMPED_BY_KERNEL("Frames that the card should have stamped, but the kernel did.", Kind.DIRT),
    INTERFACE_DOWN_TIMES("How often a live interface went down or vanished while it was captured.", Kind.DIRT);

    private final String sentence;
    private final Kind kind;

    CaptureCounter(String sentence, Kind kind) {
        this.sentence = sentence;
        this.kind = kind;
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
