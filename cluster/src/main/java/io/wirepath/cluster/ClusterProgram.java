package io.wirepath.cluster;

import io.wirepath.appliance.command.CommandTree;
import io.wirepath.appliance.listen.LibraryLog;
import io.wirepath.cluster.kafka.QuietLibraries;
import io.wirepath.pipeline.Console;
import io.wirepath.pipeline.Version;
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
        CommandTree.ready(line, console);
        LibraryLog.routeTo(console::complain);
        QuietLibraries.hush();
        return line.execute(arguments);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a verb is missing: demo, ship or run; --help tells more");
    }
}
