package io.wirepath.connect.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.wirepath.imports.names.NameSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Consul, NetBox and what of Kubernetes no server of tests has, in the form that they document. */
class InventoriesTest {

    private static final String SECRET = "s3cret-of-the-test";

    @TempDir
    private Path directory;

    @SuppressWarnings("NullAway.Init") // made before each test
    private AnsweringServer server;

    @BeforeEach
    void start() throws IOException {
        server = new AnsweringServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Map<String, String> variables(String name) throws IOException {
        return Map.of(
                name, Files.writeString(directory.resolve("token"), SECRET).toString());
    }

    private static Map<String, String> asked(List<NameSource.Feed> feeds) throws IOException {
        Map<String, String> names = new TreeMap<>();
        for (NameSource.Feed feed : feeds) {
            feed.ask((address, name, when) -> names.put(address, name));
        }
        return names;
    }

    @Test
    void readsConsulsCatalogue() throws IOException {
        server.with("/v1/catalog/nodes", "200[{\"Node\":\"t2\",\"Address\":\"10.1.10.11\"}]")
                .with("/v1/catalog/services", "200{\"redis\":[\"primary\"],\"gone\":[]}")
                .with(
                        "/v1/catalog/service/redis",
                        "200[{\"Node\":\"t2\",\"Address\":\"10.1.10.11\",\"ServiceID\":\"redis-1\",\"ServiceAddress\":\"172.17.0.3\"}]")
                .with("/v1/catalog/service/gone", "200[]");
        assertEquals(
                Map.of("10.1.10.11", "t2", "172.17.0.3", "redis-1"),
                asked(new ConsulNames(variables("WIREPATH_CONSUL_TOKEN_FILE")::get)
                        .feeds("consul+" + server.address())));
        assertEquals(List.of(SECRET, SECRET, SECRET, SECRET), server.tokens());
    }

    @Test
    void readsAllPagesOfNetBox() throws IOException {
        server.with(
                        "/netbox/api/ipam/ip-addresses/?limit=500&offset=0",
                        "200{\"count\":2,\"next\":\"http://elsewhere.test/?offset=1\",\"results\":[{\"address\":\"10.0.0.5/24\",\"dns_name\":\"a.corp\"}]}")
                .with(
                        "/netbox/api/ipam/ip-addresses/?limit=500&offset=1",
                        "200{\"count\":2,\"next\":null,\"results\":[{\"address\":\"10.0.0.6/24\",\"dns_name\":\"\"}]}")
                .with("/netbox/api/dcim/devices/?limit=500&offset=0", "200{\"next\":null,\"results\":[]}")
                .with(
                        "/netbox/api/virtualization/virtual-machines/?limit=500&offset=0",
                        "200{\"next\":null,\"results\":[{\"name\":\"vm1\",\"primary_ip4\":{\"address\":\"10.0.0.9/24\"}}]}");
        assertEquals(
                Map.of("10.0.0.5", "a.corp", "10.0.0.9", "vm1"),
                asked(new NetBoxNames(variables("WIREPATH_NETBOX_TOKEN_FILE")::get)
                        .feeds("netbox+" + server.address() + "/netbox/")));
        assertEquals("Token " + SECRET, server.tokens().get(0));
    }

    @Test
    void saysWhatIsRefusedAndNoSecret() throws IOException {
        server.with("/api/v1/pods?limit=500", "403{\"kind\":\"Status\",\"message\":\"pods is forbidden\"}");
        NameSource.Feed pods = new KubernetesNames(variables("WIREPATH_KUBERNETES_TOKEN_FILE")::get)
                .feeds("kubernetes+" + server.address())
                .get(0);
        IOException refused = assertThrows(IOException.class, () -> pods.ask((address, name, when) -> {}));
        assertEquals("/api/v1/pods is answered 403: pods is forbidden", refused.getMessage());
        assertFalse(refused.toString().contains(SECRET));
        assertEquals(List.of("Bearer " + SECRET), server.tokens());
    }

    @Test
    void listsPodsInPagesAndAnewWhereTheirVersionIsGone() throws IOException {
        String pod =
                "{\"metadata\":{\"name\":\"p%1$d\",\"namespace\":\"n\"},\"status\":{\"phase\":\"Running\",\"podIP\":\"10.0.0.%1$d\"}}";
        server.with(
                        "/api/v1/pods?limit=500",
                        "200{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"7\",\"continue\":\"x y\"},\"items\":["
                                + pod.formatted(1) + "]}")
                .with(
                        "/api/v1/pods?limit=500&continue=x%20y",
                        "200{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"7\"},\"items\":["
                                + pod.formatted(2) + "]}");
        String watch = "/api/v1/pods?watch=true&allowWatchBookmarks=true&timeoutSeconds=300&resourceVersion=7";
        server.with(
                watch,
                "200{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"code\":410,\"message\":\"too old\"}}\n");
        NameSource.Feed pods = new KubernetesNames(name -> null)
                .feeds("kubernetes+" + server.address())
                .get(0);
        assertEquals(Map.of("10.0.0.1", "p1.n", "10.0.0.2", "p2.n"), asked(List.of(pods)));
        server.with(
                "/api/v1/pods?limit=500",
                "200{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[" + pod.formatted(3)
                        + "]}");
        assertEquals(Map.of("10.0.0.3", "p3.n"), asked(List.of(pods)));
    }

    @Test
    void showsNoTokenThatAServerRepeats() throws IOException {
        server.with("/api/v1/pods?limit=500", "401{\"message\":\"no such token: " + SECRET + "\"}");
        NameSource.Feed pods = pods("WIREPATH_KUBERNETES_TOKEN_FILE");
        IOException refused = assertThrows(IOException.class, () -> pods.ask((address, name, when) -> {}));
        assertEquals("/api/v1/pods is answered 401: no such token: …", refused.getMessage());
    }

    private NameSource.Feed pods(String token) throws IOException {
        return new KubernetesNames(variables(token)::get)
                .feeds("kubernetes+" + server.address())
                .get(0);
    }

    /** A server that is broken, or means harm, may give pages for ever. */
    @Test
    void endsListsThatDoNotEnd() throws IOException {
        String same = "200{\"metadata\":{\"continue\":\"x\"},\"items\":[{\"metadata\":{\"name\":\"a\"}}]}";
        server.with("/api/v1/pods?limit=500", same).with("/api/v1/pods?limit=500&continue=x", same);
        NameSource.Feed pods = pods("");
        IOException endless = assertTimeoutPreemptively(
                Duration.ofSeconds(60),
                () -> assertThrows(IOException.class, () -> pods.ask((address, name, when) -> {})));
        assertEquals("/api/v1/pods goes on and on without another object", endless.getMessage());
    }

    /** Each empty object takes thirty times as much heap as it has bytes. */
    @Test
    void refusesDocumentsThatAreMadeToTakeMemory() throws IOException {
        server.with("/api/v1/pods?limit=500", "200[" + "{},".repeat(3_000_000) + "{}]");
        NameSource.Feed pods = pods("");
        IOException large = assertThrows(IOException.class, () -> pods.ask((address, name, when) -> {}));
        assertEquals("/api/v1/pods is answered with a document of too many parts, or too deep", large.getMessage());
    }

    @Test
    void keepsAddressesThatAreNoneFromBeingAsked() {
        assertThrows(
                IllegalArgumentException.class, () -> new ConsulNames(name -> null).feeds("consul+https://a:b@host"));
        assertThrows(IllegalArgumentException.class, () -> new KubernetesNames(name -> null).feeds("kubernetes:"));
        IllegalArgumentException none = assertThrows(
                IllegalArgumentException.class, () -> new KubernetesNames(name -> null).feeds("kubernetes:host"));
        assertEquals("is no address; write kubernetes+https://HOST:PORT", none.getMessage());
    }
}
