package io.wirepath.appliance.command;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Options that every verb has, besides {@code --help}. */
abstract class StandardOptions {

    @Option(names = "--debug", order = 101, description = "Shows where in the program a failure arose.")
    private boolean debug;

    /** Whether stack traces are wanted. */
    final boolean debug() {
        return debug;
    }

    /** The options of the verb that was run; null where it has none of these. */
    static @Nullable StandardOptions of(ParseResult result) {
        ParseResult innermost = result;
        while (innermost.hasSubcommand()) {
            innermost = innermost.subcommand();
        }
        return innermost.commandSpec().userObject() instanceof StandardOptions own ? own : null;
    }
}
