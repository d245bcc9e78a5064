package io.wirepath.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesListBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodIPBuilder;
import io.fabric8.kubernetes.api.model.PodListBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Objects that the types of the Kubernetes API themselves write. */
class KubernetesNamesTest {

    private static String json(Object object) throws JsonProcessingException {
        return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(object);
    }

    private static PodBuilder pod(String name, String phase, String... addresses) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("shop")
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .withNewStatus()
                .withPhase(phase)
                .withPodIP(addresses[0])
                .withPodIPs(List.of(addresses).stream()
                        .map(address -> new PodIPBuilder().withIp(address).build())
                        .toList())
                .endStatus();
    }

    private static Map<String, String> names(String text) {
        NodeNames names = new NodeNames();
        NameFile.read(text.lines().toList(), "names.json", names);
        return names.resolve();
    }

    @Test
    void podsServicesNodesAndEndpointsNameTheirAddresses() throws Exception {
        Pod onNode = pod("proxy-x2x9k", "Running", "192.168.1.3")
                .editSpec()
                .withHostNetwork(true)
                .endSpec()
                .build();
        List<HasMetadata> items = List.of(
                pod("cart-7d9f8b6c5-xkcdz", "Running", "10.1.0.7", "fd00::7").build(),
                pod("job-zzzzz", "Succeeded", "10.1.0.8").build(),
                pod("web-7d9f8b6c5-b4k2c", "Running", "10.1.0.8").build(),
                onNode,
                new ServiceBuilder()
                        .withNewMetadata()
                        .withName("cart")
                        .withNamespace("shop")
                        .endMetadata()
                        .withNewSpec()
                        .withClusterIP("10.96.0.7")
                        .withClusterIPs("10.96.0.7")
                        .endSpec()
                        .build(),
                new ServiceBuilder()
                        .withNewMetadata()
                        .withName("headless")
                        .withNamespace("shop")
                        .endMetadata()
                        .withNewSpec()
                        .withClusterIP("None")
                        .endSpec()
                        .build(),
                new NodeBuilder()
                        .withNewMetadata()
                        .withName("node-3")
                        .endMetadata()
                        .withNewStatus()
                        .addNewAddress("192.168.1.3", "InternalIP")
                        .addNewAddress("node-3", "Hostname")
                        .endStatus()
                        .build(),
                new EndpointSliceBuilder()
                        .withNewMetadata()
                        .withName("db-abcde")
                        .withNamespace("shop")
                        .addToLabels("kubernetes.io/service-name", "db")
                        .endMetadata()
                        .addNewEndpoint()
                        .withAddresses("172.16.0.9")
                        .endEndpoint()
                        .build());
        assertEquals(
                Map.of(
                        "10.1.0.7", "cart-7d9f8b6c5-xkcdz.shop@10.1.0.7",
                        "fd00::7", "cart-7d9f8b6c5-xkcdz.shop@fd00::7",
                        "10.1.0.8", "web-7d9f8b6c5-b4k2c.shop",
                        "10.96.0.7", "cart.shop.svc",
                        "192.168.1.3", "node-3",
                        "172.16.0.9", "db.shop.svc"),
                names(json(new KubernetesListBuilder().withItems(items).build())));
    }

    @Test
    void itemsOfAListOfTheApiNeedNotSayTheirKind() throws Exception {
        Pod pod = pod("cart-1", "Running", "10.1.0.7").build();
        pod.setKind(null);
        assertEquals(
                Map.of("10.1.0.7", "cart-1.shop"),
                names(json(new PodListBuilder().withItems(pod).build())));
    }

    @Test
    void saysWhatIsWrong() {
        assertTrue(assertThrows(Failure.class, () -> names("{\"items\":"))
                .getMessage()
                .startsWith("names.json: is no JSON: line 1"));
        assertTrue(assertThrows(Failure.class, () -> names("{\"findings\":[]}"))
                .getMessage()
                .contains("without a kind"));
    }
}
