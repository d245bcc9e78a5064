package io.wirepath.cluster;

import io.wirepath.appliance.command.DurationConverter;
import io.wirepath.appliance.listen.LibraryLog;
import io.wirepath.cluster.kafka.QuietLibraries;
import io.wirepath.pipeline.Console;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.Version;
import io.wirepath.report.text.Style;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code wirepath cluster}: the same stages on Kafka and Flink. */
@Command(
        name = "wirepath cluster",
        mixinStandardHelpOptions = true,
        description = "The same stages on Apache Kafka and Apache Flink, for more than one machine can do.")
public final class ClusterProgram implements Runnable {

    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;

    @Spec
    private CommandSpec spec;

    /** Runs the verb that the arguments name; gives the exit code. */
    public static int run(Console console, String... arguments) {
        CommandLine line = new CommandLine(new ClusterProgram());
        line.addSubcommand(new DemoCluster(console));
        line.addSubcommand(new ShipCommand(console));
        line.addSubcommand(new RunCommand(console));
        line.getCommandSpec().version("wirepath cluster " + Version.text());
        line.getSubcommands()
                .values()
                .forEach(verb ->
                        verb.getCommandSpec().version(line.getCommandSpec().version()));
        line.registerConverter(Duration.class, new DurationConverter());
        line.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
        line.setUsageHelpWidth(new Style(false, console.columns()).wordColumns());
        line.setParameterExceptionHandler((e, unused) -> {
            console.complain(String.valueOf(e.getMessage()));
            return WRONG_USAGE;
        });
        line.setExecutionExceptionHandler((e, command, result) -> {
            boolean known = e instanceof Failure || e instanceof IOException;
            console.complain(known ? Failure.line(e) : "this is a bug in Wirepath: " + e);
            return FAILED;
        });
        LibraryLog.routeTo(console::complain);
        QuietLibraries.hush();
        return line.execute(arguments);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a verb is missing: demo, ship or run; --help tells more");
    }
}
