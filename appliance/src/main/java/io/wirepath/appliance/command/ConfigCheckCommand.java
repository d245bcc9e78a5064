package io.wirepath.appliance.command;

import io.wirepath.appliance.config.ServiceKind;
import io.wirepath.appliance.config.binding.ConfigError;
import io.wirepath.appliance.config.binding.ConfigException;
import io.wirepath.appliance.config.binding.EffectiveConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code wirepath config check}: says of each file what is wrong with it. */
@Command(
        name = "check",
        description = {
            "Reads each file as the service would, with the environment as it is now, and reports everything "
                    + "that is wrong:",
            "file, line, column, key, and what is allowed. Files that a key names must be readable, too."
        })
final class ConfigCheckCommand extends StandardOptions {

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Configuration files.")
    private List<Path> files;

    @Mixin
    private ConfigFileOptions options;

    @Override
    public Integer call() throws IOException {
        int wrong = 0;
        for (Path file : files) {
            wrong += isGood(file) ? 0 : 1;
        }
        return wrong == 0 ? CommandTree.DONE : CommandTree.FAILED;
    }

    private boolean isGood(Path file) throws IOException {
        ServiceKind<?> kind = options.kind(List.of(file));
        List<ConfigError> problems;
        try {
            EffectiveConfig<?> read = kind.reader().read(options.sources(List.of(file)));
            problems = read.unreadableFiles();
        } catch (ConfigException e) {
            problems = e.problems();
        }
        problems.forEach(problem -> console.complain(problem.line()));
        if (problems.isEmpty()) {
            console.print(file + ": good, for " + kind.name() + "\n");
        }
        return problems.isEmpty();
    }
}
