package io.wirepath.appliance.serve.history;

import io.wirepath.causes.LruMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What was made of the reports of the windows that were asked for last, as long as these are the same. Thread-safe.
 *
 * @param <T> what is made of one; immutable
 */
final class MadeOfReports<T> {

    private static final int MAX_KEPT = 4;

    private final ReportHistory reports;
    private final Function<WindowId, Optional<T>> make;
    private final Map<WindowId, Made<T>> kept = new LruMap<>(MAX_KEPT);

    private record Made<T>(long replaced, T of) {}

    MadeOfReports(ReportHistory reports, Function<WindowId, Optional<T>> make) {
        this.reports = reports;
        this.make = make;
    }

    /** Of this window; empty where there is none. */
    Optional<T> of(WindowId id) {
        long replaced = reports.replaced();
        synchronized (kept) {
            @Nullable Made<T> made = kept.get(id);
            if (made != null && made.replaced == replaced) {
                return Optional.of(made.of);
            }
        }
        Optional<T> made = make.apply(id);
        synchronized (kept) {
            made.ifPresent(own -> kept.put(id, new Made<>(replaced, own)));
        }
        return made;
    }
}
