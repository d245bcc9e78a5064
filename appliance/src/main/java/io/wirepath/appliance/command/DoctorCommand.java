package io.wirepath.appliance.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.wirepath.appliance.doctor.CheckResult;
import io.wirepath.appliance.doctor.CheckResult.Level;
import io.wirepath.appliance.doctor.Doctor;
import io.wirepath.report.text.Wrapping;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wirepath doctor}: whether this machine is fit, and what to do. */
@Command(
        name = "doctor",
        description = {
            "Checks what live capture and the services need from this machine: Java, privileges, libpcap, the clock,",
            "configurations, disks and interfaces; each finding with what to do. Fails when something is bad."
        },
        footer = {"", "Example:", "  sudo wirepath doctor eth1"})
final class DoctorCommand extends StandardOptions {

    private static final int LONGEST_SECONDS = 60;

    /** Columns before a text, but for its subject. */
    private static final int LEVEL = 12;

    private static final int NARROWEST = 40;

    @Parameters(
            paramLabel = "INTERFACE",
            arity = "0..*",
            description = "Interfaces to look at. Default: those of the configuration, or else all but the loopback.")
    private List<String> interfaces = new ArrayList<>();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Configuration files to look at. Default: those in /etc/wirepath.")
    private List<Path> configurations = new ArrayList<>();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "1",
            description = "How long the traffic of each interface is watched; 0 for not at all. Default: 1.")
    private int seconds;

    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Ranges.check(spec, "--seconds", seconds, 0, LONGEST_SECONDS);
        List<CheckResult> results = new Doctor(System.getenv())
                .examine(
                        configurations.isEmpty() ? Doctor.installedConfigurations() : configurations,
                        interfaces,
                        seconds);
        console.print(json ? json(results) : text(results, console.columns()));
        boolean bad = results.stream().anyMatch(result -> result.level() == Level.BAD);
        return bad ? CommandTree.FAILED : CommandTree.DONE;
    }

    private static String text(List<CheckResult> results, int columns) {
        int width = results.stream()
                .mapToInt(result -> result.subject().length())
                .max()
                .orElse(1);
        String line = "%-7s  %-" + width + "s  %s%n";
        int room = columns == 0 ? Integer.MAX_VALUE : Math.max(NARROWEST, columns - LEVEL - width);
        StringBuilder text = new StringBuilder();
        for (CheckResult result : results) {
            String level = word(result.level());
            String subject = result.subject();
            for (String part : Wrapping.lines(result.text(), room)) {
                text.append(line.formatted(level, subject, part));
                level = "";
                subject = "";
            }
            if (!result.advice().isEmpty()) {
                Wrapping.lines("→ " + result.advice(), room).forEach(part -> text.append(line.formatted("", "", part)));
            }
        }
        return text.toString();
    }

    private static String json(List<CheckResult> results) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (CheckResult result : results) {
            array.addObject()
                    .put("level", word(result.level()))
                    .put("subject", result.subject())
                    .put("text", result.text())
                    .put("advice", result.advice());
        }
        return array.toPrettyString() + "\n";
    }

    private static String word(Level level) {
        return level.name().toLowerCase(Locale.ROOT);
    }
}
