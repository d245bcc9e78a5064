package io.wirepath.sniffer;

/** What a ring of packets counts while it is written. */
public enum PacketRingCounter implements Counter {
    RING_FRAMES("Frames written to the ring of packets.", Kind.FLOW),
    RING_FRAMES_NOT_KEPT("Frames missing in the ring of packets: its disk was full or too slow.", Kind.ANOMALY),
    RING_SEGMENTS_DELETED("Files of the ring of packets deleted to stay within its bound.", Kind.FLOW);

    private final Meaning meaning;

    PacketRingCounter(String sentence, Kind kind) {
        meaning = new Meaning(kind, sentence);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
