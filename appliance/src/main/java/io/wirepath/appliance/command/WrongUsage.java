package io.wirepath.appliance.command;

import io.wirepath.causes.NearestName;
import io.wirepath.pipeline.Failure;
import java.util.Collection;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in one line what is wrong with the words of a command line, and what may have been meant. */
final class WrongUsage {

    /** Verbs that the launcher starts as programs of their own. */
    private static final Set<String> PROGRAMS = Set.of("mcp", "cluster");

    private WrongUsage() {}

    /** The line. */
    static String line(ParameterException e) {
        CommandSpec command = e.getCommandLine().getCommandSpec();
        String problem = e instanceof UnmatchedArgumentException unmatched
                ? unmatched(unmatched.getUnmatched().get(0), command)
                : Failure.reason(e).lines().findFirst().orElse("wrong usage").replace("option option", "option");
        return problem + "; see '" + command.qualifiedName() + " --help'";
    }

    private static String unmatched(String word, CommandSpec command) {
        if (word.startsWith("-")) {
            String name = word.replaceFirst("=.*", "");
            return "there is no option '" + name + "'"
                    + meant(name, command.optionsMap().keySet());
        }
        if (!command.subcommands().isEmpty()) {
            return noVerb(word, command);
        }
        return "'" + word + "' is one argument too many";
    }

    /** Says that a command has no such verb. */
    static String noVerb(String word, CommandSpec command) {
        if (PROGRAMS.contains(word) && command.parent() == null) {
            return "'" + word + "' is a program of its own: 'wirepath " + word + " --help' tells of it";
        }
        return "there is no verb '" + word + "'"
                + meant(word, command.subcommands().keySet());
    }

    private static String meant(String word, Collection<String> names) {
        return NearestName.of(word, names)
                .map(name -> " (did you mean '" + name + "'?)")
                .orElse("");
    }
}
