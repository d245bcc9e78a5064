package io.wirepath.appliance.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code wirepath help}: the same as {@code --help}, asked the other way round. */
@Command(name = "help", description = "Shows what the program or one of its verbs does.")
final class HelpCommand extends StandardOptions {

    @Parameters(paramLabel = "VERB", arity = "0..*", description = "The verb, such as analyze or config check.")
    private List<String> verb = new ArrayList<>();

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
