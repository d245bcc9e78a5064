package io.wirepath.appliance.command;

import io.wirepath.appliance.config.ServiceKind;
import io.wirepath.appliance.config.SnifferConfig;
import io.wirepath.appliance.config.binding.ConfigException;
import io.wirepath.appliance.config.binding.EffectiveConfig;
import io.wirepath.appliance.config.binding.LiveConfig;
import io.wirepath.appliance.sniff.SniffClock;
import io.wirepath.appliance.sniff.SniffLog;
import io.wirepath.appliance.sniff.SniffPlan;
import io.wirepath.appliance.sniff.SniffRun;
import io.wirepath.appliance.sniff.SniffService;
import io.wirepath.appliance.sniff.SniffSource;
import io.wirepath.appliance.sniff.Sniffer;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.pipeline.Failure;
import io.wirepath.sniffer.live.ReplaySpeed;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wirepath sniff}: live capture into a spool. */
@Command(
        name = "sniff",
        description = {
            "Captures interfaces, rebuilds their messages, and keeps what was seen of each in a spool: never the",
            "payload. Runs until it is stopped (SIGINT, SIGTERM) and goes on with the same spool when it is started"
                    + " again."
        },
        footer = {
            "",
            "Examples:",
            "  wirepath sniff eth1 --spool spools;  wirepath analyze spools/*",
            "  wirepath sniff --read app.pcap.gz --pace x10 --spool spools"
        })
final class SniffCommand extends StandardOptions {

    @Parameters(paramLabel = "INTERFACE", arity = "0..*", description = "Interfaces, each a sniffer of its own.")
    private List<String> interfaces = new ArrayList<>();

    @Mixin
    private SniffOptions options;

    @Option(
            names = "--read",
            paramLabel = "FILE",
            order = 30,
            description = "Replays a capture instead. May be given several times.")
    private List<String> files = new ArrayList<>();

    @Option(
            names = "--from",
            paramLabel = "SOURCE",
            order = 30,
            description = "Takes what another program captures now: tcp://HOST:PORT and tcp-listen://HOST:PORT (a"
                    + " capture's bytes over TCP), a FILE that grows, a DIRECTORY of files that follow each other,"
                    + " rpcap://HOST/INTERFACE, or s3://BUCKET/BEGINNING. May be given several times.")
    private List<String> streams = new ArrayList<>();

    @Option(
            names = "--pace",
            paramLabel = "PACE",
            order = 31,
            defaultValue = "real",
            description = "How fast: real, max, or a factor such as x10. Default: real.")
    private String pace;

    @Option(names = "--duration", paramLabel = "TIME", order = 32, description = "Ends after this time.")
    private @Nullable Duration duration;

    @Option(
            names = "--count",
            paramLabel = "N",
            order = 33,
            description = "Ends when a sniffer has captured at least this many frames.")
    private @Nullable Long count;

    @Option(
            names = "--user",
            paramLabel = "USER",
            order = 36,
            description = "Runs as this user; for root. Keeps the one privilege that capture needs.")
    private @Nullable String user;

    @Option(names = "--json", order = 34, description = "Prints the counters at the end, as JSON.")
    private boolean json;

    @Option(names = "--quiet", order = 35, description = "Shows no status line.")
    private boolean quiet;

    @Mixin
    private DecodeOptions decode;

    @Mixin
    private ConfigOptions configuration;

    @Override
    public Integer call() throws IOException {
        if (user != null && !user.equals(System.getProperty("user.name"))) {
            throw new Failure(
                    "--user: this runs as " + System.getProperty("user.name") + "; only root may choose another"
                            + " user, by /usr/bin/wirepath or the wirepath of a checkout, with setpriv (util-linux)");
        }
        List<String> named = options.named(interfaces);
        EffectiveConfig<SnifferConfig> read;
        try {
            read = configuration.read(ServiceKind.SNIFFER, named);
        } catch (ConfigException e) {
            throw refusal(e.getMessage(), e);
        }
        SniffLog log = console::complain;
        SniffClock clock = SniffClock.system();
        SnifferConfig config = read.config();
        // told when it is known that there will be a run
        List<String> notes = new ArrayList<>();
        SniffPlan plan = new SniffPlan(
                config, FlowSettings.defaults().withDecode(decode.settings(spec)), clock.host(), notes::add);
        SniffService service = new SniffService(open(plan, config.capture().interfaces(), clock, log));
        notes.forEach(log::line);
        LiveConfig<SnifferConfig> live = new LiveConfig<>(
                ServiceKind.SNIFFER.reader(),
                configuration.sources(named),
                read,
                new SniffReload(config, service),
                log::line);
        SniffRun run = new SniffRun(service, config, console, log, live::reload);
        run.run(duration, count, !quiet, json);
        return CommandTree.DONE;
    }

    private List<Sniffer> open(SniffPlan plan, List<String> captured, SniffClock clock, SniffLog log)
            throws IOException {
        long ways = Stream.of(files, streams, captured)
                .filter(each -> !each.isEmpty())
                .count();
        if (ways != 1) {
            throw refusal(
                    ways == 0
                            ? "name an interface, a capture with --read FILE, or a stream with --from SOURCE"
                            : "either interfaces are captured, or files are read, or streams are taken, one of these");
        }
        List<Sniffer> sniffers = new ArrayList<>();
        for (String file : files) {
            sniffers.add(new Sniffer(plan.ofFile(file), SniffSource.replay(file, paceOf()), clock, log));
        }
        for (String from : streams) {
            SniffSource source = SniffSource.streamed(from, log::line);
            sniffers.add(new Sniffer(plan.ofFile(source.frames().sniffer()), source, clock, log));
        }
        for (String each : captured) {
            SniffSource source = SniffSource.live(plan.live(each), log::line);
            sniffers.add(new Sniffer(plan.ofInterface(each, captured.size()), source, clock, log));
        }
        long names = sniffers.stream().map(Sniffer::name).distinct().count();
        if (names < sniffers.size()) {
            throw new Failure("two of the captures would have the same name; sniff one of them under another --name");
        }
        return sniffers;
    }

    private ReplaySpeed paceOf() {
        try {
            return ReplaySpeed.parse(pace);
        } catch (IllegalArgumentException e) {
            throw refusal("--pace: " + e.getMessage(), e);
        }
    }
}
