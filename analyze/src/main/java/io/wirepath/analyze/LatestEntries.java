package io.wirepath.analyze;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A map that keeps the entries that were used last, and no more than so many. Not thread-safe.
 *
 * @param <K> keys
 * @param <V> values
 */
public final class LatestEntries<K, V> extends LinkedHashMap<K, V> {

    private static final long serialVersionUID = 1;

    private final int most;

    /** Keeps at most so many. */
    public LatestEntries(int most) {
        super(16, 0.75f, true);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}
