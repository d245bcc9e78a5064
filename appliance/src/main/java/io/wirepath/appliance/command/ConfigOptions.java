package io.wirepath.appliance.command;

import io.wirepath.appliance.config.ServiceKind;
import io.wirepath.appliance.config.binding.ConfigException;
import io.wirepath.appliance.config.binding.ConfigSources;
import io.wirepath.appliance.config.binding.EffectiveConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Where a service's configuration comes from. */
final class ConfigOptions {

    @Option(
            names = "--config",
            paramLabel = "FILE",
            order = 50,
            description = "YAML file of the configuration; of several, later ones override earlier ones."
                    + " Default: the defaults that 'wirepath config show' prints.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            order = 51,
            description =
                    "One value of the configuration, such as spool.max-bytes=2GiB; overrides files and environment.")
    private List<String> values = new ArrayList<>();

    /**
     * The sources that the operator named.
     *
     * @param named values that other options of the verb stand for, as {@code key=value}; they override {@code --set}
     */
    ConfigSources sources(List<String> named) {
        List<String> all = new ArrayList<>(values);
        all.addAll(named);
        return new ConfigSources(files, System.getenv(), all);
    }

    /**
     * Reads a service's configuration.
     *
     * @throws ConfigException with all that is wrong
     */
    <T extends Record> EffectiveConfig<T> read(ServiceKind<T> kind, List<String> named) throws ConfigException {
        return kind.reader().read(sources(named));
    }
}
