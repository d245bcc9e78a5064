package io.wirepath.appliance.config.binding;

import io.wirepath.appliance.config.binding.EffectiveConfig.Change;
import java.util.List;
import java.util.function.Consumer;

/**
 * The configuration of a running process, which can be read again: what may change in the running process is handed to
 * it, the rest is named as what needs a restart, and after an error everything stays as it was (NetLogger's
 * activation). Thread-safe.
 *
 * @param <T> the record that holds it
 */
public final class LiveConfig<T extends Record> {

    private final ConfigReader<T> reader;
    private final ConfigSources sources;
    private final Applying<T> applying;
    private final Consumer<String> log;
    private EffectiveConfig<T> current;

    /**
     * Takes new values into the running process, all or none.
     *
     * @param <T> the record that holds them
     */
    public interface Applying<T> {

        /**
         * Takes what is new.
         *
         * @param config the whole configuration, in which only reloadable keys differ from that before
         * @throws Exception when it cannot be done, such as for a filter that does not compile; everything stays as it
         *     was
         */
        void apply(T config) throws Exception;
    }

    /**
     * Holds what the process was started with.
     *
     * @param current what was read from {@code sources} at the start
     * @param log takes a line for each change, refusal and error
     */
    public LiveConfig(
            ConfigReader<T> reader,
            ConfigSources sources,
            EffectiveConfig<T> current,
            Applying<T> applying,
            Consumer<String> log) {
        this.reader = reader;
        this.sources = sources;
        this.current = current;
        this.applying = applying;
        this.log = log;
    }

    /** What holds now. */
    public synchronized T current() {
        return current.config();
    }

    /** Reads all sources again. Never throws: what goes wrong is a line in the log. */
    public synchronized void reload() {
        EffectiveConfig<T> read;
        try {
            read = reader.read(sources);
        } catch (ConfigException e) {
            e.problems().forEach(problem -> log.accept("configuration: " + problem.line()));
            log.accept("configuration: it has errors, so everything stays as it was");
            return;
        }
        List<Change> changes = current.changesTo(read);
        if (changes.isEmpty()) {
            log.accept("configuration: read again, nothing is new");
            return;
        }
        changes.stream()
                .filter(change -> !change.reloadable())
                .forEach(change ->
                        log.accept("configuration: " + text(change) + " needs a restart; until then it stays"));
        List<Change> taken = changes.stream().filter(Change::reloadable).toList();
        if (!taken.isEmpty()) {
            take(current.reloadedFrom(read), taken);
        }
    }

    private void take(EffectiveConfig<T> merged, List<Change> taken) {
        try {
            reader.check(merged, sources);
            applying.apply(merged.config());
        } catch (Exception e) {
            log.accept("configuration: the new values were refused, so everything stays as it was: " + e.getMessage());
            return;
        }
        current = merged;
        taken.forEach(change -> log.accept("configuration: " + text(change)));
    }

    private static String text(Change change) {
        return change.path() + ": " + shown(change.before()) + " → " + shown(change.after());
    }

    private static String shown(String value) {
        return value.isEmpty() ? "(none)" : value;
    }
}
