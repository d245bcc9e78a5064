package io.wirepath.imports.names;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.stream.Collectors;

/** JSON: objects of Kubernetes, or what {@linkplain JsonInventory an inventory} prints. */
final class NamedJson implements NameFormat {

    @Override
    public boolean isOf(List<String> lines) {
        return lines.stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .filter(line -> line.startsWith("{") || line.startsWith("["))
                .isPresent();
    }

    @Override
    public void read(List<String> lines, AddressNameSink to) {
        JsonNode root;
        try {
            root = new ObjectMapper().readTree(String.join("\n", lines));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "is no JSON: line " + e.getLocation().getLineNr() + ": " + e.getOriginalMessage(), e);
        }
        boolean isOfKubernetes = root.path("kind").isTextual();
        if (isOfKubernetes) {
            new KubernetesObjects(to).read(root);
        } else if (!JsonInventory.read(root, to)) {
            throw new IllegalArgumentException("is JSON without a kind of Kubernetes, and none of: "
                    + JsonInventory.ALL.stream().map(JsonInventory::what).collect(Collectors.joining("; ")));
        }
    }
}
