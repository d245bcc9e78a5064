package io.wirepath.sniffer.live;

import io.wirepath.sniffer.live.system.InterfaceQuery;
import io.wirepath.sniffer.live.system.SystemException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Follows an interface that went down or vanished until it is back, and says so once each.
 *
 * <pre>
 *            lost()                        up again, same index
 *   THERE ───────────► AWAY ─────────────────────────────────────────► THERE  (BACK)
 *                        └── vanished, then up again ────────────────► THERE  (REPLACED: sockets must be opened again)
 * </pre>
 *
 * <p>Used by the thread that fills; {@link #downTimes} by any.
 */
final class InterfaceWatch {

    private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** State of the interface. */
    enum Standing {
        THERE,
        AWAY,
        BACK,
        REPLACED
    }

    /** Looks at the machine's interfaces. */
    interface Sight {

        /** Index of the interface; 0 when there is none of this name. */
        int index(String name);

        /** Whether it is switched on. */
        boolean isUp(String name);
    }

    private final String name;
    private final Consumer<String> notices;
    private final Sight sight;
    private int index;
    private boolean away;
    private boolean vanished;
    private long lookAtNanos;
    private volatile long downTimes;

    InterfaceWatch(String name, Consumer<String> notices, Sight sight, long nowNanos) {
        this.name = name;
        this.notices = notices;
        this.sight = sight;
        index = sight.index(name);
        lookAtNanos = nowNanos;
    }

    /** The capture says that the interface is down. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    void lost(long nowNanos) {
        if (away) {
            return;
        }
        away = true;
        downTimes++;
        lookAtNanos = nowNanos;
        vanished = sight.index(name) != index;
        notices.accept(name + ": the interface " + (vanished ? "vanished" : "went down")
                + "; the capture goes on when it is back");
    }

    /** Looks whether the interface is still there, if it is time to: for captures that do not tell. */
    void inspect(long nowNanos) {
        if (!away && nowNanos - lookAtNanos >= 0) {
            lookAtNanos = nowNanos + LOOK_EVERY_NANOS;
            if (sight.index(name) != index || !sight.isUp(name)) {
                lost(nowNanos);
            }
        }
    }

    /** Whether the interface was lost and has not been seen again. */
    boolean isAway() {
        return away;
    }

    /** Looks whether the interface is back, if it is time to. */
    Standing look(long nowNanos) {
        if (!away) {
            return Standing.THERE;
        }
        if (nowNanos - lookAtNanos < 0) {
            return Standing.AWAY;
        }
        lookAtNanos = nowNanos + LOOK_EVERY_NANOS;
        int present = sight.index(name);
        vanished |= present != index;
        if (present == 0 || !sight.isUp(name)) {
            return Standing.AWAY;
        }
        boolean replaced = vanished;
        away = false;
        vanished = false;
        index = present;
        notices.accept(name + ": the interface is back");
        return replaced ? Standing.REPLACED : Standing.BACK;
    }

    /** How often the interface was lost. */
    long downTimes() {
        return downTimes;
    }

    /** Asks the kernel. */
    static Sight kernel() {
        return new Sight() {
            @Override
            public int index(String name) {
                return InterfaceQuery.index(name);
            }

            @Override
            public boolean isUp(String name) {
                try (InterfaceQuery query = InterfaceQuery.open()) {
                    return (query.flags(name).orElse(0) & InterfaceQuery.FLAG_UP) != 0;
                } catch (SystemException e) {
                    return false;
                }
            }
        };
    }
}
