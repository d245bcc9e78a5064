package io.wirepath.sniffer;

/** What a source counts. */
public enum CaptureCounter implements Counter {
    FRAMES("Frames read.", Kind.FLOW),
    FRAME_BYTES("Bytes of these frames that were captured.", Kind.FLOW),
    CUT_FRAMES("Frames truncated by the snapshot length.", Kind.ANOMALY),
    TIME_STEPS_BACK("Frames with an earlier time stamp than the frame before.", Kind.ANOMALY),
    TIMES_OUT_OF_RANGE(
            "Frames with a time stamp before 1823 or after 2116; the nearest time in that range is used.",
            Kind.ANOMALY),
    DROPPED_BEFORE_CAPTURE(
            "Frames that the capture itself says were lost before they were recorded; counted by pcapng only.",
            Kind.LOSS),
    FRAMES_OFFERED(
            "Frames that passed the filter of a live port: those read, those dropped because the ring was full, and"
                    + " those"
                    + " not read yet.",
            Kind.FLOW),
    DROPPED_RING_FULL(
            "Frames dropped because the ring of a live port was full: they were not read fast enough.", Kind.LOSS),
    RING_FULL_TIMES("How often the ring of a live port became full.", Kind.ANOMALY),
    DROPPED_BY_KERNEL(
            "Frames that the kernel dropped between card and capture, for example for a full backlog; whether"
                    + " the filter wanted them is unknown.",
            Kind.LOSS),
    DROPPED_BY_INTERFACE(
            "Frames dropped by the network card for lack of room; whether the filter wanted them is unknown.",
            Kind.LOSS),
    STAMPED_BY_KERNEL("Frames time-stamped by the kernel instead of the card.", Kind.ANOMALY),
    INTERFACE_DOWN_TIMES("How often a live interface went down or vanished while it was captured.", Kind.ANOMALY);

    private final Meaning meaning;

    CaptureCounter(String sentence, Kind kind) {
        meaning = new Meaning(kind, sentence);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
