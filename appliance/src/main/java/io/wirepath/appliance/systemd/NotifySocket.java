package io.wirepath.appliance.systemd;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells the service manager how the service is, as sd_notify(3) describes. Does nothing where there is none; a message
 * that cannot be sent is told once and harms nothing. Thread-safe.
 */
public final class NotifySocket {

    private static final int STATUS_LETTERS = 200;

    private final @Nullable String path;
    private final @Nullable Duration watchdog;
    private final Consumer<String> log;
    private boolean failed;

    private NotifySocket(@Nullable String path, @Nullable Duration watchdog, Consumer<String> log) {
        this.path = path;
        this.watchdog = watchdog;
        this.log = log;
    }

    /**
     * What the environment says.
     *
     * @param environment the variables of this process
     * @param pid its number: a watchdog that is meant for another process is not ours
     * @param log takes a line when something cannot be sent
     */
    public static NotifySocket of(Map<String, String> environment, long pid, Consumer<String> log) {
        String path = environment.get("NOTIFY_SOCKET");
        boolean usable = path != null && (path.startsWith("/") || path.startsWith("@"));
        return new NotifySocket(usable ? path : null, usable ? watchdog(environment, pid) : null, log);
    }

    private static @Nullable Duration watchdog(Map<String, String> environment, long pid) {
        String micros = environment.getOrDefault("WATCHDOG_USEC", "");
        String meant = environment.getOrDefault("WATCHDOG_PID", Long.toString(pid));
        if (!micros.matches("[1-9][0-9]{0,14}") || !meant.equals(Long.toString(pid))) {
            return null;
        }
        return Duration.ofNanos(Long.parseLong(micros) * 1000);
    }

    /** Whether a service manager listens. */
    public boolean isPresent() {
        return path != null;
    }

    /** How often it wants to hear that the service lives; empty where it does not. */
    public Optional<Duration> watchdogInterval() {
        return Optional.ofNullable(watchdog);
    }

    /** The service does its work now: after the start, or after a reload. */
    public void ready(String status) {
        send("READY=1\n" + statusLine(status));
    }

    /** What a person reads in {@code systemctl status}. */
    public void status(String status) {
        send(statusLine(status));
    }

    /** The service reads its configuration again; {@link #ready} follows. */
    public void reloading(long monotonicNanos) {
        send("RELOADING=1\nMONOTONIC_USEC=" + monotonicNanos / 1000 + "\n");
    }

    /** The service is about to end. */
    public void stopping(String status) {
        send("STOPPING=1\n" + statusLine(status));
    }

    /** The service lives. */
    public void watchdog() {
        send("WATCHDOG=1\n");
    }

    private static String statusLine(String status) {
        String line = status.replaceAll("\\s+", " ").strip();
        return "STATUS=" + (line.length() > STATUS_LETTERS ? line.substring(0, STATUS_LETTERS) : line) + "\n";
    }

    private synchronized void send(String text) {
        if (path == null) {
            return;
        }
        try {
            LocalSockets.send(path, text);
            failed = false;
        } catch (IOException e) {
            if (!failed) {
                failed = true;
                log.accept("the service manager cannot be notified: " + e.getMessage());
            }
        }
    }
}
