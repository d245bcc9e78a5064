package io.wirepath.appliance.command;

import io.wirepath.flows.decode.DecodeSettings;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.flows.pipeline.FlowShard;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of every verb that reads captures. */
final class ReadingOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Mixin
    private DecodeOptions decode;

    @Option(
            names = "--workers",
            paramLabel = "N",
            order = 40,
            defaultValue = "1",
            description = "Threads that rebuild flows, 1 to 16; the result is the same for any number. Default: 1.")
    private int workers;

    @Option(names = "--quiet", order = 41, description = "Shows no progress.")
    private boolean quiet;

    /** Settings of the flow stage. */
    FlowSettings flowSettings() {
        Ranges.check(command, "--workers", workers, 1, FlowShard.SHARDS);
        return FlowSettings.defaults().withWorkers(workers).withDecode(decode.settings(command));
    }

    /** Settings of decoding alone. */
    DecodeSettings decodeSettings() {
        return decode.settings(command);
    }

    /** Whether progress is wanted. */
    boolean showProgress() {
        return !quiet;
    }
}
