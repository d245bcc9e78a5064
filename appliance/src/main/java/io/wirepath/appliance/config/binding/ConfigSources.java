package io.wirepath.appliance.config.binding;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Where values come from, besides the defaults; each overrides those before it.
 *
 * @param files YAML files, later ones override earlier ones
 * @param environment variables, of which those with the prefix count
 * @param options values given on the command line, as {@code key=value}
 */
public record ConfigSources(List<Path> files, Map<String, String> environment, List<String> options) {

    /** Takes copies. */
    public ConfigSources {
        files = List.copyOf(files);
        environment = Map.copyOf(environment);
        options = List.copyOf(options);
    }
}
