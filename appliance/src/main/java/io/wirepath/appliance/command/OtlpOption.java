package io.wirepath.appliance.command;

import io.wirepath.causes.loading.MessageDetails;
import io.wirepath.pipeline.Console;
import io.wirepath.pipeline.Failure;
import io.wirepath.report.Report;
import io.wirepath.report.export.OtlpReceiver;
import io.wirepath.report.export.OtlpWriter;
import java.io.IOException;
import java.net.ConnectException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code --otlp-to}: the calls, sent to a tracing system. */
final class OtlpOption {

    /** Half of what receivers take by default; small enough to be sent again. */
    private static final int MAX_BYTES = 1 << 20;

    /** As OpenTelemetry's own exporters have it, so that no token stands on a command line. */
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--otlp-to",
            paramLabel = "URL",
            order = 22,
            description = "Sends the spans to a collector, Jaeger or Tempo: http://HOST:4318, or grpc://HOST:4317.")
    private @Nullable String address;

    private @Nullable OtlpReceiver endpoint;

    /** Asks the receiver whether it is there; refuses an address that is none. */
    void open() {
        if (address == null) {
            return;
        }
        try {
            endpoint = OtlpReceiver.of(address, System.getenv(), nanos -> LockSupport.parkNanos(nanos));
            endpoint.check();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), "--otlp-to: " + Failure.reason(e), e);
        } catch (ConnectException e) {
            throw new Failure(address + ": no server answers there; is the receiver of OTLP running?", e);
        } catch (IOException e) {
            throw new Failure("--otlp-to: " + Failure.reason(e), e);
        }
    }

    /** Sends what was asked for, and tells of what the receiver did not take. */
    void send(Report report, MessageDetails details, Console console) throws IOException {
        if (endpoint == null) {
            return;
        }
        try (OtlpReceiver to = endpoint) {
            OtlpWriter.write(report, details, MAX_BYTES, to);
        }
        if (endpoint.rejected() > 0) {
            console.complain(address + ": " + endpoint.rejected() + " spans were not taken: " + endpoint.reason());
        }
    }
}
