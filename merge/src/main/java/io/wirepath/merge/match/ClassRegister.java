package io.wirepath.merge.match;

import io.wirepath.flows.SightingCodec;
import io.wirepath.merge.MergeCounter;
import io.wirepath.sniffer.CounterSet;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * All connections at hand, by sniffer and number, and their classes in the order of their last sighting. A class goes
 * when all its views have ended and nothing of it can still come, or when there are too many. Not thread-safe.
 */
final class ClassRegister {

    private final Long2ObjectHashMap<SightedConnection> views = new Long2ObjectHashMap<>();
    private final Consumer<ConnectionClass> onRetire;
    private final int maxViews;
    private final Chain active = new Chain();
    private final Chain ended = new Chain();
    private final CounterSet<MergeCounter> counters;
    private long classes;

    /**
     * Starts empty.
     *
     * @param maxViews bound on the connections at hand
     * @param onRetire told of each class that goes
     */
    ClassRegister(int maxViews, Consumer<ConnectionClass> onRetire, CounterSet<MergeCounter> counters) {
        this.counters = counters;
        this.maxViews = maxViews;
        this.onRetire = onRetire;
    }

    /** Classes in the order in which they were used last. */
    private static final class Chain {
        @Nullable
        ConnectionClass oldest;

        @Nullable
        ConnectionClass newest;

        void add(ConnectionClass c) {
            c.older = newest;
            c.newer = null;
            if (newest != null) {
                newest.newer = c;
            } else {
                oldest = c;
            }
            newest = c;
        }

        void remove(ConnectionClass c) {
            if (c.older != null) {
                c.older.newer = c.newer;
            } else {
                oldest = c.newer;
            }
            if (c.newer != null) {
                c.newer.older = c.older;
            } else {
                newest = c.older;
            }
            c.older = null;
            c.newer = null;
        }
    }

    private Chain chainOf(ConnectionClass c) {
        return c.isOver() ? ended : active;
    }

    /** The connection of a sighting, which may be new. */
    SightedConnection of(Lane lane, ByteBuffer records, int at) {
        long id = records.getLong(at + SightingCodec.CONNECTION_AT);
        long key = SightedConnection.key(lane.number(), id);
        SightedConnection view = views.get(key);
        if (view == null) {
            if (views.size() >= maxViews) {
                evict();
            }
            view = new SightedConnection(lane, id, records, at, classes++);
            views.put(key, view);
            active.add(view.of);
        }
        return view;
    }

    /** The connection with this number, or null. */
    @Nullable
    SightedConnection find(int lane, long id) {
        return views.get(SightedConnection.key(lane, id));
    }

    /** Nothing more of this lane comes: its views have ended, though nobody knows how. */
    void endLane(int lane) {
        for (SightedConnection view : views.values().toArray(new SightedConnection[0])) {
            if (view.lane == lane && !view.ended) {
                view.ended = true;
                noteEnd(view.of);
            }
        }
    }

    /** All classes at hand. */
    void forEach(Consumer<ConnectionClass> each) {
        for (Chain chain : List.of(ended, active)) {
            for (ConnectionClass c = chain.oldest; c != null; c = c.newer) {
                each.accept(c);
            }
        }
    }

    /** Connections at hand. */
    int size() {
        return views.size();
    }

    private void evict() {
        ConnectionClass victim = ended.oldest != null ? ended.oldest : active.oldest;
        while (victim != null && victim.firstOpen >= 0) {
            victim = victim.newer;
        }
        if (victim != null) {
            counters.increment(MergeCounter.CONNECTIONS_FORGOTTEN);
            retire(victim);
        }
    }

    /** The class was used. */
    void touch(ConnectionClass c, long nanos) {
        if (nanos > c.lastNanos) {
            c.lastNanos = nanos;
        }
        Chain chain = chainOf(c);
        if (chain.newest != c) {
            chain.remove(c);
            chain.add(c);
        }
    }

    /** A view of this class has ended. */
    void noteEnd(ConnectionClass c) {
        chainOf(c).remove(c);
        c.endedViews++;
        chainOf(c).add(c);
    }

    /** Makes one class of two; the older number stays. */
    ConnectionClass unite(ConnectionClass a, ConnectionClass b, boolean opposite) {
        ConnectionClass stays = a.number < b.number ? a : b;
        ConnectionClass goes = stays == a ? b : a;
        chainOf(stays).remove(stays);
        chainOf(goes).remove(goes);
        stays.absorb(goes, opposite);
        chainOf(stays).add(stays);
        return stays;
    }

    /** Lets classes go that ended before this moment. */
    void retireBefore(long nanos) {
        ConnectionClass first = ended.oldest;
        while (first != null && first.lastNanos < nanos && first.firstOpen < 0) {
            retire(first);
            first = ended.oldest;
        }
    }

    /** Lets all classes go. */
    void retireAll() {
        for (ConnectionClass first = ended.oldest; first != null; first = ended.oldest) {
            retire(first);
        }
        for (ConnectionClass first = active.oldest; first != null; first = active.oldest) {
            retire(first);
        }
    }

    private void retire(ConnectionClass c) {
        chainOf(c).remove(c);
        for (SightedConnection view : c.views) {
            views.remove(view.key);
        }
        onRetire.accept(c);
    }
}
