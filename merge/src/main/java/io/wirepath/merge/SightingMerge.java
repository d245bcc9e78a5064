package io.wirepath.merge;

import io.wirepath.flows.SightingSink;
import java.util.List;

/**
 * From the sightings of N sniffers to one set of messages: the seam between the flow stage and the analysis.
 *
 * <pre>
 *  begin(0) ─► SightingSink ◄─ sightings of sniffer 0 ─┐
 *  begin(1) ─► SightingSink ◄─ sightings of sniffer 1 ─┼─► MessageSink, at the latest during finish()
 *  …                                                   ┘
 * </pre>
 *
 * <p>Used by one thread; the sniffers come one after another.
 */
public interface SightingMerge {

    /**
     * Starts the sightings of a sniffer.
     *
     * @param sniffer its number, from 0; each number once
     * @return takes the sniffer's sightings and names until the next call of this method
     */
    SightingSink begin(int sniffer);

    /**
     * Starts the sightings of a sniffer that is a trace of another kind, whose times are coarser than a capture's: of
     * what captures saw, these tell the times.
     */
    default SightingSink beginTrace(int sniffer) {
        return begin(sniffer);
    }

    /**
     * Ends the sightings: every message has been handed over when this returns.
     *
     * @return what a reader must know to judge the messages, one sentence each
     */
    List<String> finish();
}
