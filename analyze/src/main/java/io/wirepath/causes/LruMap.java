package io.wirepath.causes;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A map that keeps so many entries at most: beyond that, the least recently used one goes. Not thread-safe.
 *
 * @param <K> keys
 * @param <V> values
 */
public final class LruMap<K, V> extends LinkedHashMap<K, V> {

    private static final long serialVersionUID = 1;

    private final int most;

    /** Keeps at most so many entries, one or more. */
    public LruMap(int most) {
        super(16, 0.75f, true);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}
