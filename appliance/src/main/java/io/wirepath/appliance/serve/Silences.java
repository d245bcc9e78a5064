package io.wirepath.appliance.serve;

import io.wirepath.causes.MessageTable;
import io.wirepath.merge.live.MergeStatus.SnifferStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * For how long each sniffer has told nothing to who listened: nobody is heard while the merge waits for an analysis, or
 * before it begins. One thread looks, any may ask.
 */
final class Silences {

    /** Who looks less often than this has not listened meanwhile. */
    private static final long LISTENS_NANOS = 5_000_000_000L;

    private record Silence(long heardNanos, long lastedNanos) {}

    private volatile Map<String, Silence> silences = Map.of();
    private long lookedNanos = MessageTable.NIL;

    /**
     * Takes how the sniffers stand.
     *
     * @param nowNanos the present moment by the clock that the merge goes by, ns since the epoch
     */
    void look(List<SnifferStatus> sniffers, long nowNanos) {
        boolean listened = lookedNanos != MessageTable.NIL && nowNanos - lookedNanos <= LISTENS_NANOS;
        long more = listened ? nowNanos - lookedNanos : 0;
        Map<String, Silence> now = new HashMap<>();
        for (SnifferStatus sniffer : sniffers) {
            Silence before = silences.get(sniffer.name());
            long lasted = before != null && before.heardNanos == sniffer.heardNanos() ? before.lastedNanos + more : 0;
            now.put(sniffer.name(), new Silence(sniffer.heardNanos(), lasted));
        }
        silences = Map.copyOf(now);
        lookedNanos = nowNanos;
    }

    /** How long this one has been silent, in ns. */
    long nanos(String sniffer) {
        Silence own = silences.get(sniffer);
        return own == null ? 0 : own.lastedNanos;
    }
}
