package io.wirepath.appliance.serve.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.wirepath.appliance.config.ServiceKind;
import io.wirepath.appliance.config.binding.ConfigException;
import io.wirepath.appliance.config.binding.ConfigSources;
import io.wirepath.appliance.serve.ServeTuning;
import io.wirepath.pipeline.AlgorithmOptions;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    void namesAreReadAtTheStartAndAgainWhenTheyChange() throws Exception {
        Path hosts = directory.resolve("hosts");
        Files.writeString(hosts, "10.1.0.11 web1\n");
        ServeTuning first = tuning("analysis.names=" + hosts);
        assertEquals(List.of("10.1.0.11 web1"), first.hosts());
        Files.writeString(hosts, "10.1.0.11 front\n");
        assertEquals(
                List.of("10.1.0.11 front"), tuning("analysis.names=" + hosts).hosts());
        Files.writeString(hosts, "web1\n");
        Failure failure = assertThrows(Failure.class, () -> tuning("analysis.names=" + hosts));
        assertEquals(
                hosts + ": line 1 is not an address and a name; write it as in /etc/hosts: 10.1.0.11 web1",
                failure.getMessage());
    }
}
