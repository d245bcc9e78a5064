package io.wirepath.appliance.config.binding;

/**
 * Something wrong in a configuration.
 *
 * @param origin where
 * @param path key, or empty where no key is meant
 * @param text what is wrong, and what is allowed
 */
public record ConfigError(Origin origin, String path, String text) {

    /** One line: where, which key, what; of a value that nobody gave there is no where. */
    public String line() {
        return (origin.kind() == Origin.Kind.DEFAULT ? "" : origin + ": ") + (path.isEmpty() ? "" : path + ": ") + text;
    }
}
