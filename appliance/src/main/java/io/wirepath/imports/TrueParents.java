package io.wirepath.imports;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who caused what, as instrumented traces say it: the calls of all files, each with its cause. Not thread-safe. */
public final class TrueParents {

    /** What a call's request is known by: when it was sent, and from where. */
    public record Key(long sentNanos, String source, int sourcePort) {}

    /**
     * A call that is true.
     *
     * @param id of the span
     * @param service that makes the call
     * @param parent identifier of the call that caused it; null where none did
     */
    public record TrueCall(
            String id, String service, @Nullable String parent) {}

    private final Map<Key, TrueCall> calls = new HashMap<>();

    void add(Key key, TrueCall call) {
        calls.put(key, call);
    }

    /** A request is known by another sighting of it. */
    void move(Key from, Key to) {
        TrueCall call = calls.remove(from);
        if (call != null) {
            calls.put(to, call);
        }
    }

    /** The call whose request is this; null if there is none, or it cannot be told from another. */
    public @Nullable TrueCall find(Key key) {
        return calls.get(key);
    }

    /** All calls. */
    public Iterable<TrueCall> calls() {
        return calls.values();
    }

    /** How many there are. */
    public int size() {
        return calls.size();
    }
}
