package io.wirepath.pipeline;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads manifests of Kubernetes by its own types: a field that they do not know is an error. */
public final class StrictManifests {

    /** Reads them. */
    public static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory())
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, true)
            .setAnnotationIntrospector(new JacksonAnnotationIntrospector() {
                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                    return false; // the types of Kubernetes would take everything
                }

                @Override
                public JsonIgnoreProperties.Value findPropertyIgnoralByName(
                        MapperConfig<?> config, Annotated annotated) {
                    return super.findPropertyIgnoralByName(config, annotated)
                            .withoutIgnoreUnknown(); // and those of Flink
                }
            });

    private StrictManifests() {}

    /** Holds that what containers mount is there. */
    public static void mountsAreVolumes(PodSpec pod, Set<String> claimed) {
        Set<String> volumes = pod.getVolumes().stream().map(Volume::getName).collect(Collectors.toSet());
        volumes.addAll(claimed);
        for (Container container : pod.getContainers()) {
            for (VolumeMount mount : container.getVolumeMounts()) {
                assertTrue(volumes.contains(mount.getName()), mount.getName());
            }
        }
    }
}
