package io.wirepath.appliance.command;

import io.wirepath.pipeline.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code wirepath config}: looks at configurations without starting anything. */
@Command(
        name = "config",
        description = "Checks the configuration files of the services, or shows effective values and their origin.",
        synopsisSubcommandLabel = "check|show",
        footer = {
            "",
            "Examples:",
            "  wirepath config check /etc/wirepath/*.yaml",
            "  wirepath config show --service sniffer"
        })
final class ConfigCommand extends StandardOptions implements Runnable {

    @Spec
    private CommandSpec spec;

    private ConfigCommand() {}

    static CommandLine tree(Console console) {
        return new CommandLine(new ConfigCommand())
                .addSubcommand(new ConfigCheckCommand(console))
                .addSubcommand(new ConfigShowCommand(console));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "either check or show is missing");
    }
}
