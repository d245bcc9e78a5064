package io.wirepath.sniffer;

/** What a source counts. */
public enum CaptureCounter implements Counter {
    FRAMES("Frames read.", Kind.FLOW),
    FRAME_BYTES("Bytes of these frames that were captured.", Kind.FLOW),
    CUT_FRAMES("Frames of which the snapshot length cut off the end.", Kind.DIRT),
    TIME_STEPS_BACK("Frames whose time stamp is before that of the frame in front of them.", Kind.DIRT),
    DROPPED_BEFORE_CAPTURE(
            "Frames that the capture itself says were lost before they were recorded; counted by pcapng only.",
            Kind.LOSS);

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
