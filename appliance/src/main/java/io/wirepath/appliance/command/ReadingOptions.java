package io.wirepath.appliance.command;

import io.wirepath.flows.decode.DecodeSettings;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.flows.pipeline.FlowShard;
import io.wirepath.flows.tls.TlsKeys;
import io.wirepath.pipeline.KeyLogFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
            names = "--tls-keys",
            paramLabel = "FILE",
            order = 32,
            description = "Secrets of TLS sessions, which are then decrypted: a key log as browsers, curl and proxies"
                    + " write it (SSLKEYLOGFILE). May be repeated. Those inside pcapng captures are used in any case.")
    private List<Path> keyLogs = new ArrayList<>();

    private final TlsKeys keys = new TlsKeys();

    @Option(
            names = "--workers",
            paramLabel = "N",
            order = 40,
            description = "Threads that rebuild flows, 1 to 16; the result is the same for any number."
                    + " Default: one a processor.")
    private int workers = Math.min(Runtime.getRuntime().availableProcessors(), FlowShard.SHARDS);

    @Option(names = "--quiet", order = 41, description = "Shows no progress.")
    private boolean quiet;

    /** Settings of the flow stage; reads the key logs. */
    FlowSettings flowSettings() {
        Ranges.check(command, "--workers", workers, 1, FlowShard.SHARDS);
        keyLogs.forEach(file -> KeyLogFile.read(file, keys));
        return FlowSettings.defaults()
                .withWorkers(workers)
                .withDecode(decode.settings(command))
                .withKeys(keys);
    }

    /** Secrets of TLS: those of the key logs, and of captures that were read. */
    TlsKeys keys() {
        return keys;
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
