package io.wirepath.appliance.systemd;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The life of a service beside its work: from when it is ready, through reloads, to its end, with a watchdog that is
 * fed while the parts of the service move on. Thread-safe.
 *
 * <pre>
 *  try (ServiceLife life = ServiceLife.start(socket, parts, status, log)) {
 *      life.onReload(liveConfig::reload);
 *      life.ready();
 *      … work until stopped …
 *  }
 * </pre>
 */
public final class ServiceLife implements AutoCloseable {

    private static final Duration STATUS_INTERVAL = Duration.ofSeconds(10);

    private final NotifySocket socket;
    private final Supplier<String> status;
    private final Consumer<String> log;
    private final ScheduledExecutorService thread;

    private ServiceLife(NotifySocket socket, Supplier<String> status, Consumer<String> log) {
        this.socket = socket;
        this.status = status;
        this.log = log;
        this.thread = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread made = new Thread(work, "wirepath-life");
            made.setDaemon(true);
            return made;
        });
    }

    /**
     * Begins to look after a service that starts.
     *
     * @param beats a number for each part that moves on, by its name; see {@link Liveness}
     * @param status a sentence on how the service is, for {@code systemctl status}; asked every ten seconds
     * @param log takes a line for what goes wrong
     */
    public static ServiceLife start(
            NotifySocket socket, Map<String, LongSupplier> beats, Supplier<String> status, Consumer<String> log) {
        ServiceLife life = new ServiceLife(socket, status, log);
        socket.watchdogInterval().ifPresent(interval -> {
            Watchdog watchdog = new Watchdog(socket, interval, beats, log, System.nanoTime());
            life.every(watchdog.tickNanos(), () -> watchdog.tick(System.nanoTime()));
        });
        if (socket.isPresent()) {
            life.every(STATUS_INTERVAL.toNanos(), () -> socket.status(status.get()));
        }
        return life;
    }

    private void every(long nanos, Runnable work) {
        ScheduledFuture<?> unused = thread.scheduleAtFixedRate(
                () -> {
                    try {
                        work.run();
                    } catch (RuntimeException e) {
                        log.accept("this is a bug in Wirepath: " + e);
                    }
                },
                nanos,
                nanos,
                TimeUnit.NANOSECONDS);
    }

    /** The service does its work from now on. */
    public void ready() {
        socket.ready(status.get());
    }

    /** What to do on SIGHUP; runs in this life's thread, and never twice at a time. */
    public void onReload(Runnable reload) {
        Hangup.handle(() -> thread.execute(() -> reload(reload)));
    }

    private void reload(Runnable reload) {
        socket.reloading(System.nanoTime());
        try {
            reload.run();
        } catch (RuntimeException e) {
            log.accept("this is a bug in Wirepath: " + e);
        } finally {
            socket.ready(status.get());
        }
    }

    /** The service is about to end. Returns at once; the watchdog is fed no more. */
    @Override
    public void close() {
        Hangup.ignore();
        thread.shutdownNow();
        socket.stopping(status.get());
    }
}
