package io.wirepath.appliance.config.binding;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A configuration as it holds, with where each value came from. Immutable.
 *
 * @param <T> the record that holds it
 */
public final class EffectiveConfig<T extends Record> {

    private final Schema<T> schema;
    private final Map<String, @Nullable Object> defaults;
    private final Map<String, @Nullable Object> values;
    private final Map<String, Origin> origins;
    private final T config;

    EffectiveConfig(
            Schema<T> schema,
            Map<String, @Nullable Object> defaults,
            Map<String, @Nullable Object> values,
            Map<String, Origin> origins) {
        this.schema = schema;
        this.defaults = defaults;
        this.values = values;
        this.origins = origins;
        this.config = schema.build(values);
    }

    /** The values. */
    public T config() {
        return config;
    }

    /** Where the value of a key came from. */
    Origin origin(String path) {
        return origins.getOrDefault(path, Origin.DEFAULT);
    }

    /**
     * A key and its value, for people.
     *
     * @param path the key
     * @param value in writing; empty for none
     * @param byDefault what it would be if nobody gave it
     * @param origin where it came from
     * @param reloadable whether a running process takes a new value
     */
    public record Setting(String path, String value, String byDefault, Origin origin, boolean reloadable) {}

    /** All keys with their values, in the order of the record. */
    public List<Setting> settings() {
        return schema.keys().stream()
                .map(key -> new Setting(
                        key.path(),
                        Key.text(values.get(key.path())),
                        Key.text(defaults.get(key.path())),
                        origin(key.path()),
                        key.reloadable()))
                .toList();
    }

    /** Files that are named and that this user cannot read. */
    public List<ConfigError> unreadableFiles() {
        List<ConfigError> problems = new ArrayList<>();
        for (Key key : schema.keys()) {
            if (key.inputFile() && values.get(key.path()) instanceof Path file && !Files.isReadable(file)) {
                String reason = Files.exists(file) ? "this user may not read " + file : file + " is not there";
                problems.add(new ConfigError(origin(key.path()), key.path(), reason));
            }
        }
        return problems;
    }

    /**
     * A key whose value is another than before.
     *
     * @param path the key
     * @param before in writing
     * @param after in writing
     * @param reloadable whether a running process takes it
     */
    public record Change(String path, String before, String after, boolean reloadable) {}

    /** What is otherwise in a later configuration. */
    public List<Change> changesTo(EffectiveConfig<T> later) {
        List<Change> changes = new ArrayList<>();
        for (Key key : schema.keys()) {
            Object before = values.get(key.path());
            Object after = later.values.get(key.path());
            if (!Objects.equals(before, after)) {
                changes.add(new Change(key.path(), Key.text(before), Key.text(after), key.reloadable()));
            }
        }
        return changes;
    }

    /** This configuration with those values of a later one that a running process takes. */
    EffectiveConfig<T> reloadedFrom(EffectiveConfig<T> later) {
        Map<String, @Nullable Object> merged = new LinkedHashMap<>(values);
        Map<String, Origin> from = new LinkedHashMap<>(origins);
        for (Key key : schema.keys()) {
            if (key.reloadable()) {
                merged.put(key.path(), later.values.get(key.path()));
                from.put(key.path(), later.origin(key.path()));
            }
        }
        return new EffectiveConfig<>(schema, defaults, merged, from);
    }
}
