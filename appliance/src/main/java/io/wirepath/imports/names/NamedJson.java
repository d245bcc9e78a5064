package io.wirepath.imports.names;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.stream.Collectors;

/** JSON: objects of Kubernetes, or what {@linkplain JsonInventory an inventory} prints. */
final class NamedJson implements NameFormat {

    /** What says that a document is the first page of several: in NetBox, AWS and Kubernetes. */
    private static final List<String> MORE = List.of("next", "NextToken", "metadata.continue");

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
        JsonNode root = tree(lines);
        if (MORE.stream().anyMatch(more -> !JsonPaths.text(root, more).isEmpty())) {
            throw new IllegalArgumentException("is the first page of a longer list; ask for all of it");
        }
        read(root, to);
    }

    /** Shows the names of a document. */
    static void read(JsonNode root, AddressNameSink to) {
        boolean isOfKubernetes = root.path("kind").isTextual();
        if (isOfKubernetes) {
            new KubernetesObjects(to).read(root);
        } else if (!JsonInventory.read(root, to)) {
            throw new IllegalArgumentException("is JSON without a kind of Kubernetes, and none of: "
                    + JsonInventory.ALL.stream().map(JsonInventory::what).collect(Collectors.joining("; ")));
        }
    }

    private static JsonNode tree(List<String> lines) {
        try {
            return new ObjectMapper().readTree(String.join("\n", lines));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "is no JSON: line " + e.getLocation().getLineNr() + ": " + e.getOriginalMessage(), e);
        }
    }
}
