package io.wirepath.appliance.config;

import io.wirepath.appliance.config.binding.ConfigReader;
import io.wirepath.appliance.config.binding.Schema;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The services that have a configuration.
 *
 * @param <T> the record that holds it
 */
public final class ServiceKind<T extends Record> {

    /** {@code wirepath sniff}. */
    public static final ServiceKind<SnifferConfig> SNIFFER =
            new ServiceKind<>("sniffer", SnifferConfig.class, Defaults.SNIFFER);

    /** {@code wirepath serve}. */
    public static final ServiceKind<ServeConfig> SERVE = new ServiceKind<>("serve", ServeConfig.class, Defaults.SERVE);

    private final String name;
    private final Schema<T> schema;
    private final T defaults;

    private ServiceKind(String name, Class<T> type, T defaults) {
        this.name = name;
        this.schema = Schema.of(type);
        this.defaults = defaults;
    }

    /** The kind of this name, if there is one. */
    public static Optional<ServiceKind<?>> named(String name) {
        return Arrays.<ServiceKind<?>>asList(SNIFFER, SERVE).stream()
                .filter(kind -> kind.name.equals(name))
                .findFirst();
    }

    /** What a file is for, by its name: {@code sniffer.yaml}, {@code sniffer-eth1.yaml}. */
    public static Optional<ServiceKind<?>> ofFile(Path file) {
        Path last = file.getFileName();
        String name = last == null ? "" : last.toString();
        int end = 0;
        while (end < name.length() && Character.isLetter(name.charAt(end))) {
            end++;
        }
        return named(name.substring(0, end));
    }

    /** Its name, as files and variables have it. */
    public String name() {
        return name;
    }

    /** Its keys. */
    public Schema<T> schema() {
        return schema;
    }

    /** What holds where nothing is said. */
    public T defaults() {
        return defaults;
    }

    /** Reads its configuration. */
    public ConfigReader<T> reader() {
        return new ConfigReader<>(schema, defaults, "WIREPATH_" + name.toUpperCase(Locale.ROOT) + "_");
    }
}
