package io.wirepath.packages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.wirepath.pipeline.StrictManifests;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive of manifests names the image that was built, and is what kustomize renders. */
final class KubernetesIT {

    @TempDir
    private Path temp;

    private Path unpacked() throws Exception {
        Path archive = Shell.built("-kubernetes.tgz");
        Shell.run("tar", "xzf", archive.toString(), "-C", temp.toString()).good();
        return temp.resolve(archive.getFileName().toString().replace(".tgz", ""));
    }

    @Test
    void namesTheVersionAndTheDigestOfTheImage() throws Exception {
        String kustomization = Files.readString(unpacked().resolve("kustomization.yaml"));
        Path image = Shell.built(Shell.WITH_JAVA + ".tar");
        String index = Shell.run("tar", "xOf", image.toString(), "index.json").good();
        String digest =
                new ObjectMapper().readTree(index).at("/manifests/0/digest").asText();
        assertTrue(kustomization.contains(digest), kustomization);
        assertTrue(
                image.getFileName()
                        .toString()
                        .startsWith("wirepath-"
                                + StrictManifests.YAML
                                        .readTree(kustomization)
                                        .at("/images/0/newTag")
                                        .asText()
                                + "-image"),
                kustomization);
        assertFalse(kustomization.contains("version@"));
    }

    /** By kubectl, where it is here: Debian's is older than components of kustomize are. */
    @Test
    void kustomizeRendersThem() throws Exception {
        assumeTrue(
                Shell.run("sh", "-c", "command -v kubectl").status() == 0, "no kubectl here, and tests install none");
        String rendered =
                Shell.run("kubectl", "kustomize", unpacked().toString()).good();
        KubernetesManifests found = KubernetesManifests.of(rendered);
        found.check();
        for (ObjectNode each : found.all()) {
            if (!each.path("kind").asText().equals("Namespace")) {
                assertEquals("wirepath", each.at("/metadata/namespace").asText(), each::toString);
            }
        }
        ConfigMap config = found.one("ConfigMap", ConfigMap.class);
        assertEquals(
                Files.readString(Path.of("../config/serve.yaml")),
                config.getData().get("serve.yaml"));
        for (Container each : found.containers()) {
            assertTrue(each.getImage().startsWith("wirepath:"), each::getImage);
        }
        assertTrue(
                rendered.contains(
                        "name: " + Objects.requireNonNull(config.getMetadata().getName())),
                "pods mount the configuration by its generated name");
        Path kustomization = unpacked().resolve("kustomization.yaml");
        Files.writeString(kustomization, Files.readString(kustomization).replace("# components:", "components:"));
        JsonNode monitor = KubernetesManifests.of(Shell.run(
                                "kubectl",
                                "kustomize",
                                kustomization.getParent().toString())
                        .good())
                .node("ServiceMonitor");
        assertEquals("/metrics", monitor.at("/spec/endpoints/0/path").asText());
    }
}
