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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * All verbs, and the one place where a failure becomes a line for a person and an exit code.
 */
@Command(
        name = "wirepath",
        description =
                "Finds which message caused which, and where time goes, from mirrored switch ports or capture files.",
        versionProvider = CommandTree.ProgramVersion.class,
        synopsisSubcommandLabel = "VERB",
        footer = {
            "",
            "'wirepath help VERB' tells more; start with 'wirepath demo'.",
            "Two verbs are programs of their own: 'wirepath mcp --help' (answers assistants), and from a checkout"
                    + " 'wirepath cluster --help' (Kafka and Flink)."
        })
public final class CommandTree extends StandardOptions {

    private static final String HELP = "help";

    static final int DONE = 0;
    static final int FAILED = 1;
    static final int WRONG_USAGE = 2;

    private CommandTree() {}

    /** What a verb is called, the class that describes it, and how it is made. */
    private record Verb(String name, Class<?> command, Supplier<StandardOptions> make) {

        /** Its name and its first sentence, for a list: its options are not looked at, which takes most of the time. */
        CommandLine outline() {
            CommandSpec spec = CommandSpec.create().name(name);
            Command described = Objects.requireNonNull(command.getAnnotation(Command.class));
            spec.usageMessage().description(described.description());
            return new CommandLine(spec);
        }
    }

    /** In the order of the help. */
    private static final List<Verb> VERBS = List.of(
            new Verb("analyze", AnalyzeCommand.class, AnalyzeCommand::new),
            new Verb("request", RequestCommand.class, RequestCommand::new),
            new Verb("compare", CompareCommand.class, CompareCommand::new),
            new Verb("whatif", WhatIfCommand.class, WhatIfCommand::new),
            new Verb("query", QueryCommand.class, QueryCommand::new),
            new Verb("messages", MessagesCommand.class, MessagesCommand::new),
            new Verb("streams", StreamsCommand.class, StreamsCommand::new),
            new Verb("extract", ExtractCommand.class, ExtractCommand::new),
            new Verb("nat", NatCommand.class, NatCommand::new),
            new Verb("clocks", ClocksCommand.class, ClocksCommand::new),
            new Verb("names", NamesCommand.class, NamesCommand::new),
            new Verb("merge", MergeCommand.class, MergeCommand::new),
            new Verb("sniff", SniffCommand.class, SniffCommand::new),
            new Verb("interfaces", InterfacesCommand.class, InterfacesCommand::new),
            new Verb("maketrace", MaketraceCommand.class, MaketraceCommand::new),
            new Verb("skew", SkewCommand.class, SkewCommand::new),
            new Verb("demo", DemoCommand.class, DemoCommand::new),
            new Verb("serve", ServeCommand.class, ServeCommand::new),
            new Verb("report", ReportCommand.class, ReportCommand::new),
            new Verb("extcap", ExtcapCommand.class, ExtcapCommand::new),
            new Verb("config", ConfigCommand.class, ConfigCommand::new),
            new Verb("doctor", DoctorCommand.class, DoctorCommand::new),
            new Verb("version", VersionCommand.class, VersionCommand::new),
            new Verb(HELP, HelpCommand.class, HelpCommand::new));

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

    /**
     * Making all verbs takes longer than many a verb: where one is named, it alone is made, and of a list of them only
     * what is shown.
     */
    private static List<Object> needed(String... arguments) {
        String first = arguments.length == 0 ? "" : arguments[0];
        boolean alone = arguments.length == 1;
        if (alone && first.equals("--version")) {
            return List.of();
        }
        if (alone && (first.equals("--help") || first.equals(HELP))) {
            return made(VERBS, verb -> verb.name.equals(HELP) ? verb.make.get() : verb.outline());
        }
        List<String> named = first.equals(HELP) ? List.of(HELP, arguments[1]) : List.of(first);
        List<Verb> verbs =
                VERBS.stream().filter(verb -> named.contains(verb.name)).toList();
        return made(verbs.size() == named.size() ? verbs : VERBS, verb -> verb.make.get());
    }

    private static List<Object> made(List<Verb> verbs, Function<Verb, Object> make) {
        List<Object> made = new ArrayList<>();
        verbs.forEach(verb -> made.add(make.apply(verb)));
        return made;
    }

    /** The verbs, ready to be run or described. */
    static CommandLine line(Console console) {
        return line(console, made(VERBS, verb -> verb.make.get()));
    }

    private static CommandLine line(Console console, List<Object> verbs) {
        CommandLine line = new CommandLine(new CommandTree());
        verbs.forEach(line::addSubcommand);
        describe(line, console);
        line.getCommandSpec()
                .addOption(OptionSpec.builder("--version")
                        .versionHelp(true)
                        .order(99)
                        .description("Prints the version.")
                        .build());
        line.setColorScheme(CommandLine.Help.defaultColorScheme(console.colour() ? Ansi.ON : Ansi.OFF));
        line.setUsageHelpAutoWidth(false);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        prepare(line, console);
        line.setUsageHelpWidth(new Style(false, 0).wordColumns());
        return line;
    }

    /** Makes the command line of a program speak as all of Wirepath's do: where it prints, and how it fails. */
    public static void ready(CommandLine line, Console console) {
        prepare(line, console);
        line.setUsageHelpWidth(new Style(false, console.columns()).wordColumns());
    }

    private static void prepare(CommandLine line, Console console) {
        line.registerConverter(Duration.class, new DurationConverter());
        line.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
        line.setParameterExceptionHandler((e, args) -> wrongUsage(console, e));
        line.setExecutionExceptionHandler((e, command, result) -> failed(console, e, result));
    }

    private static void describe(CommandLine line, Console console) {
        line.getSubcommands().values().forEach(below -> describe(below, console));
        if (line.getCommand() instanceof StandardOptions own) {
            own.console = console;
        }
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
    public Integer call() {
        throw refusal("a verb is missing");
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
        StandardOptions options = StandardOptions.of(result);
        boolean debug = options != null && options.debug();
        if (debug) {
            cause.printStackTrace(console.err());
        }
        if (cause instanceof ConfigException wrong) {
            wrong.problems().forEach(problem -> console.complain(problem.line()));
        } else if (cause instanceof Failure || cause instanceof IOException) {
            console.complain(Failure.line(cause));
        } else {
            console.complain("this is a bug in Wirepath: " + cause
                    + (debug || options == null ? "" : "; the same command with --debug shows where"));
        }
        return FAILED;
    }

    /** The reader of the results has enough, as head does. */
    private static boolean isBrokenPipe(Exception cause) {
        return cause instanceof IOException && "Broken pipe".equals(cause.getMessage());
    }
}
