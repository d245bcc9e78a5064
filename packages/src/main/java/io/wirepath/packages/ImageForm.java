package io.wirepath.packages;

import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainer;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.ImageFormat;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import com.google.cloud.tools.jib.api.buildplan.Port;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An image of containers in OCI's form, made without a daemon and without asking a registry. What changes less often
 * lies in a layer further down: the system, the Java, the libraries, the program.
 */
final class ImageForm {

    /** The user in the image, as a number, so that Kubernetes sees that it is not root. */
    private static final String USER = "10001:10001";

    /** Of no use in a container. */
    private static final Pattern LEFT_OUT = Pattern.compile("/(lib|usr/lib/(sysusers|tmpfiles)\\.d|usr/share/(man|"
            + "bash-completion|zsh))/.*|/usr/lib/wirepath/train|/usr/share/doc/wirepath/(manual|decisions|results)/.*");

    private ImageForm() {}

    /** Writes the image; its digest, as registries know it. */
    static String write(PackedTree tree, Path root, Path to, String version, String processor) throws Exception {
        JibContainerBuilder image = Jib.fromScratch()
                .setFormat(ImageFormat.OCI)
                .setPlatforms(Set.of(new Platform(processor, "linux")))
                .setCreationTime(RpmForm.TIME)
                .addFileEntriesLayer(system(root))
                .addFileEntriesLayer(layer("java", tree, "/usr/lib/wirepath/java/.*"))
                .addFileEntriesLayer(layer("libraries", tree, "/usr/lib/wirepath/(lib|connect)/.*"))
                .addFileEntriesLayer(layer("wirepath", tree, "(?!/usr/lib/wirepath/(java|lib|connect)/).*"))
                .setEnvironment(Map.of("PATH", "/usr/bin:/bin", "LANG", "C.UTF-8"))
                .setLabels(Map.of(
                        "org.opencontainers.image.title", "wirepath",
                        "org.opencontainers.image.version", version,
                        "org.opencontainers.image.licenses", "Apache-2.0"))
                .setUser(USER)
                .setWorkingDirectory(AbsoluteUnixPath.get("/var/lib/wirepath"))
                .addExposedPort(Port.tcp(7170))
                .addExposedPort(Port.tcp(7171))
                .setEntrypoint("/usr/bin/wirepath")
                .setProgramArguments("--help");
        Path cache = to.resolveSibling("image-cache");
        JibContainer made = image.containerize(Containerizer.to(TarImage.at(to).named("wirepath:" + version))
                .setOfflineMode(true)
                .setBaseImageLayersCache(cache)
                .setApplicationLayersCache(cache)
                .setToolName("wirepath")
                .setToolVersion(version));
        return made.getDigest().toString();
    }

    /** The root as it is, with the directories that the program writes to. */
    private static FileEntriesLayer system(Path root) throws IOException {
        FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName("system");
        try (Stream<Path> all = Files.walk(root)) {
            for (Path each : all.filter(each -> !each.equals(root)).sorted().toList()) {
                String path = "/" + root.relativize(each);
                boolean runs = Files.isDirectory(each) || Files.isExecutable(each);
                boolean written = path.equals("/tmp");
                boolean own = path.startsWith("/var/lib/wirepath");
                layer.addEntry(
                        each,
                        AbsoluteUnixPath.get(path),
                        FilePermissions.fromOctalString(written ? "777" : own ? "700" : runs ? "755" : "644"),
                        RpmForm.TIME,
                        own ? USER : "0:0");
            }
        }
        return layer.build();
    }

    private static FileEntriesLayer layer(String name, PackedTree tree, String paths) {
        FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName(name);
        for (Map.Entry<String, Integer> file : tree.modes().entrySet()) {
            String path = file.getKey();
            if (path.matches(paths) && !LEFT_OUT.matcher(path).matches()) {
                layer.addEntry(
                        tree.file(path),
                        AbsoluteUnixPath.get(path),
                        FilePermissions.fromOctalString(Integer.toOctalString(file.getValue())),
                        RpmForm.TIME,
                        "0:0");
            }
        }
        return layer.build();
    }
}
