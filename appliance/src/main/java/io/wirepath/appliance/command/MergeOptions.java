package io.wirepath.appliance.command;

import io.wirepath.merge.reconcile.MergeSettings;
import io.wirepath.nat.NatRules;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What the operator says of the merge. */
final class MergeOptions {

    private static final double NANOS = 1e9;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--reference",
            paramLabel = "NAME",
            order = 10,
            description = "Sniffer whose clock is right, by its name (sw-app for sw-app.pcap.gz). Default: the one"
                    + " that has most messages in common with the others.")
    private @Nullable String reference;

    @Option(
            names = "--tie",
            paramLabel = "NAME=SECONDS",
            order = 11,
            description = "How far the clock of a sniffer without common traffic is ahead of the reference's.")
    private Map<String, Double> ties = new LinkedHashMap<>();

    @Option(
            names = "--nat-rules",
            paramLabel = "FILE",
            order = 12,
            description = "Known address translations; added to those inferred, and overrule them.")
    private @Nullable Path rules;

    /** The settings. */
    MergeSettings settings() {
        MergeSettings defaults = MergeSettings.defaults();
        Map<String, Long> nanos = new LinkedHashMap<>();
        ties.forEach((name, seconds) -> nanos.put(name, Math.round(seconds * NANOS)));
        return new MergeSettings(reference, nanos, rules(), defaults.temporaryDirectory());
    }

    private NatRules rules() {
        if (rules == null) {
            return NatRules.NONE;
        }
        try {
            return NatRules.parse(Files.readAllLines(rules));
        } catch (IOException e) {
            throw Failure.of(rules, "cannot be read", e);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), rules + ": " + e.getMessage(), e);
        }
    }
}
