package io.wirepath.packages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Capabilities;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import io.wirepath.appliance.config.ServeConfig;
import io.wirepath.appliance.config.ServiceKind;
import io.wirepath.appliance.config.SnifferConfig;
import io.wirepath.appliance.config.binding.ConfigSources;
import io.wirepath.pipeline.StrictManifests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The manifests say what the types of Kubernetes know and what this program takes, and allow no more than it needs. */
final class KubernetesTest {

    private static final Path MANIFESTS = Path.of("src/kubernetes");
    private static final Path CONFIG = Path.of("../config");

    private static KubernetesManifests read() throws IOException {
        List<ObjectNode> all = new ArrayList<>();
        for (String each : List.of("namespace.yaml", "serve.yaml", "sniffer.yaml", "network-policy.yaml")) {
            all.addAll(KubernetesManifests.of(Files.readString(MANIFESTS.resolve(each)))
                    .all());
        }
        return new KubernetesManifests(all);
    }

    private static Map<String, String> environment(PodSpec pod) {
        Map<String, String> environment = new HashMap<>();
        for (EnvVar each : pod.getContainers().get(0).getEnv()) {
            environment.put(each.getName(), each.getValue() == null ? "node-7" : each.getValue());
        }
        return environment;
    }

    private static Map<String, String> mounted(PodSpec pod) {
        Map<String, String> mounted = new HashMap<>();
        pod.getContainers().get(0).getVolumeMounts().forEach(each -> mounted.put(each.getMountPath(), each.getName()));
        return mounted;
    }

    @Test
    void everyFieldIsKnown() throws IOException {
        read().check();
        StrictManifests.YAML.readValue(
                MANIFESTS.resolve("service-monitor/service-monitor.yaml").toFile(), ServiceMonitor.class);
        ObjectNode wrong = read().node("DaemonSet");
        ((ObjectNode) wrong.at("/spec/template/spec")).put("hostNetworks", true);
        assertThrows(UnrecognizedPropertyException.class, () -> new KubernetesManifests(List.of(wrong)).check());
    }

    @Test
    void variablesAreKeysAndFilesAreMounted() throws Exception {
        PodSpec pod = read().serve();
        ServeConfig serve = ServiceKind.SERVE
                .reader()
                .read(new ConfigSources(List.of(CONFIG.resolve("serve.yaml")), environment(pod), List.of()))
                .config();
        assertEquals(7171, serve.receive().listen().port());
        assertEquals(7170, serve.http().listen().port());
        assertTrue(mounted(pod).keySet().stream()
                .anyMatch(each -> serve.directory().startsWith(each)));
        PodSpec node = read().sniffers();
        SnifferConfig sniffer = ServiceKind.SNIFFER
                .reader()
                .read(new ConfigSources(List.of(CONFIG.resolve("sniffer.yaml")), environment(node), List.of()))
                .config();
        assertEquals("node-7", sniffer.name());
        assertTrue(mounted(node).keySet().stream()
                .anyMatch(each -> sniffer.spool().directory().startsWith(each)));
        for (PodSpec each : List.of(pod, node)) {
            environment(each).values().stream()
                    .filter(value -> value.startsWith("/etc/"))
                    .forEach(file -> assertTrue(
                            mounted(each).containsKey(Path.of(file).getParent().toString()), file));
        }
    }

    @Test
    void nothingIsAllowedBeyondWhatIsNeeded() throws IOException {
        KubernetesManifests read = read();
        for (Container each : read.containers()) {
            Capabilities capabilities = each.getSecurityContext().getCapabilities();
            assertEquals(List.of("ALL"), capabilities.getDrop());
            assertTrue(each.getSecurityContext().getReadOnlyRootFilesystem());
            assertEquals(false, each.getSecurityContext().getAllowPrivilegeEscalation());
            assertEquals(each.getName().equals("sniff") ? List.of("NET_RAW") : List.of(), capabilities.getAdd());
        }
        for (PodSpec pod : List.of(read.serve(), read.sniffers())) {
            assertEquals(
                    "RuntimeDefault",
                    pod.getSecurityContext().getSeccompProfile().getType());
            assertEquals(false, pod.getAutomountServiceAccountToken());
        }
        assertTrue(read.serve().getSecurityContext().getRunAsNonRoot());
        assertTrue(read.sniffers().getHostNetwork());
    }

    /** Probes ask what the service answers without a token. */
    @Test
    void probesAskForHealth() throws IOException {
        Container serve = read().serve().getContainers().get(0);
        assertEquals(
                List.of("/healthz", "/healthz", "/readyz"),
                Stream.of(serve.getStartupProbe(), serve.getLivenessProbe(), serve.getReadinessProbe())
                        .map(each -> each.getHttpGet().getPath())
                        .toList());
    }
}
