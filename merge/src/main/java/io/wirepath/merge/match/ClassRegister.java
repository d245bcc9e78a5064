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
 * All connections at hand, by sniffer and number, and their classes in the order of their last sightings. A class goes
 * when all its views have ended and nothing of it can still come, or when there are too many.
 *
 * <p>A class that is used keeps its place until its turn comes to go; then it gets the one that it has earned since.
 * Otherwise each sighting would move its class, and write to two others that nobody needs. Not thread-safe.
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

    /** How many classes are looked at for one to forget. */
    private static final int MAX_LOOKED_AT = 64;

    /** Classes in the order in which they were used when they got their places. */
    private static final class Chain {
        @Nullable
        ConnectionClass oldest;

        @Nullable
        ConnectionClass newest;

        void add(ConnectionClass c) {
            c.placedNanos = c.lastNanos;
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

    /**
     * Forgets the class that was used longest ago, of those that ended if there are any. One with open messages stays,
     * so that at most as many connections as there are open messages are at hand beyond the bound.
     */
    private void evict() {
        Chain chain = ended.oldest != null ? ended : active;
        ConnectionClass victim = null;
        for (int i = 0; i < MAX_LOOKED_AT && chain.oldest != null; i++) {
            ConnectionClass oldest = chain.oldest;
            if (oldest.firstOpen < 0 && (victim == null || oldest.lastNanos < victim.lastNanos)) {
                victim = oldest;
            }
            if (victim == oldest && oldest.lastNanos == oldest.placedNanos) {
                break;
            }
            chain.remove(oldest);
            chain.add(oldest);
        }
        if (victim != null) {
            counters.increment(MergeCounter.CONNECTIONS_FORGOTTEN);
            retire(victim);
        }
    }

    /** The class was used. */
    static void touch(ConnectionClass c, long nanos) {
        if (nanos > c.lastNanos) {
            c.lastNanos = nanos;
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
        while (first != null && first.placedNanos < nanos && first.firstOpen < 0) {
            if (first.lastNanos < nanos) {
                retire(first);
            } else {
                ended.remove(first);
                ended.add(first);
            }
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
