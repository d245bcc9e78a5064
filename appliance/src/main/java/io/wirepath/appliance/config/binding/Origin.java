package io.wirepath.appliance.config.binding;

/**
 * Where a value came from.
 *
 * @param kind which source it is
 * @param place the place in it, for a person: {@code sniffer.yaml:12:3}, the name of a variable, the option
 */
public record Origin(Kind kind, String place) {

    /** A value that nobody gave. */
    public static final Origin DEFAULT = new Origin(Kind.DEFAULT, "default");

    /** The sources, later ones overriding earlier ones. */
    public enum Kind {
        DEFAULT,
        FILE,
        ENVIRONMENT,
        COMMAND_LINE
    }

    /** The source in a word. */
    public String word() {
        return Scalars.name(kind);
    }

    static Origin file(String name, int line, int column) {
        return new Origin(Kind.FILE, name + ":" + line + ":" + column);
    }

    static Origin environment(String variable) {
        return new Origin(Kind.ENVIRONMENT, variable);
    }

    static Origin commandLine(String option) {
        return new Origin(Kind.COMMAND_LINE, option);
    }

    @Override
    public String toString() {
        return place;
    }
}
