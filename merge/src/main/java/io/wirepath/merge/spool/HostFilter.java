package io.wirepath.merge.spool;

import io.wirepath.flows.SightingCodec;
import io.wirepath.merge.result.Address;
import java.nio.ByteBuffer;
import java.util.List;

/** Tells the documents of a spool that are of none of some hosts. Allocates nothing once made. Immutable. */
final class HostFilter {

    private final long[] high;
    private final long[] low;

    /** Of these hosts. */
    HostFilter(List<Address> hosts) {
        high = hosts.stream().mapToLong(Address::high).toArray();
        low = hosts.stream().mapToLong(Address::low).toArray();
    }

    /** Whether a whole document is a record, or tells of layers, of others alone. */
    boolean isOfOthers(ByteBuffer document) {
        int at = SpoolDocument.REST_AT;
        return switch (SpoolDocument.kind(document)) {
            case SpoolDocument.SIGHTING, SpoolDocument.CONNECTION_END ->
                document.limit() == SpoolDocument.RECORD_LENGTH
                        && !isOne(document, at + SightingCodec.SOURCE_AT)
                        && !isOne(document, at + SightingCodec.DESTINATION_AT);
            case SpoolDocument.LAYERS -> document.limit() >= at + 3 * Long.BYTES && !isOne(document, at + Long.BYTES);
            default -> false;
        };
    }

    private boolean isOne(ByteBuffer document, int at) {
        long ownHigh = document.getLong(at);
        long ownLow = document.getLong(at + Long.BYTES);
        for (int i = 0; i < low.length; i++) {
            if (low[i] == ownLow && high[i] == ownHigh) {
                return true;
            }
        }
        return false;
    }
}
