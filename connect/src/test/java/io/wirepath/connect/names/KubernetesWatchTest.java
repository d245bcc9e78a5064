package io.wirepath.connect.names;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ser.BeanSerializerFactory;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.mockwebserver.Context;
import io.wirepath.causes.TimeSpan;
import io.wirepath.imports.names.NameSource;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import okhttp3.mockwebserver.MockWebServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against the server of Fabric8, which keeps objects and lets them be listed and watched as an API server does. */
class KubernetesWatchTest {

    private final KubernetesMockServer server = new KubernetesMockServer(
            new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(), false);

    /** Fabric8's own writer of beans does not know this Jackson. */
    @BeforeAll
    @SuppressWarnings("deprecation") // there is no other way to it
    static void writeAsJacksonDoes() {
        Serialization.jsonMapper().setSerializerFactory(BeanSerializerFactory.instance);
    }

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() {
        server.destroy();
    }

    private String base() {
        return "http://127.0.0.1:" + server.getPort();
    }

    private void send(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base() + path))
                .header("Content-Type", "application/json")
                .timeout(Duration.ofSeconds(30))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertEquals(2, answer.statusCode() / 100, answer::body);
    }

    private void create(String path, HasMetadata object) throws IOException, InterruptedException {
        send("POST", path, Serialization.asJson(object));
    }

    private static HasMetadata pod(String name, String address) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("shop")
                .endMetadata()
                .withNewStatus()
                .withPhase("Running")
                .withStartTime("2026-11-29T10:00:00Z")
                .withPodIP(address)
                .endStatus()
                .build();
    }

    private List<NameSource.Feed> feeds() {
        return new KubernetesNames(name -> null).feeds("kubernetes+" + base());
    }

    private static Map<String, String> asked(NameSource.Feed feed) throws IOException {
        Map<String, String> names = new TreeMap<>();
        feed.ask((address, name, when) -> names.put(address, name));
        return names;
    }

    @Test
    void listsPodsServicesAndEndpoints() throws Exception {
        create("/api/v1/namespaces/shop/pods", pod("web-1", "10.1.0.7"));
        create(
                "/api/v1/namespaces/shop/services",
                new ServiceBuilder()
                        .withNewMetadata()
                        .withName("web")
                        .withNamespace("shop")
                        .endMetadata()
                        .withNewSpec()
                        .withClusterIP("10.96.0.9")
                        .endSpec()
                        .build());
        create(
                "/apis/discovery.k8s.io/v1/namespaces/shop/endpointslices",
                new EndpointSliceBuilder()
                        .withNewMetadata()
                        .withName("db-x")
                        .withNamespace("shop")
                        .addToLabels("kubernetes.io/service-name", "db")
                        .endMetadata()
                        .withAddressType("IPv4")
                        .addNewEndpoint()
                        .withAddresses("192.0.2.5")
                        .endEndpoint()
                        .build());
        Map<String, String> all = new TreeMap<>();
        for (NameSource.Feed feed : feeds()) {
            all.putAll(asked(feed));
        }
        assertEquals(Map.of("10.1.0.7", "web-1.shop", "10.96.0.9", "web.shop.svc", "192.0.2.5", "db.shop.svc"), all);
    }

    @Test
    void saysSinceWhenAPodRuns() throws Exception {
        create("/api/v1/namespaces/shop/pods", pod("web-1", "10.1.0.7"));
        feeds().get(0)
                .ask((address, name, when) ->
                        assertEquals(new TimeSpan(TimeSpan.moment("2026-11-29T10:00:00Z"), Long.MAX_VALUE), when));
    }

    @Test
    void followsWhatComesAndGoes() throws Exception {
        create("/api/v1/namespaces/shop/pods", pod("web-1", "10.1.0.7"));
        try (LinesOfWatches lines = new LinesOfWatches(server.getPort());
                NameSource.Feed pods = new KubernetesNames(name -> null)
                        .feeds("kubernetes+http://127.0.0.1:" + lines.port())
                        .get(0)) {
            assertEquals(Map.of("10.1.0.7", "web-1.shop"), asked(pods));
            create("/api/v1/namespaces/shop/pods", pod("web-2", "10.1.0.8"));
            assertEquals(Map.of("10.1.0.7", "web-1.shop", "10.1.0.8", "web-2.shop"), until(pods, 2));
            send("DELETE", "/api/v1/namespaces/shop/pods/web-1", "");
            assertEquals(Map.of("10.1.0.8", "web-2.shop"), until(pods, 1));
        }
    }

    /** The names, once there are so many: each question waits for an event. */
    private static Map<String, String> until(NameSource.Feed feed, int count) throws IOException {
        Map<String, String> names = asked(feed);
        while (names.size() != count) {
            names = asked(feed);
        }
        return names;
    }
}
