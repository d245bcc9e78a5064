package io.wirepath.merge.match;

import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * All connections at hand, by sniffer and number, and their classes in the order of their last sighting. A class goes
 * when all its views have ended and nothing of it can still come, or when there are too many. Not thread-safe.
 */
final class ClassRegister {

    private static final int SNIFFER_SHIFT = 48;

    private final Long2ObjectHashMap<SightedConnection> views = new Long2ObjectHashMap<>();
    private final Consumer<ConnectionClass> onRetire;
    private final int maxViews;
    private final Chain active = new Chain();
    private final Chain ended = new Chain();
    private long classes;
    private long evicted;

    /**
     * Starts empty.
     *
     * @param maxViews bound on the connections at hand
     * @param onRetire told of each class that goes
     */
    ClassRegister(int maxViews, Consumer<ConnectionClass> onRetire) {
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

    private static long key(int sniffer, long id) {
        return (long) sniffer << SNIFFER_SHIFT ^ id;
    }

    private Chain chainOf(ConnectionClass c) {
        return c.isOver() ? ended : active;
    }

    /** The connection of a sighting, which may be new. */
    SightedConnection of(int sniffer, ByteBuffer records, int at) {
        long id = records.getLong(at + SightingCodec.CONNECTION_AT);
        SightedConnection view = views.get(key(sniffer, id));
        if (view == null) {
            if (views.size() >= maxViews) {
                evict();
            }
            view = new SightedConnection(sniffer, id, records, at, classes++);
            views.put(key(sniffer, id), view);
            active.add(view.of);
        }
        return view;
    }

    /** The connection with this number, or null. */
    @Nullable
    SightedConnection find(int sniffer, long id) {
        return views.get(key(sniffer, id));
    }

    private void evict() {
        ConnectionClass victim = ended.oldest != null ? ended.oldest : active.oldest;
        while (victim != null && victim.firstOpen >= 0) {
            victim = victim.newer;
        }
        if (victim != null) {
            evicted++;
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
            views.remove(key(view.sniffer, view.id));
        }
        onRetire.accept(c);
    }

    /** Connections that were forgotten early to keep within the bound. */
    long evicted() {
        return evicted;
    }
}
