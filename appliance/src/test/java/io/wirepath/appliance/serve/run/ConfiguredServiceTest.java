package io.wirepath.appliance.serve.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.config.ServiceKind;
import io.wirepath.appliance.config.binding.ConfigException;
import io.wirepath.appliance.config.binding.ConfigSources;
import io.wirepath.appliance.serve.ServeTuning;
import io.wirepath.appliance.serve.alert.Webhook;
import io.wirepath.pipeline.AlgorithmOptions;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an operator sets for the algorithms and for names comes to the service. */
final class ConfiguredServiceTest {

    @TempDir
    private Path directory;

    private static ServeTuning tuning(String... options) throws IOException, ConfigException {
        ConfigSources sources = new ConfigSources(List.of(), Map.of(), List.of(options));
        return ConfiguredService.tuning(ServiceKind.SERVE.reader().read(sources).config());
    }

    @Test
    void parametersOfThePapersAreThoseOfAnalyze() throws Exception {
        List<String> options = List.of(
                "linking.y=6",
                "linking.shape=gamma",
                "linking.outside-roots=no",
                "nesting.x=1",
                "nesting.skew=30ms",
                "nesting.smoothing=4",
                "convolution.quantum=5ms",
                "paths.try-both=2",
                "paths.false=0.2");
        ServeTuning tuning = tuning("analysis.options=" + String.join(",", options));
        assertEquals(AlgorithmOptions.parse(options), tuning.inference().options());
    }

    private static ConfiguredService service(String... options) throws IOException, ConfigException {
        ConfigSources sources = new ConfigSources(List.of(), Map.of(), List.of(options));
        return new ConfiguredService(ServiceKind.SERVE.reader().read(sources).config());
    }

    /** What sends would fail each time, or never: so it is said at the start. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "metrics.to=http://my_host:9090/api/v1/write",
                "metrics.to=http://host{1}:9090/",
                "metrics.to=grpc://localhost:4317",
                "spans.to=http://my_host:4318",
                "alerts.webhooks=grpc://localhost:4317=cef",
                "alerts.webhooks=http://my_host:9093/=cef",
                "alerts.webhooks=syslog+tcp://siem=cef",
                "alerts.webhooks=syslog+tls://siem:6514=alertmanager"
            })
    void anAddressThatHttpCannotBeSpokenWithIsAMistake(String option) {
        String key = option.substring(0, option.indexOf('='));
        ConfigException refused = assertThrows(ConfigException.class, () -> service(option));
        assertTrue(String.valueOf(refused.getMessage()).contains(key), refused::getMessage);
        assertTrue(String.valueOf(refused.getMessage()).contains("address"), refused::getMessage);
    }

    @Test
    void addressesOfEachKindAreTaken() throws Exception {
        assertTrue(
                service("metrics.to=http://[::1]:9090/api/v1/write").figures(1).isPresent());
        assertEquals(
                2,
                service("alerts.webhooks=https://user@alerts.example/hook?a=cef,syslog+tls://[::1]:6514=ecs")
                        .webhooks(1, line -> {})
                        .stream()
                        .peek(Webhook::close)
                        .count());
    }

    @Test
    void aFileForTlsThatIsNotThereIsNoFaultOfTheProgram() throws Exception {
        ConfiguredService service = service("spans.to=https://localhost:4318");
        Map<String, String> environment = Map.of(
                "OTEL_EXPORTER_OTLP_CERTIFICATE", directory.resolve("none.pem").toString());
        Failure failure = assertThrows(Failure.class, () -> service.spans(environment, line -> {}));
        assertEquals(
                "cannot send spans to https://localhost:4318: " + directory.resolve("none.pem")
                        + ": cannot be used as certificates: there is no such file that may be read",
                failure.getMessage());
    }

    @Test
    void namesAreReadAtTheStartAndAgainWhenTheyChange() throws Exception {
        Path hosts = directory.resolve("hosts");
        Files.writeString(hosts, "10.1.0.11 web1\n");
        ServeTuning first = tuning("analysis.names=" + hosts);
        assertEquals(List.of("address,name,from,to,source", "10.1.0.11,web1,,," + hosts), first.hosts());
        Files.writeString(hosts, "10.1.0.11 front\n");
        assertEquals(
                List.of("address,name,from,to,source", "10.1.0.11,front,,," + hosts),
                tuning("analysis.names=" + hosts).hosts());
        Files.writeString(hosts, "web1\n");
        Failure failure = assertThrows(Failure.class, () -> tuning("analysis.names=" + hosts));
        assertEquals(
                hosts + ": line 1 is not an address and a name; write it as in /etc/hosts: 10.1.0.11 web1",
                failure.getMessage());
    }
}
