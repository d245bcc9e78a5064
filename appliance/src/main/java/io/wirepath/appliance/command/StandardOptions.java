package io.wirepath.appliance.command;

import io.wirepath.pipeline.Console;
import io.wirepath.report.text.Style;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** What every verb has: an option besides {@code --help}, where it prints, and how it refuses what was asked. */
abstract class StandardOptions implements Callable<Integer> {

    @Spec
    CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // the tree says it before it calls
    Console console;

    @Option(names = "--debug", order = 101, description = "Shows where in the program a failure arose.")
    private boolean debug;

    /** Whether stack traces are wanted. */
    final boolean debug() {
        return debug;
    }

    /** How text for the console looks. */
    final Style style() {
        return new Style(console.colour(), console.columns());
    }

    /** The verb and what was given to it. */
    final List<String> words() {
        return spec.commandLine().getParseResult().originalArgs();
    }

    /** Wrong usage, for this reason. */
    final ParameterException refusal(String reason) {
        return new ParameterException(spec.commandLine(), reason);
    }

    /** Wrong usage, as something found. */
    final ParameterException refusal(@Nullable String reason, Exception cause) {
        return new ParameterException(spec.commandLine(), reason, cause);
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
