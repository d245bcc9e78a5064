package io.wirepath.appliance.command;

import io.wirepath.appliance.config.ServeConfig;
import io.wirepath.appliance.config.ServiceKind;
import io.wirepath.appliance.config.binding.ConfigException;
import io.wirepath.appliance.config.binding.ConfigSources;
import io.wirepath.appliance.config.binding.EffectiveConfig;
import io.wirepath.appliance.config.binding.LiveConfig;
import io.wirepath.appliance.serve.ServiceLog;
import io.wirepath.appliance.serve.run.ServeRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wirepath serve}: the live appliance. */
@Command(
        name = "serve",
        description = {
            "Receives sniffers, merges what they saw, analyses it window by window, and answers over HTTP: "
                    + "reports, metrics,",
            "health. Runs until it is stopped (SIGTERM, Ctrl-C); SIGHUP reads the configuration again."
        },
        footer = {
            "",
            "Examples:",
            "  wirepath serve --config /etc/wirepath/serve.yaml",
            "  wirepath serve --directory /tmp/wirepath /var/lib/wirepath/spool/eth1;  curl "
                    + "127.0.0.1:7170/api/v1/report"
        })
final class ServeCommand extends StandardOptions {

    @Parameters(paramLabel = "SPOOL", arity = "0..*", description = "Spools of this machine, besides those configured.")
    private List<Path> spools = new ArrayList<>();

    @Mixin
    private ConfigOptions options;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Where everything is kept; the same as --set directory=DIR.")
    private @Nullable Path directory;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "Where requests are answered; the same as --set http.listen=HOST:PORT.")
    private @Nullable String listen;

    @Option(
            names = "--from",
            paramLabel = "ADDRESS",
            description = "Reads sniffers from kafka://HOST:PORT/PREFIX, too; the same as --set receive.kafka=ADDRESS.")
    private @Nullable String from;

    @Option(
            names = "--windows",
            paramLabel = "ADDRESS",
            description = "Shows the windows that a job of wirepath cluster analysed; the same as --set "
                    + "receive.windows=ADDRESS.")
    private @Nullable String windows;

    @Option(
            names = "--names",
            paramLabel = "FILE",
            description = "Names of addresses, as --names of analyze; the same as --set analysis.names=FILE.")
    private @Nullable Path names;

    @Override
    public Integer call() throws IOException, ConfigException {
        ConfigSources sources = options.sources(named());
        EffectiveConfig<ServeConfig> read = ServiceKind.SERVE.reader().read(sources);
        ServiceLog log = new ServiceLog(console.err(), System.getenv());
        new ServeRun(withSpools(read.config()), System.getenv(), log)
                .run(applying -> new LiveConfig<>(ServiceKind.SERVE.reader(), sources, read, applying, log::info));
        return CommandTree.DONE;
    }

    private List<String> named() {
        List<String> named = new ArrayList<>();
        if (directory != null) {
            named.add("directory=" + directory);
        }
        if (names != null) {
            named.add("analysis.names=" + names.toAbsolutePath());
        }
        if (from != null) {
            named.add("receive.kafka=" + from);
        }
        if (windows != null) {
            named.add("receive.windows=" + windows);
        }
        if (listen != null) {
            named.add("http.listen=" + listen);
        }
        return named;
    }

    private ServeConfig withSpools(ServeConfig config) {
        List<Path> all = new ArrayList<>(config.spools());
        all.addAll(spools);
        SpoolArguments.check(spools, all);
        return new ServeConfig(
                config.directory(),
                config.receive(),
                all,
                config.merge(),
                config.windows(),
                config.analysis(),
                config.messages(),
                config.history(),
                config.http(),
                config.alerts(),
                config.metrics(),
                config.spans());
    }
}
