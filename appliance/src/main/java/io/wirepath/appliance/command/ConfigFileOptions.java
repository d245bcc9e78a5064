package io.wirepath.appliance.command;

import io.wirepath.appliance.config.ServiceKind;
import io.wirepath.appliance.config.binding.ConfigSources;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** For which service a configuration is, and what overrides it. */
final class ConfigFileOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--service",
            paramLabel = "NAME",
            description = "What the configuration is for: sniffer or serve. Default: what the file's name begins with.")
    private @Nullable String service;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "One value, such as spool.max-bytes=2GiB; overrides files and environment.")
    private List<String> values = new ArrayList<>();

    /** The service that is meant. */
    ServiceKind<?> kind(List<Path> files) {
        if (service != null) {
            return ServiceKind.named(service)
                    .orElseThrow(() -> refusal("--service: '" + service + "' is neither sniffer nor serve"));
        }
        return files.stream()
                .findFirst()
                .map(file -> ServiceKind.ofFile(file)
                        .orElseThrow(
                                () -> refusal(file + ": its name begins neither with sniffer nor with serve; say what"
                                        + " it is for with --service")))
                .orElseThrow(() -> refusal("say which configuration with --service sniffer or --service serve"));
    }

    /** Files, environment and command line. */
    ConfigSources sources(List<Path> files) {
        return new ConfigSources(files, System.getenv(), values);
    }

    private ParameterException refusal(String reason) {
        return new ParameterException(command.commandLine(), reason);
    }
}
