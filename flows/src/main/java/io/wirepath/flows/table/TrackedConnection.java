package io.wirepath.flows.table;

import io.wirepath.flows.Connection;
import org.jspecify.annotations.Nullable;

/** A connection as its table and its queue see it. Pooled. */
public abstract class TrackedConnection extends Connection {

    int hash;
    long queuedNanos;

    @Nullable
    TrackedConnection longerSilent;

    @Nullable
    TrackedConnection shorterSilent;

    /** Takes over the key, its source as the sender of direction 0, or of direction 1 if {@code reversed}. */
    public final void assign(FlowKey key, boolean reversed) {
        sourceHigh = reversed ? key.destinationHigh : key.sourceHigh;
        sourceLow = reversed ? key.destinationLow : key.sourceLow;
        sourcePort = reversed ? key.destinationPort : key.sourcePort;
        destinationHigh = reversed ? key.sourceHigh : key.destinationHigh;
        destinationLow = reversed ? key.sourceLow : key.destinationLow;
        destinationPort = reversed ? key.sourcePort : key.destinationPort;
        scope = key.scope;
        hash = key.hash;
    }

    /** Direction of a packet with this key, which must belong to this connection. */
    public final int directionOf(FlowKey key) {
        return isSource(key.sourceHigh, key.sourceLow, key.sourcePort) ? 0 : 1;
    }

    final boolean matches(FlowKey key) {
        if (scope != key.scope) {
            return false;
        }
        if (isSource(key.sourceHigh, key.sourceLow, key.sourcePort)) {
            if (isDestination(key.destinationHigh, key.destinationLow, key.destinationPort)) {
                return true;
            }
        }
        return isSource(key.destinationHigh, key.destinationLow, key.destinationPort)
                && isDestination(key.sourceHigh, key.sourceLow, key.sourcePort);
    }

    private boolean isSource(long high, long low, int port) {
        return port == sourcePort && low == sourceLow && high == sourceHigh;
    }

    private boolean isDestination(long high, long low, int port) {
        return port == destinationPort && low == destinationLow && high == destinationHigh;
    }
}
