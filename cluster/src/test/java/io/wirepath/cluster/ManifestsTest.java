package io.wirepath.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.wirepath.appliance.command.DurationConverter;
import io.wirepath.appliance.config.ServiceKind;
import io.wirepath.appliance.config.SnifferConfig;
import io.wirepath.appliance.config.binding.ConfigSources;
import io.wirepath.pipeline.StrictManifests;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.kubernetes.operator.api.spec.FlinkDeploymentSpec;
import org.apache.flink.kubernetes.operator.api.spec.JobSpec;
import org.apache.flink.kubernetes.operator.api.spec.UpgradeMode;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * The manifests say what the types of Kubernetes and of Flink's operator know, and what this program takes. A field
 * that they do not know is an error.
 */
class ManifestsTest {

    private static final Path MANIFESTS = Path.of("deploy");
    private static final ObjectMapper YAML = StrictManifests.YAML;

    private static final class Job {
        @CommandLine.Mixin
        @SuppressWarnings("UnusedVariable") // picocli sets and reads it
        private final JobOptions options = new JobOptions();
    }

    @Test
    void theDeploymentIsOneOfTheOperator() throws Exception {
        ObjectNode manifest = read("flink-deployment.yaml");
        assertEquals("flink.apache.org/v1beta1", manifest.path("apiVersion").asText());
        assertEquals("FlinkDeployment", manifest.path("kind").asText());
        ObjectNode said = (ObjectNode) manifest.path("spec");
        // the operator's types on Maven Central are older than the version of Flink, which is checked by itself
        String version = said.remove("flinkVersion").asText();
        String[] numbers = EnvironmentInformation.getVersion().split("\\.", -1);
        assertEquals("v" + numbers[0] + "_" + numbers[1], version);
        FlinkDeploymentSpec spec = YAML.treeToValue(said, FlinkDeploymentSpec.class);
        assertEquals(ClusterJob.class.getName(), spec.getJob().getEntryClass());
        assertEquals(UpgradeMode.SAVEPOINT, spec.getJob().getUpgradeMode());
        CommandLine line = new CommandLine(new Job());
        line.registerConverter(Duration.class, new DurationConverter());
        line.parseArgs(spec.getJob().getArgs());
        StrictManifests.mountsAreVolumes(spec.getPodTemplate().getSpec(), Set.of());
    }

    @Test
    void whatItSetsAreOptionsOfFlink() throws Exception {
        Map<String, String> set = new HashMap<>();
        read("flink-deployment.yaml")
                .path("spec")
                .path("flinkConfiguration")
                .properties()
                .forEach(each -> set.put(each.getKey(), each.getValue().asText()));
        Set<String> unknown = new TreeSet<>(set.keySet());
        unknown.removeAll(optionsOfFlink());
        assertEquals(Set.of(), unknown);
        Set<String> flags = Files.readAllLines(Path.of("../config/jvm.args")).stream()
                .filter(each -> each.startsWith("--add-") || each.startsWith("-Dchronicle."))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(
                flags,
                new TreeSet<>(Arrays.asList(
                        set.getOrDefault("env.java.opts.all", "").trim().split("\\s+"))));
    }

    @Test
    void theSniffersAreADaemonSetWhoseVariablesAreKeys() throws Exception {
        DaemonSet set = YAML.treeToValue(read("sniffer-daemonset.yaml"), DaemonSet.class);
        assertEquals("apps/v1", set.getApiVersion());
        PodSpec pod = set.getSpec().getTemplate().getSpec();
        StrictManifests.mountsAreVolumes(pod, Set.of());
        Map<String, String> environment = new HashMap<>();
        for (EnvVar each : pod.getContainers().get(0).getEnv()) {
            environment.put(each.getName(), each.getValue() == null ? "node-7" : each.getValue());
        }
        SnifferConfig read = ServiceKind.SNIFFER
                .reader()
                .read(new ConfigSources(List.of(Path.of("../config/sniffer.yaml")), environment, List.of()))
                .config();
        assertEquals(
                environment.get("WIREPATH_SNIFFER_SHIPPING_KAFKA"),
                read.shipping().kafka());
    }

    @Test
    void aFieldThatNobodyKnowsIsAnError() throws Exception {
        ObjectNode wrong = read("sniffer-daemonset.yaml");
        ((ObjectNode) wrong.at("/spec/template/spec")).put("hostNetworks", true);
        assertThrows(UnrecognizedPropertyException.class, () -> YAML.treeToValue(wrong, DaemonSet.class));
        ObjectNode job = (ObjectNode) read("flink-deployment.yaml").path("spec").path("job");
        job.put("upgradeModes", "savepoint");
        assertThrows(UnrecognizedPropertyException.class, () -> YAML.treeToValue(job, JobSpec.class));
    }

    private static ObjectNode read(String name) throws Exception {
        JsonNode read = YAML.readTree(MANIFESTS.resolve(name).toFile());
        return (ObjectNode) read;
    }

    private static Set<String> optionsOfFlink() throws IllegalAccessException {
        Set<String> keys = new TreeSet<>();
        for (Class<?> options : List.of(
                CheckpointingOptions.class,
                CoreOptions.class,
                HighAvailabilityOptions.class,
                StateBackendOptions.class,
                TaskManagerOptions.class)) {
            for (Field field : options.getFields()) {
                if (Modifier.isStatic(field.getModifiers()) && field.get(null) instanceof ConfigOption<?> option) {
                    keys.add(option.key());
                }
            }
        }
        return keys;
    }
}
