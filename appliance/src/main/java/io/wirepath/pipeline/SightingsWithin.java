package io.wirepath.pipeline;

import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.ForwardingSink;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingSink;
import io.wirepath.merge.SightingMerge;
import java.util.List;

/** Merges the sightings of a stretch of time, as the clock of each sniffer gives it, and all names. Not thread-safe. */
record SightingsWithin(TimeSpan span, SightingMerge to) implements SightingMerge {

    @Override
    public List<String> finish() {
        return to.finish();
    }

    @Override
    public SightingSink begin(int sniffer) {
        return within(to.begin(sniffer));
    }

    @Override
    public SightingSink beginTrace(int sniffer) {
        return within(to.beginTrace(sniffer));
    }

    private SightingSink within(SightingSink sink) {
        return new ForwardingSink(sink) {
            @Override
            public void onSighting(Sighting sighting) {
                if (span.holds(sighting.firstByteNanos())) {
                    super.onSighting(sighting);
                }
            }

            @Override
            public void onOperation(Sighting sighting, String operation) {
                if (span.holds(sighting.firstByteNanos())) {
                    super.onOperation(sighting, operation);
                }
            }

            @Override
            public void onConnectionEnd(ConnectionEnd end) {
                if (span.holds(end.lastPacketNanos())) {
                    super.onConnectionEnd(end);
                }
            }

            @Override
            public void onProgress(long timeNanos) {
                if (span.holds(timeNanos)) {
                    super.onProgress(timeNanos);
                }
            }
        };
    }
}
