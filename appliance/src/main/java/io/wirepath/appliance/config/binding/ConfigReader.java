package io.wirepath.appliance.config.binding;

import io.wirepath.causes.NearestName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads a configuration from all its sources. Immutable.
 *
 * @param <T> the record that holds it
 */
public final class ConfigReader<T extends Record> {

    private final Schema<T> schema;
    private final T defaults;
    private final String prefix;

    /**
     * A reader of one kind of configuration.
     *
     * @param defaults what holds where no source says otherwise; {@code null} stands for empty
     * @param prefix of its variables in the environment, such as {@code WIREPATH_SNIFFER_}
     */
    public ConfigReader(Schema<T> schema, T defaults, String prefix) {
        this.schema = schema;
        this.defaults = defaults;
        this.prefix = prefix;
    }

    /**
     * Reads everything and checks it.
     *
     * @throws ConfigException with all that is wrong
     */
    public EffectiveConfig<T> read(ConfigSources sources) throws ConfigException {
        List<ConfigError> problems = new ArrayList<>();
        Map<String, GivenValue> given = new LinkedHashMap<>();
        for (Path file : sources.files()) {
            new YamlFile(file, schema, problems).read().forEach(each -> given.put(each.path(), each));
        }
        environment(sources.environment(), given, problems);
        options(sources.options(), given, problems);

        Map<String, @Nullable Object> values = schema.values(defaults);
        Map<String, Origin> origins = new HashMap<>();
        for (GivenValue each : given.values()) {
            Key key = schema.key(each.path());
            if (key != null) {
                values.put(
                        each.path(),
                        key.read(each, (at, text) -> problems.add(new ConfigError(at, each.path(), text))));
                origins.put(each.path(), each.origin());
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        EffectiveConfig<T> read = new EffectiveConfig<>(schema, schema.values(defaults), values, origins);
        check(read, sources);
        return read;
    }

    /**
     * Checks the rules between keys; a broken one whose key nobody gave is told of the first file as a whole.
     *
     * @throws ConfigException with all that is broken
     */
    void check(EffectiveConfig<T> read, ConfigSources sources) throws ConfigException {
        List<ConfigError> problems = new ArrayList<>();
        if (read.config() instanceof CheckedConfig checked) {
            checked.check((path, text) -> problems.add(new ConfigError(place(read, path, sources), path, text)));
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    private Origin place(EffectiveConfig<T> read, String path, ConfigSources sources) {
        Origin origin = read.origin(path);
        return origin.kind() == Origin.Kind.DEFAULT && !sources.files().isEmpty()
                ? new Origin(Origin.Kind.FILE, sources.files().get(0).toString())
                : origin;
    }

    private void environment(Map<String, String> variables, Map<String, GivenValue> given, List<ConfigError> problems) {
        Map<String, String> paths = new HashMap<>();
        schema.keys().forEach(key -> paths.put(variable(key), key.path()));
        new TreeMap<>(variables).forEach((name, text) -> {
            if (name.startsWith(prefix)) {
                String path = paths.get(name);
                Origin origin = Origin.environment(name);
                if (path == null) {
                    problems.add(new ConfigError(
                            origin,
                            "",
                            "no key is called so"
                                    + NearestName.of(name, paths.keySet())
                                            .map(near -> "; did you mean " + near + "?")
                                            .orElse("")));
                } else {
                    given.put(path, new GivenValue(path, new Raw.Text(text), origin));
                }
            }
        });
    }

    private void options(List<String> options, Map<String, GivenValue> given, List<ConfigError> problems) {
        for (String option : options) {
            int equals = option.indexOf('=');
            String path = equals < 0 ? option : option.substring(0, equals);
            Origin origin = Origin.commandLine("command line");
            if (schema.key(path) == null) {
                problems.add(new ConfigError(origin, path, "there is no such key" + UnknownKey.advice(schema, path)));
            } else if (equals < 0) {
                problems.add(new ConfigError(origin, path, "a value is missing; write " + path + "=value"));
            } else {
                given.put(path, new GivenValue(path, new Raw.Text(option.substring(equals + 1)), origin));
            }
        }
    }

    /** The variable that sets a key: {@code WIREPATH_SNIFFER_SPOOL_MAX_BYTES}. */
    public String variable(Key key) {
        return prefix + key.path().toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }
}
