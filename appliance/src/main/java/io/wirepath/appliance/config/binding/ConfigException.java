package io.wirepath.appliance.config.binding;

import java.util.List;
import java.util.stream.Collectors;

/** A configuration that cannot be used. Its message is a line for each problem. */
public final class ConfigException extends Exception {

    private static final long serialVersionUID = 1;

    private final transient List<ConfigError> problems;

    /** Everything that is wrong, in the order of the sources. */
    public ConfigException(List<ConfigError> problems) {
        super(problems.stream().map(ConfigError::line).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** What is wrong, at least one thing. */
    public List<ConfigError> problems() {
        return problems;
    }
}
