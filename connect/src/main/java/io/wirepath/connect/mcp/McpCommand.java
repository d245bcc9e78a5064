package io.wirepath.connect.mcp;

import io.wirepath.appliance.command.CommandTree;
import io.wirepath.appliance.command.NamesOption;
import io.wirepath.appliance.config.binding.HostPort;
import io.wirepath.appliance.listen.LibraryLog;
import io.wirepath.appliance.listen.TokenFile;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.reconcile.MergeSettings;
import io.wirepath.pipeline.AnalysisRun;
import io.wirepath.pipeline.CallSelection;
import io.wirepath.pipeline.ComparisonRun;
import io.wirepath.pipeline.Console;
import io.wirepath.pipeline.Inference;
import io.wirepath.pipeline.MergeReading;
import io.wirepath.pipeline.ReportEvents;
import io.wirepath.pipeline.RequiredInputs;
import io.wirepath.pipeline.Version;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code wirepath mcp}: what an assistant asks. */
@Command(
        name = "wirepath mcp",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Answers questions of assistants: a server of the Model Context Protocol that only reads.",
            "It answers from a report, from captures, or from a running service; over standard input and output, or"
                    + " over HTTP on the loopback."
        },
        footer = {
            "",
            "Examples:",
            "  wirepath mcp monday.json --before sunday.json",
            "  wirepath mcp sw-*.pcap.gz --names hosts",
            "  wirepath mcp --serve http://127.0.0.1:7170 --http 127.0.0.1:7172"
        })
public final class McpCommand implements Callable<Integer> {

    private static final int DONE = 0;

    private final Console console;

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "INPUT",
            arity = "0..*",
            description = "A report that 'analyze --json=FILE' wrote; or captures, spools, or a store.")
    private List<String> inputs = new ArrayList<>();

    @Mixin
    private NamesOption names;

    @Option(
            names = "--before",
            paramLabel = "INPUT",
            description = "Another run, which 'compare' takes where no times are given. May be repeated.")
    private List<String> before = new ArrayList<>();

    @Option(names = "--serve", paramLabel = "URL", description = "The running service that is asked.")
    private @Nullable URI serve;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "With the token that the service asks for; over HTTP with the one that callers must show, where"
                            + " no service is asked: it looks at what they show itself.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--http",
            paramLabel = "HOST:PORT",
            description = "Answers POST /mcp there, which must be the loopback, and not standard input.")
    private @Nullable String http;

    private McpCommand(Console console) {
        this.console = console;
    }

    /** Runs the program; gives the exit code. */
    public static int run(Console console, String... arguments) {
        CommandLine line = new CommandLine(new McpCommand(console));
        line.getCommandSpec().version("wirepath mcp " + Version.text());
        CommandTree.ready(line, console);
        LibraryLog.routeTo(console::complain);
        return line.execute(arguments);
    }

    @Override
    public Integer call() throws Exception {
        if (inputs.isEmpty() == (serve == null)) {
            throw new ParameterException(spec.commandLine(), "name what is asked: inputs, or --serve URL");
        }
        HostPort address = address();
        String token = token();
        LateAnswers source = source();
        if (address == null) {
            McpServers.overStreams(source, shown(token), new FileInputStream(FileDescriptor.in), console.out());
            return DONE;
        }
        Gate gate = new Gate(serve == null ? token : null);
        try (McpServers.Listening listening = McpServers.overHttp(source, gate, address.host(), address.port())) {
            console.complain("answers at http://" + new HostPort(address.host(), listening.port()) + McpServers.PATH);
            listening.jetty().join();
        }
        return DONE;
    }

    private @Nullable HostPort address() {
        if (http == null) {
            return null;
        }
        try {
            HostPort address = HostPort.parse(http);
            if (address.isLoopback()) {
                return address;
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--http: " + e.getMessage(), e);
        }
        throw new ParameterException(
                spec.commandLine(),
                "--http: " + http + " is not the loopback; put a proxy before it that speaks TLS for other machines");
    }

    private @Nullable String token() {
        if (tokenFile == null) {
            return null;
        }
        if (serve != null && http != null) {
            throw new ParameterException(
                    spec.commandLine(), "--token-file: over HTTP each caller shows the service its own token");
        }
        return TokenFile.read(tokenFile);
    }

    private static @Nullable String shown(@Nullable String token) {
        return token == null ? null : "Bearer " + token;
    }

    private LateAnswers source() {
        URI service = serve;
        if (service != null) {
            return LateAnswers.now(new ServeAnswers(service));
        }
        RequiredInputs.check(inputs);
        RequiredInputs.check(before);
        return LateAnswers.after(this::answers);
    }

    private ToolAnswers answers() throws IOException {
        ReportAnswers.Comparing other = before.isEmpty()
                ? null
                : () -> new ComparisonRun(reading(), names.file(), Inference.defaults()).twoRuns(before, inputs);
        Path first = Path.of(inputs.get(0));
        if (inputs.size() == 1 && ReportEvents.isReport(first)) {
            return ReportAnswers.of(first, other);
        }
        return ReportAnswers.of(
                new AnalysisRun(reading(), names.file(), Inference.defaults(), CallSelection.of(List.of()))
                        .run(inputs, null, null),
                other);
    }

    private MergeReading reading() {
        return new MergeReading(
                Inference.defaults().withContent(FlowSettings.defaults()), MergeSettings.defaults(), console, false);
    }
}
