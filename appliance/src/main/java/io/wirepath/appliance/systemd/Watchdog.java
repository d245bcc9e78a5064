package io.wirepath.appliance.systemd;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Tells the service manager that the service lives, as long as every part of it moves on; else it says which part
 * stands and leaves it to the manager to restart the service. Not thread-safe: {@link #tick} belongs to one thread.
 */
final class Watchdog {

    /** Share of the manager's interval after which it is told again. */
    private static final int TICKS_PER_INTERVAL = 4;

    /** Share of the manager's interval for which a part may stand still. */
    private static final int PATIENCE = 2;

    private final NotifySocket socket;
    private final Liveness liveness;
    private final long tickNanos;
    private final Consumer<String> log;
    private List<String> stood = List.of();

    Watchdog(
            NotifySocket socket,
            Duration interval,
            Map<String, LongSupplier> beats,
            Consumer<String> log,
            long nowNanos) {
        this.socket = socket;
        this.tickNanos = Math.max(1, interval.toNanos() / TICKS_PER_INTERVAL);
        this.liveness = new Liveness(beats, interval.toNanos() / PATIENCE, nowNanos);
        this.log = log;
    }

    /** How often {@link #tick} is to be called. */
    long tickNanos() {
        return tickNanos;
    }

    /** Looks at all parts, and tells the manager if all is well. */
    void tick(long nowNanos) {
        List<String> standing = liveness.standing(nowNanos);
        if (standing.isEmpty()) {
            socket.watchdog();
        }
        if (!standing.equals(stood)) {
            log.accept(
                    standing.isEmpty()
                            ? "everything moves again"
                            : String.join(", ", standing) + " stands still; if it stays so, the service is restarted");
            stood = standing;
        }
    }
}
