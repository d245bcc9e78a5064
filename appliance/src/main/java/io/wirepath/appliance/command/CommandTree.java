package io.wirepath.appliance.command;

import io.wirepath.appliance.config.binding.ConfigException;
import io.wirepath.pipeline.Console;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.Version;
import io.wirepath.report.text.Style;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * All verbs, and the one place where a failure becomes a line for a person and an exit code.
 */
@Command(
        name = "wirepath",
        description =
                "Finds which message caused which, and where time goes, from mirrored switch ports or capture files.",
        versionProvider = CommandTree.ProgramVersion.class,
        synopsisSubcommandLabel = "VERB",
        footer = {"", "'wirepath help VERB' tells more; start with 'wirepath demo'."})
public final class CommandTree extends StandardOptions implements Runnable {

    private static final String HELP = "help";

    static final int DONE = 0;
    static final int FAILED = 1;
    static final int WRONG_USAGE = 2;

    @Spec
    private CommandSpec spec;

    private CommandTree() {}

    /** In the order of the help. */
    private static final Map<String, Function<Console, Object>> VERBS = verbs();

    private static Map<String, Function<Console, Object>> verbs() {
        Map<String, Function<Console, Object>> verbs = new LinkedHashMap<>();
        verbs.put("analyze", AnalyzeCommand::new);
        verbs.put("request", RequestCommand::new);
        verbs.put("compare", CompareCommand::new);
        verbs.put("query", QueryCommand::new);
        verbs.put("messages", MessagesCommand::new);
        verbs.put("streams", StreamsCommand::new);
        verbs.put("extract", ExtractCommand::new);
        verbs.put("nat", NatCommand::new);
        verbs.put("clocks", ClocksCommand::new);
        verbs.put("merge", MergeCommand::new);
        verbs.put("sniff", SniffCommand::new);
        verbs.put("interfaces", InterfacesCommand::new);
        verbs.put("maketrace", MaketraceCommand::new);
        verbs.put("skew", SkewCommand::new);
        verbs.put("demo", DemoCommand::new);
        verbs.put("serve", ServeCommand::new);
        verbs.put("config", ConfigCommand::tree);
        verbs.put("doctor", DoctorCommand::new);
        verbs.put("version", VersionCommand::new);
        verbs.put(HELP, HelpCommand::new);
        return verbs;
    }

    /** Runs the verb that the arguments name; gives the exit code. */
    public static int run(Console console, String... arguments) {
        CommandLine line = line(console, needed(arguments));
        List<String> words = List.of(arguments);
        if (words.contains("--help") || words.contains(HELP)) {
            line.setUsageHelpWidth(new Style(false, console.columns()).wordColumns());
        }
        try {
            return line.execute(arguments);
        } catch (OutOfMemoryError e) {
            console.complain("memory ran out; allow more, for example with WIREPATH_JAVA_OPTS=-Xmx8g");
        } catch (Error e) {
            console.complain("this is a bug in Wirepath: " + e);
        }
        return FAILED;
    }

    /** Making all verbs takes longer than many a verb: where one is named, it alone is made. */
    private static Collection<Function<Console, Object>> needed(String... arguments) {
        Function<Console, Object> named = arguments.length == 0 ? null : VERBS.get(arguments[0]);
        return named == null || arguments[0].equals(HELP) ? VERBS.values() : List.of(named);
    }

    /** The verbs, ready to be run or described. */
    static CommandLine line(Console console) {
        return line(console, VERBS.values());
    }

    private static CommandLine line(Console console, Collection<Function<Console, Object>> verbs) {
        CommandLine line = new CommandLine(new CommandTree());
        verbs.forEach(verb -> line.addSubcommand(verb.apply(console)));
        describe(line);
        line.getCommandSpec()
                .addOption(OptionSpec.builder("--version")
                        .versionHelp(true)
                        .order(99)
                        .description("Prints the version.")
                        .build());
        line.registerConverter(Duration.class, new DurationConverter());
        line.setColorScheme(CommandLine.Help.defaultColorScheme(console.colour() ? Ansi.ON : Ansi.OFF));
        line.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
        line.setUsageHelpAutoWidth(false);
        line.setUsageHelpWidth(new Style(false, 0).wordColumns());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setParameterExceptionHandler((e, args) -> wrongUsage(console, e));
        line.setExecutionExceptionHandler((e, command, result) -> failed(console, e, result));
        return line;
    }

    private static void describe(CommandLine line) {
        line.getSubcommands().values().forEach(CommandTree::describe);
        CommandSpec spec = line.getCommandSpec();
        spec.usageMessage().sortOptions(false).sortSynopsis(false).abbreviateSynopsis(true);
        spec.usageMessage().description(sentences(spec.usageMessage().description()));
        spec.addOption(OptionSpec.builder("--help")
                .usageHelp(true)
                .order(100)
                .description("Shows this text.")
                .build());
    }

    /** The first sentence, which lists of verbs show, and the others. */
    private static String[] sentences(String... lines) {
        return String.join(" ", Arrays.asList(lines)).split("(?<=\\.) ", 2);
    }

    /** The version for {@code --version}. */
    static final class ProgramVersion implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"wirepath " + Version.text()};
        }
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a verb is missing");
    }

    private static int wrongUsage(Console console, ParameterException e) {
        if (e.getCause() instanceof ConfigException wrong) {
            wrong.problems().forEach(problem -> console.complain(problem.line()));
            return WRONG_USAGE;
        }
        console.complain(WrongUsage.line(e));
        return WRONG_USAGE;
    }

    private static int failed(Console console, Exception e, ParseResult result) {
        Exception cause = e instanceof UncheckedIOException && e.getCause() instanceof IOException io ? io : e;
        if (isBrokenPipe(cause)) {
            return DONE;
        }
        boolean debug = StandardOptions.of(result).debug();
        if (debug) {
            cause.printStackTrace(console.err());
        }
        if (cause instanceof ConfigException wrong) {
            wrong.problems().forEach(problem -> console.complain(problem.line()));
        } else if (cause instanceof Failure || cause instanceof IOException) {
            console.complain(Failure.line(cause));
        } else {
            console.complain("this is a bug in Wirepath: " + cause
                    + (debug ? "" : "; the same command with --debug shows where"));
        }
        return FAILED;
    }

    /** The reader of the results has enough, as head does. */
    private static boolean isBrokenPipe(Exception cause) {
        return cause instanceof IOException && "Broken pipe".equals(cause.getMessage());
    }
}
