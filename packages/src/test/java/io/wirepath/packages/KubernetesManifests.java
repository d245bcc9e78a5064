package io.wirepath.packages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import io.wirepath.pipeline.StrictManifests;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Manifests of Kubernetes, read by its own types.
 *
 * @param all each by itself
 */
record KubernetesManifests(List<ObjectNode> all) {

    private static final Map<String, Class<?>> TYPES = Map.of(
            "Namespace", Namespace.class,
            "ConfigMap", ConfigMap.class,
            "Service", Service.class,
            "StatefulSet", StatefulSet.class,
            "DaemonSet", DaemonSet.class,
            "NetworkPolicy", NetworkPolicy.class,
            "ServiceMonitor", ServiceMonitor.class);

    static KubernetesManifests of(String yaml) throws IOException {
        try (MappingIterator<ObjectNode> each =
                StrictManifests.YAML.readerFor(ObjectNode.class).readValues(yaml)) {
            return new KubernetesManifests(each.readAll());
        }
    }

    /** Holds that each is of a known type, all of whose fields are known, and that what is named is there. */
    void check() throws IOException {
        for (ObjectNode each : all) {
            Class<?> type = Objects.requireNonNull(TYPES.get(each.path("kind").asText()), each::toString);
            StrictManifests.YAML.treeToValue(each, type);
        }
        StatefulSet serve = one("StatefulSet", StatefulSet.class);
        Set<String> claimed = serve.getSpec().getVolumeClaimTemplates().stream()
                .map(PersistentVolumeClaim::getMetadata)
                .map(about -> about.getName())
                .collect(Collectors.toSet());
        StrictManifests.mountsAreVolumes(serve.getSpec().getTemplate().getSpec(), claimed);
        StrictManifests.mountsAreVolumes(sniffers(), Set.of());
        Map<String, String> labels = serve.getSpec().getTemplate().getMetadata().getLabels();
        for (ObjectNode each : all) {
            if (each.path("kind").asText().equals("Service")) {
                Service service = StrictManifests.YAML.treeToValue(each, Service.class);
                assertEquals(labels, service.getSpec().getSelector());
            }
        }
        assertEquals(
                labels,
                one("NetworkPolicy", NetworkPolicy.class)
                        .getSpec()
                        .getPodSelector()
                        .getMatchLabels());
        assertTrue(all.stream()
                .anyMatch(each -> each.at("/metadata/name")
                        .asText()
                        .equals(serve.getSpec().getServiceName())));
    }

    ObjectNode node(String kind) {
        return all.stream()
                .filter(each -> each.path("kind").asText().equals(kind))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + kind));
    }

    <T> T one(String kind, Class<T> type) throws IOException {
        return StrictManifests.YAML.treeToValue(node(kind), type);
    }

    PodSpec serve() throws IOException {
        return one("StatefulSet", StatefulSet.class).getSpec().getTemplate().getSpec();
    }

    PodSpec sniffers() throws IOException {
        return one("DaemonSet", DaemonSet.class).getSpec().getTemplate().getSpec();
    }

    List<Container> containers() throws IOException {
        return Stream.of(serve(), sniffers())
                .flatMap(pod -> pod.getContainers().stream())
                .toList();
    }
}
