package io.wirepath.appliance.command;

import io.wirepath.pipeline.Console;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code wirepath help}: the same as {@code --help}, asked the other way round. */
@Command(name = "help", description = "Shows what the program or one of its verbs does.")
final class HelpCommand extends StandardOptions implements Callable<Integer> {

    private final Console console;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "VERB", arity = "0..*", description = "The verb, such as analyze or config check.")
    private List<String> verb = new ArrayList<>();

    HelpCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        CommandLine at = spec.parent().commandLine();
        for (String word : verb) {
            CommandLine below = at.getSubcommands().get(word);
            if (below == null) {
                throw new ParameterException(at, WrongUsage.noVerb(word, at.getCommandSpec()));
            }
            at = below;
        }
        console.print(at.getUsageMessage());
        return CommandTree.DONE;
    }
}
