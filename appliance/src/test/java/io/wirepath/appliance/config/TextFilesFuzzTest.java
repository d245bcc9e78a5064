package io.wirepath.appliance.config;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.wirepath.appliance.config.binding.ConfigException;
import io.wirepath.appliance.config.binding.ConfigSources;
import io.wirepath.flows.tls.TlsKeys;
import io.wirepath.nat.NatRules;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.NameFile;
import io.wirepath.pipeline.NodeNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/**
 * The fuzzer's targets for the text files that the program is given: configuration, hosts files, key logs, rules of
 * translation. Each is read, or is refused with a sentence. Runs over the kept inputs in an ordinary build, and
 * searches for new ones with {@code JAZZER_FUZZ=1}.
 */
@Tag("slow")
class TextFilesFuzzTest {

    @FuzzTest(maxDuration = "90s")
    void anyConfigurationIsReadOrRefused(FuzzedDataProvider data) throws IOException {
        ServiceKind<?> kind =
                ServiceKind.named(data.consumeBoolean() ? "serve" : "sniffer").orElseThrow();
        List<String> keys = kind.schema().keys().stream().map(key -> key.path()).toList();
        Path file = Files.createTempFile("wirepath-fuzz", ".yaml");
        try {
            Files.write(file, data.consumeBytes(data.consumeInt(0, 2000)));
            List<String> set = data.consumeBoolean()
                    ? List.of(data.pickValue(keys) + "=" + data.consumeRemainingAsString())
                    : List.of();
            assertFalse(kind.reader()
                    .read(new ConfigSources(List.of(file), Map.of(), set))
                    .settings()
                    .isEmpty());
        } catch (ConfigException | Failure e) {
            assertTrue(String.valueOf(e.getMessage()).length() > 0);
        } finally {
            Files.delete(file);
        }
    }

    @FuzzTest(maxDuration = "90s")
    void anyNameFileIsReadOrRefused(FuzzedDataProvider data) {
        NodeNames names = new NodeNames();
        try {
            NameFile.read(data.consumeRemainingAsString().lines().toList(), "fuzz", names);
            assertFalse(names.resolve().containsValue(""));
        } catch (Failure e) {
            assertTrue(e.getMessage().startsWith("fuzz: line "));
        }
    }

    @FuzzTest(maxDuration = "90s")
    void anyKeyLogIsReadOrRefused(FuzzedDataProvider data) {
        TlsKeys keys = new TlsKeys();
        byte[] log = data.consumeRemainingAsBytes();
        keys.addFromCapture(log);
        try {
            keys.add(new String(log, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            assertTrue(String.valueOf(e.getMessage()).startsWith("line "));
        }
    }

    @FuzzTest(maxDuration = "90s")
    void anyRulesAreReadOrRefused(FuzzedDataProvider data) {
        try {
            String rules = NatRules.parse(
                            data.consumeRemainingAsString().lines().toList())
                    .toString();
            assertTrue(rules.lines().allMatch(rule -> rule.contains(" -> ")), rules);
        } catch (IllegalArgumentException e) {
            assertTrue(String.valueOf(e.getMessage()).length() > 0);
        }
    }
}
