package io.wirepath.pipeline;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.ConversationRecord;
import io.wirepath.flows.ForwardingSink;
import io.wirepath.flows.OuterLayers;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingSink;
import io.wirepath.flows.SiteId;
import io.wirepath.merge.SightingMerge;
import io.wirepath.merge.result.Address;
import java.util.List;

/** Merges what hosts sent and were sent, under these addresses, and all names. Not thread-safe. */
record SightingsOf(List<Address> hosts, SightingMerge to) implements SightingMerge {

    @Override
    public List<String> finish() {
        return to.finish();
    }

    @Override
    public SightingSink begin(int sniffer) {
        return of(to.begin(sniffer));
    }

    @Override
    public SightingSink beginTrace(int sniffer) {
        return of(to.beginTrace(sniffer));
    }

    private boolean isOne(long high, long low) {
        for (Address host : hosts) {
            if (host.low() == low && host.high() == high) {
                return true;
            }
        }
        return false;
    }

    private boolean isOf(ConversationRecord seen) {
        return isOne(seen.sourceHigh(), seen.sourceLow()) || isOne(seen.destinationHigh(), seen.destinationLow());
    }

    private SightingSink of(SightingSink sink) {
        return new ForwardingSink(sink) {
            @Override
            public void onSighting(Sighting sighting) {
                if (isOf(sighting)) {
                    super.onSighting(sighting);
                }
            }

            @Override
            public void onOperation(Sighting sighting, String operation) {
                if (isOf(sighting)) {
                    super.onOperation(sighting, operation);
                }
            }

            @Override
            public void onSiteId(Sighting sighting, SiteId id) {
                if (isOf(sighting)) {
                    super.onSiteId(sighting, id);
                }
            }

            @Override
            public void onConnectionEnd(ConnectionEnd end) {
                if (isOf(end)) {
                    super.onConnectionEnd(end);
                }
            }

            @Override
            public void onOuterLayers(
                    long connection, long sourceHigh, long sourceLow, int sourcePort, OuterLayers layers) {
                if (isOne(sourceHigh, sourceLow)) {
                    super.onOuterLayers(connection, sourceHigh, sourceLow, sourcePort, layers);
                }
            }
        };
    }
}
