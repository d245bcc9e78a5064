package io.wirepath.connect.names;

import io.wirepath.imports.names.NameSource;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Pods, services, nodes and EndpointSlices of a cluster: {@code kubernetes:} within a pod of it, else
 * {@code kubernetes+https://HOST:PORT}, or {@code kubernetes+http://127.0.0.1:8001} where {@code kubectl proxy} runs.
 */
public final class KubernetesNames implements NameSource {

    private static final String WITHIN = "kubernetes:";

    /** What each pod has. */
    private static final Path ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    private final UnaryOperator<@Nullable String> variables;

    /** Made by the service loader. */
    public KubernetesNames() {
        this(System::getenv);
    }

    KubernetesNames(UnaryOperator<@Nullable String> variables) {
        this.variables = variables;
    }

    @Override
    public boolean isOf(String address) {
        return address.startsWith(WITHIN) || address.startsWith("kubernetes+");
    }

    @Override
    public List<Feed> feeds(String address) {
        JsonApi api = address.equals(WITHIN) ? within() : JsonApi.of(address, variables, JsonApi::bearer);
        return List.of(
                new KubernetesFeed(api, address, "/api/v1/pods", "Pod"),
                new KubernetesFeed(api, address, "/api/v1/services", "Service"),
                new KubernetesFeed(api, address, "/api/v1/nodes", "Node"),
                new KubernetesFeed(api, address, "/apis/discovery.k8s.io/v1/endpointslices", "EndpointSlice"));
    }

    private JsonApi within() {
        String host = variables.apply("KUBERNETES_SERVICE_HOST");
        String port = variables.apply("KUBERNETES_SERVICE_PORT_HTTPS");
        if (host == null) {
            throw new IllegalArgumentException("works within a pod; elsewhere write kubernetes+https://HOST:PORT");
        }
        String shown = host.contains(":") ? "[" + host + "]" : host;
        return new JsonApi(
                URI.create("https://" + shown + ":" + (port == null ? "443" : port)),
                ACCOUNT.resolve("token"),
                ACCOUNT.resolve("ca.crt"),
                JsonApi::bearer);
    }
}
