package io.wirepath.imports.names;

import com.fasterxml.jackson.databind.JsonNode;
import io.wirepath.causes.TimeSpan;
import java.util.HashSet;
import java.util.Set;

/**
 * Names of addresses from what {@code kubectl get pods,services,nodes,endpointslices -A -o json} prints, or the API
 * itself: a list, or one object (Kubernetes API, {@code v1} and {@code discovery.k8s.io/v1}).
 *
 * <pre>
 *  Pod            status.podIPs                      web-7d4f9-x2x9k.shop
 *  Service        spec.clusterIPs, load balancers    web.shop.svc
 *  Node           status.addresses                   node-3
 *  EndpointSlice  endpoints[].addresses              the pod, else the service
 * </pre>
 *
 * <p>A pod that uses the network of its node has its address, which is the node's; one that is over may have lent its
 * address to another. Neither names anything. A pod has its name since it was started.
 */
final class KubernetesObjects {

    private static final String SERVICE = ".svc";

    private final Set<String> told = new HashSet<>();
    private final AddressNameSink to;
    private TimeSpan when = TimeSpan.ALWAYS;

    KubernetesObjects(AddressNameSink to) {
        this.to = to;
    }

    /** Shows the names of a list, or of one object. */
    void read(JsonNode root) {
        String kind = root.path("kind").asText();
        if (root.has("items")) {
            // items of the API's own lists, such as PodList, do not say their kind
            String ofAll = kind.replaceFirst("List$", "");
            root.path("items").forEach(item -> add(item.path("kind").asText(ofAll), item));
        } else {
            add(kind, root);
        }
    }

    private void add(String kind, JsonNode item) {
        String name = item.path("metadata").path("name").asText();
        String named = name + "." + item.path("metadata").path("namespace").asText();
        when = TimeSpan.ALWAYS;
        switch (kind) {
            case "Pod" -> pod(item, named);
            case "Service" -> service(item, named + SERVICE);
            case "Node" -> names(item.path("status").path("addresses"), "address", name);
            case "EndpointSlice" -> endpoints(item);
            default -> {}
        }
    }

    private void pod(JsonNode pod, String name) {
        String phase = pod.path("status").path("phase").asText();
        boolean isOver = phase.equals("Succeeded") || phase.equals("Failed");
        if (!isOver && !pod.path("spec").path("hostNetwork").asBoolean()) {
            String start = pod.path("status").path("startTime").asText();
            when = start.isEmpty() ? TimeSpan.ALWAYS : new TimeSpan(TimeSpan.moment(start), Long.MAX_VALUE);
            names(pod.path("status").path("podIPs"), "ip", name);
            name(pod.path("status").path("podIP"), name);
        }
    }

    private void service(JsonNode service, String name) {
        JsonNode spec = service.path("spec");
        name(spec.path("clusterIP"), name);
        spec.path("clusterIPs").forEach(address -> name(address, name));
        spec.path("externalIPs").forEach(address -> name(address, name));
        names(service.path("status").path("loadBalancer").path("ingress"), "ip", name);
    }

    private void endpoints(JsonNode slice) {
        String space = slice.path("metadata").path("namespace").asText();
        JsonNode labels = slice.path("metadata").path("labels");
        String service = labels.path("kubernetes.io/service-name").asText();
        for (JsonNode endpoint : slice.path("endpoints")) {
            JsonNode target = endpoint.path("targetRef");
            String named = target.path("kind").asText().equals("Pod")
                    ? target.path("name").asText() + "." + space
                    : service.isEmpty() || target.has("kind") ? "" : service + "." + space + SERVICE;
            endpoint.path("addresses").forEach(address -> name(address, named));
        }
    }

    private void names(JsonNode list, String field, String name) {
        list.forEach(entry -> name(entry.path(field), name));
    }

    /** Once each: a service without an address says None, and nodes have host names among their addresses. */
    private void name(JsonNode address, String name) {
        if (told.add(address.asText() + " " + name)) {
            to.onName(address.asText(), name, when);
        }
    }
}
