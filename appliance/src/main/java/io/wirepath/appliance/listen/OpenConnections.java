package io.wirepath.appliance.listen;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The connections that are open, bounded: a further one is always taken, and one of the address that has most of them
 * is closed for it, the one that is open longest. So who opens many closes his own, and who comes from elsewhere is let
 * in. Connections that are settled (known to be of use) stay; where all are, the further one is closed. Thread-safe.
 *
 * @param <C> a connection, told apart by {@code equals}
 */
public final class OpenConnections<C> {

    private final int most;
    private final Predicate<C> settled;
    private final Map<C, Object> addresses = new LinkedHashMap<>();
    private long closed;

    /**
     * Takes at most so many.
     *
     * @param settled which are not closed for others; asked while this is locked
     */
    public OpenConnections(int most, Predicate<C> settled) {
        this.most = most;
        this.settled = settled;
    }

    /**
     * A connection was opened.
     *
     * @param address of its other end, told apart by {@code equals}
     * @return the connection that the caller must close; null where there is room
     */
    public synchronized @Nullable C opened(C connection, Object address) {
        addresses.put(connection, address);
        if (addresses.size() <= most) {
            return null;
        }
        C victim = victim(connection);
        addresses.remove(victim);
        closed++;
        return victim;
    }

    private C victim(C latest) {
        Map<Object, Integer> unsettled = new HashMap<>();
        addresses.forEach((connection, address) -> {
            if (!connection.equals(latest) && !settled.test(connection)) {
                unsettled.merge(address, 1, Integer::sum);
            }
        });
        int mostOfOne =
                unsettled.values().stream().mapToInt(count -> count).max().orElse(0);
        for (Map.Entry<C, Object> each : addresses.entrySet()) {
            if (!each.getKey().equals(latest)
                    && !settled.test(each.getKey())
                    && unsettled.getOrDefault(each.getValue(), 0) == mostOfOne) {
                return each.getKey();
            }
        }
        return latest;
    }

    /** A connection is closed. */
    public synchronized void closed(C connection) {
        addresses.remove(connection);
    }

    /** How many are open. */
    public synchronized int size() {
        return addresses.size();
    }

    /** How many were closed for others. */
    public synchronized long closedForOthers() {
        return closed;
    }
}
