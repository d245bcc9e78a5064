package io.wirepath.appliance.command;

import picocli.CommandLine.Command;

/** {@code wirepath config}: looks at configurations without starting anything. */
@Command(
        name = "config",
        description = "Checks the configuration files of the services, or shows effective values and their origin.",
        subcommands = {ConfigCheckCommand.class, ConfigShowCommand.class},
        synopsisSubcommandLabel = "check|show",
        footer = {
            "",
            "Examples:",
            "  wirepath config check /etc/wirepath/*.yaml",
            "  wirepath config show --service sniffer"
        })
final class ConfigCommand extends StandardOptions {

    @Override
    public Integer call() {
        throw refusal("either check or show is missing");
    }
}
