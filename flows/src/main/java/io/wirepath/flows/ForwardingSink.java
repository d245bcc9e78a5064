package io.wirepath.flows;

/** Hands on all that it is told; what is to be otherwise is overridden. As thread-safe as what it hands on to. */
public class ForwardingSink implements SightingSink {

    private final SightingSink to;

    /** Hands on to this sink. */
    public ForwardingSink(SightingSink to) {
        this.to = to;
    }

    @Override
    public void onSighting(Sighting sighting) {
        to.onSighting(sighting);
    }

    @Override
    public void onOperation(Sighting sighting, String operation) {
        to.onOperation(sighting, operation);
    }

    @Override
    public void onSiteId(Sighting sighting, SiteId id) {
        to.onSiteId(sighting, id);
    }

    @Override
    public void onConnectionEnd(ConnectionEnd end) {
        to.onConnectionEnd(end);
    }

    @Override
    public void onName(long addressHigh, long addressLow, String name, NameOrigin origin) {
        to.onName(addressHigh, addressLow, name, origin);
    }

    @Override
    public void onOuterLayers(long connection, long sourceHigh, long sourceLow, int sourcePort, OuterLayers layers) {
        to.onOuterLayers(connection, sourceHigh, sourceLow, sourcePort, layers);
    }

    @Override
    public void onProgress(long timeNanos) {
        to.onProgress(timeNanos);
    }
}
