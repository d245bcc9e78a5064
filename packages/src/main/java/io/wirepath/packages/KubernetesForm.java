package io.wirepath.packages;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;

/** An archive of the manifests for Kubernetes, with the version of the image and the configuration that is shipped. */
final class KubernetesForm {

    private KubernetesForm() {}

    /**
     * Writes it.
     *
     * @param sources where the manifests are, as kustomize takes them
     * @param config where {@code serve.yaml} and {@code sniffer.yaml} are
     * @param to the directory that it is written to
     * @param digest of the image, and for which processor
     */
    static Path write(Path sources, Path config, Path to, String version, String digest) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(sources)) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                String text =
                        Files.readString(each).replace("@version@", version).replace("@digest@", digest);
                files.put(sources.relativize(each).toString(), text.getBytes(UTF_8));
            }
        }
        for (String each : new String[] {"serve.yaml", "sniffer.yaml"}) {
            files.put("config/" + each, Files.readAllBytes(config.resolve(each)));
        }
        String name = "wirepath-" + version + "-kubernetes";
        Path archive = to.resolve(name + ".tgz");
        try (OutputStream out = Files.newOutputStream(archive);
                TarArchiveOutputStream tar = new TarArchiveOutputStream(new GzipCompressorOutputStream(out))) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                TarArchiveEntry entry = new TarArchiveEntry(name + "/" + file.getKey());
                entry.setSize(file.getValue().length);
                entry.setModTime(RpmForm.TIME.toEpochMilli());
                entry.setMode(0100644);
                tar.putArchiveEntry(entry);
                tar.write(file.getValue());
                tar.closeArchiveEntry();
            }
        }
        return archive;
    }
}
