package io.wirepath.appliance.serve.http;

import io.wirepath.appliance.listen.AccessToken;
import io.wirepath.causes.LruMap;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Browsers whose users an issuer told. A session lasts {@link #LASTS}, and ends with the service; of more than
 * {@value #MAX} the one that was not used for longest ends. Thread-safe.
 */
final class Sessions {

    /** How long a session lasts. */
    static final Duration LASTS = Duration.ofHours(8);

    private static final int MAX = 4096;
    private static final int BYTES = 24;

    private final LongSupplier ticker;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Session> open = new LruMap<>(MAX);

    private record Session(AccessToken caller, long untilNanos) {}

    /**
     * Nobody is signed in.
     *
     * @param ticker tells durations, in nanoseconds from anywhere
     */
    Sessions(LongSupplier ticker) {
        this.ticker = ticker;
    }

    /** Begins a session; gives its name, which nobody can guess. */
    synchronized String begin(AccessToken caller) {
        byte[] name = new byte[BYTES];
        random.nextBytes(name);
        String hex = HexFormat.of().formatHex(name);
        open.put(hex, new Session(caller, ticker.getAsLong() + LASTS.toNanos()));
        return hex;
    }

    /** Whose session has this name; null where none has. */
    synchronized @Nullable AccessToken of(String name) {
        Session session = open.get(name);
        if (session != null && session.untilNanos - ticker.getAsLong() <= 0) {
            open.remove(name);
            return null;
        }
        return session == null ? null : session.caller;
    }

    /** Ends a session. */
    synchronized void end(String name) {
        open.remove(name);
    }
}
