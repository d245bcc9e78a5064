package io.wirepath.appliance.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.wirepath.appliance.doctor.Doctor;
import io.wirepath.appliance.doctor.Finding;
import io.wirepath.appliance.doctor.Finding.Level;
import io.wirepath.appliance.run.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code wirepath doctor}: whether this machine is fit, and what to do. */
@Command(
        name = "doctor",
        description = {
            "Looks at what live capture and the services need of this machine: Java, privileges, libpcap, the clock,",
            "configurations, disks and interfaces; each finding with what to do. Fails when something is bad."
        },
        footer = {"", "Example:", "  sudo wirepath doctor eth1"})
final class DoctorCommand extends StandardOptions implements Callable<Integer> {

    private static final int LONGEST_SECONDS = 60;

    private final Console console;

    @Spec
    private CommandSpec spec;

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

    DoctorCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        Ranges.check(spec, "--seconds", seconds, 0, LONGEST_SECONDS);
        List<Finding> findings = new Doctor(System.getenv())
                .examine(
                        configurations.isEmpty() ? Doctor.installedConfigurations() : configurations,
                        interfaces,
                        seconds);
        console.print(json ? json(findings) : text(findings));
        boolean bad = findings.stream().anyMatch(finding -> finding.level() == Level.BAD);
        return bad ? CommandTree.FAILED : CommandTree.DONE;
    }

    private static String text(List<Finding> findings) {
        int width = findings.stream()
                .mapToInt(finding -> finding.subject().length())
                .max()
                .orElse(1);
        String line = "%-7s  %-" + width + "s  %s%n";
        StringBuilder text = new StringBuilder();
        for (Finding finding : findings) {
            text.append(line.formatted(word(finding.level()), finding.subject(), finding.text()));
            if (!finding.advice().isEmpty()) {
                text.append(line.formatted("", "", "→ " + finding.advice()));
            }
        }
        return text.toString();
    }

    private static String json(List<Finding> findings) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        ArrayNode array = mapper.createArrayNode();
        for (Finding finding : findings) {
            array.addObject()
                    .put("level", word(finding.level()))
                    .put("subject", finding.subject())
                    .put("text", finding.text())
                    .put("advice", finding.advice());
        }
        return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(array) + "\n";
    }

    private static String word(Level level) {
        return level.name().toLowerCase(Locale.ROOT);
    }
}
