package io.wirepath.appliance.command;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The manual page of one verb in roff, with the macros of man(7).
 *
 * @param spec the verb
 */
record ManPage(CommandSpec spec) {

    private static final Pattern LINE_THAT_ROFF_WOULD_OBEY = Pattern.compile("(?m)^([.'])");

    /** The page's name: {@code wirepath-config-check}. */
    String name() {
        return spec.qualifiedName("-");
    }

    /** The page. */
    String roff() {
        StringBuilder page = new StringBuilder();
        page.append(".TH \"%s\" 1 \"\" \"Wirepath\" \"Wirepath manual\"%n".formatted(name().toUpperCase(Locale.ROOT)));
        section(page, "NAME")
                .append(text(name()))
                .append(" \\- ")
                .append(text(shortly()))
                .append('\n');
        section(page, "SYNOPSIS")
                .append(".B ")
                .append(text(spec.qualifiedName()))
                .append('\n');
        page.append(text(synopsis())).append('\n');
        section(page, "DESCRIPTION").append(text(description())).append('\n');
        arguments(page);
        verbs(page);
        footer(page);
        section(page, "EXIT STATUS").append("0 done, 1 the work failed, 2 wrong usage.\n");
        section(page, "SEE ALSO")
                .append(spec.parent() == null ? "The manual in /usr/share/doc/wirepath." : ".BR wirepath (1)")
                .append('\n');
        return page.toString();
    }

    private static StringBuilder section(StringBuilder page, String title) {
        return page.append(".SH ").append(title).append('\n');
    }

    private String description() {
        return String.join(" ", Arrays.asList(spec.usageMessage().description()));
    }

    /** The first sentence, or as much of it as stands before a colon. */
    private String shortly() {
        String first = description().split("[.:](\\s|$)", 2)[0];
        return first.isEmpty() ? "Wirepath" : first;
    }

    private String synopsis() {
        if (!spec.subcommands().isEmpty()) {
            return "VERB [OPTIONS]";
        }
        StringBuilder synopsis = new StringBuilder("[OPTIONS]");
        for (PositionalParamSpec parameter : visible(spec.positionalParameters())) {
            boolean several = parameter.arity().max() > 1;
            String label = parameter.paramLabel() + (several ? "..." : "");
            synopsis.append(' ').append(parameter.arity().min() == 0 ? "[" + label + "]" : label);
        }
        return synopsis.toString();
    }

    private void arguments(StringBuilder page) {
        List<PositionalParamSpec> parameters = visible(spec.positionalParameters());
        List<OptionSpec> options = visible(spec.options()).stream()
                .sorted(Comparator.comparingInt(OptionSpec::order))
                .toList();
        if (!parameters.isEmpty()) {
            section(page, "ARGUMENTS");
            parameters.forEach(each -> entry(page, each.paramLabel(), each.description()));
        }
        if (!options.isEmpty()) {
            section(page, "OPTIONS");
            options.forEach(each -> entry(page, label(each), each.description()));
        }
    }

    private static String label(OptionSpec option) {
        String names = String.join(", ", option.names());
        return option.arity().max() == 0
                ? names
                : names + (option.longestName().startsWith("--") ? "=" : " ") + option.paramLabel();
    }

    private static void entry(StringBuilder page, String label, String... description) {
        page.append(".TP\n.B ").append(text(label)).append('\n');
        page.append(text(String.join(" ", Arrays.asList(description)))).append('\n');
    }

    private void verbs(StringBuilder page) {
        if (spec.subcommands().isEmpty()) {
            return;
        }
        section(page, "VERBS");
        spec.subcommands().forEach((name, line) -> {
            CommandSpec below = line.getCommandSpec();
            if (!below.usageMessage().hidden()) {
                page.append(".TP\n.BR ").append(text(below.qualifiedName("-"))).append(" (1)\n");
                page.append(text(String.join(
                                " ", Arrays.asList(below.usageMessage().description()))))
                        .append('\n');
            }
        });
    }

    private void footer(StringBuilder page) {
        String footer =
                String.join("\n", Arrays.asList(spec.usageMessage().footer())).strip();
        if (!footer.isEmpty()) {
            section(page, "NOTES").append(".nf\n").append(text(footer)).append("\n.fi\n");
        }
    }

    private static <A extends ArgSpec> List<A> visible(List<A> arguments) {
        return arguments.stream().filter(argument -> !argument.hidden()).toList();
    }

    /** Text as roff shows it: picocli's markup resolved, nothing in it obeyed. */
    private static String text(String written) {
        String plain = Ansi.OFF.string(written.replace("%n", "\n").replace("%%", "%"));
        String escaped = plain.replace("\\", "\\e").replace("-", "\\-");
        return LINE_THAT_ROFF_WOULD_OBEY.matcher(escaped).replaceAll("\\\\&$1");
    }
}
