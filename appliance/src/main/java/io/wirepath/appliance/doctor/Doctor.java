package io.wirepath.appliance.doctor;

import io.wirepath.appliance.config.ServeConfig;
import io.wirepath.appliance.config.ServiceKind;
import io.wirepath.appliance.config.SnifferConfig;
import io.wirepath.appliance.config.binding.ConfigException;
import io.wirepath.appliance.config.binding.ConfigSources;
import io.wirepath.appliance.config.binding.EffectiveConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks at everything, in order: the process, the libraries, the clock, configurations with their salts and disks,
 * interfaces.
 */
public final class Doctor {

    private final Map<String, String> environment;
    private final List<CheckResult> results = new ArrayList<>();

    /** A doctor who reads configurations with this environment. */
    public Doctor(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * Looks at the machine.
     *
     * @param configurations files whose names begin with sniffer or serve
     * @param interfaces names; empty for those of the configurations, or else all but the loopback
     * @param seconds how long the traffic of each interface is watched; 0 for not at all
     */
    public List<CheckResult> examine(List<Path> configurations, List<String> interfaces, int seconds) {
        results.addAll(ProcessFacts.ask().results());
        results.addAll(PcapFacts.ask().results());
        results.addAll(ClockFacts.ask()
                .map(ClockFacts::results)
                .orElseGet(() -> List.of(CheckResult.warning(
                        "clock", "the kernel does not report its error", "look at timedatectl, or chronyc tracking"))));
        List<String> configured = new ArrayList<>();
        Map<Path, Long> disks = new LinkedHashMap<>();
        configurations.forEach(file -> configuration(file, configured, disks));
        if (disks.isEmpty()) {
            disks.put(ServiceKind.SNIFFER.defaults().spool().directory(), 0L);
        }
        disks.forEach(this::disk);
        List<String> names =
                !interfaces.isEmpty() ? interfaces : !configured.isEmpty() ? configured : InterfaceState.names();
        names.forEach(name -> port(name, seconds, !interfaces.isEmpty() || !configured.isEmpty()));
        return List.copyOf(results);
    }

    private void configuration(Path file, List<String> interfaces, Map<Path, Long> disks) {
        ServiceKind<?> kind = ServiceKind.ofFile(file).orElse(null);
        if (kind == null) {
            results.add(CheckResult.warning(
                    "configuration",
                    file + ": its name begins neither with sniffer nor with serve",
                    "check it with: wirepath config check --service NAME " + file));
            return;
        }
        try {
            EffectiveConfig<?> read = kind.reader().read(new ConfigSources(List.of(file), environment, List.of()));
            read.unreadableFiles()
                    .forEach(problem ->
                            results.add(CheckResult.bad("configuration", problem.line(), "correct the file")));
            results.add(CheckResult.ok("configuration", file + " is good"));
            room(read.config(), interfaces, disks);
            salts(read.config());
        } catch (ConfigException e) {
            e.problems()
                    .forEach(problem ->
                            results.add(CheckResult.bad("configuration", problem.line(), "correct the file")));
        }
    }

    private static void room(Record config, List<String> interfaces, Map<Path, Long> disks) {
        if (config instanceof SnifferConfig sniffer) {
            interfaces.addAll(sniffer.capture().interfaces());
            disks.merge(sniffer.spool().directory(), sniffer.spool().maxBytes().bytes(), Long::sum);
        } else if (config instanceof ServeConfig serve) {
            long wanted = serve.receive().maxBytes().bytes()
                    + serve.messages().maxBytes().bytes()
                    + serve.history().maxBytes().bytes();
            disks.merge(serve.directory(), wanted, Long::sum);
        }
    }

    private void salts(Record config) {
        if (config instanceof SnifferConfig sniffer) {
            results.addAll(SaltFacts.ofFile(sniffer));
            results.addAll(SaltFacts.of(sniffer).results());
        } else if (config instanceof ServeConfig serve) {
            results.addAll(SaltFacts.of(serve).results());
        }
    }

    private void disk(Path directory, long wantedBytes) {
        results.addAll(DiskFacts.ask(directory)
                .map(facts -> facts.results(wantedBytes))
                .orElseGet(
                        () -> List.of(CheckResult.bad("disk", directory + " cannot be looked at", "check the path"))));
    }

    /** An interface that nobody named and that is switched off is no fault. */
    private void port(String name, int seconds, boolean named) {
        InterfaceState facts = InterfaceState.ask(name);
        if (!named && !facts.up()) {
            results.add(CheckResult.ok(name, "is switched off"));
            return;
        }
        results.addAll(facts.results());
        if (facts.isFit() && seconds > 0) {
            results.addAll(new PortTrial(name, seconds).results());
        }
    }

    /** The configurations that are installed on this machine. */
    public static List<Path> installedConfigurations() {
        Path directory = Path.of("/etc/wirepath");
        return List.of(directory.resolve("sniffer.yaml"), directory.resolve("serve.yaml")).stream()
                .filter(Files::exists)
                .toList();
    }
}
