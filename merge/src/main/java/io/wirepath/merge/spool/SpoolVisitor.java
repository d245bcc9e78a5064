package io.wirepath.merge.spool;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.OuterLayers;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.flows.SiteId;
import io.wirepath.sniffer.CounterSet;
import java.util.List;

/** Takes the documents of a spool, in the order of their numbers; what is not overridden is passed over. */
public interface SpoolVisitor {

    /** A run of the sniffer began; connection and frame numbers begin again. */
    default void onStart(long number, SnifferRun run) {}

    /** A sighting. The flyweight is reused: copy the record to keep it. */
    default void onSighting(long number, Sighting sighting) {}

    /** What the request carries whose sighting is the next document. */
    default void onSiteId(long number, SiteId id) {}

    /** A connection ended. The flyweight is reused: copy the record to keep it. */
    default void onConnectionEnd(long number, ConnectionEnd end) {}

    /** An address was seen to have a name. */
    default void onName(long number, long addressHigh, long addressLow, String name, NameOrigin origin) {}

    /** Everything that the sniffer captured up to this time, by its clock, stands before this document. */
    default void onProgress(long number, long timeNanos) {}

    /** The first packet of an endpoint on a connection lay inside these layers; told before its first sighting. */
    default void onOuterLayers(
            long number, long connection, long sourceHigh, long sourceLow, int sourcePort, OuterLayers layers) {}

    /** Counters of the run so far; those that are not among them have the value that was told last. */
    default void onCounters(long number, List<CounterSet.Value> counters) {}

    /**
     * Between which frames the counters counted; told just before them.
     *
     * @param firstNanos time of the run's first frame; 0 when there was none
     * @param lastNanos time of its last frame so far
     */
    default void onFrameTimes(long number, long firstNanos, long lastNanos) {}

    /**
     * The operator or the sniffer itself changed something that a reader must know.
     *
     * @param timeNanos when, by the sniffer's clock
     * @param text one sentence
     */
    default void onNote(long number, long timeNanos, String text) {}

    /**
     * What the sniffer's machine was busy with.
     *
     * @param timeNanos when that was read, by the sniffer's clock
     */
    default void onLoad(long number, long timeNanos, List<HostLoad> loads) {}

    /** The run ended in order. */
    default void onEnd(long number) {}

    /** Documents are missing before the next one. */
    default void onGap(SpoolGap gap) {}

    /** Why documents are missing; each with a clause for people. */
    enum GapReason {
        /** They were in rolls that were deleted to keep the bounds of the spool. */
        DELETED("deleted to keep the bounds of the spool"),
        /** The disk was full, and they were never written. */
        DISK_FULL("the disk was full"),
        /** The machine stopped before they were forced to the disk. */
        MACHINE_STOPPED("the machine stopped before the disk had all"),
        /** The files are damaged. */
        DAMAGED("the files are damaged"),
        /** They came whole but can mean nothing: a fault of the sniffer that wrote them, or malice. */
        MALFORMED("intact, but of impossible content, and not used"),
        /** They did not come this far, whoever lost them. */
        NOT_RECEIVED("deleted before reading, damaged on the way, or of a later version");

        private final String clause;

        GapReason(String clause) {
            this.clause = clause;
        }

        /** Such as <em>the disk was full</em>. */
        public String clause() {
            return clause;
        }
    }
}
