package io.wirepath.merge.result;

/** One moment by the clock of a sniffer and by the reference's. Safe to share. */
@FunctionalInterface
public interface SnifferTimes {

    /** What a sniffer's clock was ahead of the reference's at a moment of the reference's, ns. */
    long ahead(int sniffer, long nanos);

    /** The reference's time, ns, when the clock of a sniffer that nobody set showed this. */
    default long byReference(int sniffer, long ownNanos) {
        return ownNanos - ahead(sniffer, ownNanos - ahead(sniffer, ownNanos));
    }
}
