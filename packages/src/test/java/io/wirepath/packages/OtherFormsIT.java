package io.wirepath.packages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The rpm and the image hold the program, and it runs out of them. */
@Timeout(300)
final class OtherFormsIT {

    @TempDir
    private Path temp;

    @Test
    void rpmReadsInstallsAndVerifiesThePackage() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/rpm")), "rpm is not here: ./wirepath selftest installs it");
        assumeTrue(Shell.isRoot(), "only root can give files to root");
        String rpm = Shell.built(Shell.WITH_JAVA + ".rpm").toString();
        String checked = Shell.run("rpm", "-K", "-v", rpm).good();
        assertTrue(checked.contains("Payload SHA256 digest: OK"), checked);
        String lists = Shell.run("rpm", "-qp", "--nosignature", "--list", "--requires", rpm)
                .good();
        for (String expected : List.of(
                "/usr/bin/wirepath",
                "/usr/lib/wirepath/java/bin/java",
                "/usr/lib/systemd/system/wirepath-serve.service",
                "libc.so.6()(64bit)")) {
            assertTrue(lists.lines().anyMatch(expected::equals), expected);
        }
        String kept =
                Shell.run("rpm", "-qp", "--nosignature", "--configfiles", rpm).good();
        assertEquals(
                List.of("/etc/wirepath/serve.yaml", "/etc/wirepath/sniffer.yaml"),
                kept.lines().sorted().toList());
        String root = temp.resolve("root").toString();
        Files.createDirectories(Path.of(root));
        Shell.run("rpm", "--root", root, "--nosignature", "--nodeps", "--noscripts", "-i", rpm)
                .good();
        assertEquals(
                "",
                Shell.run("rpm", "--root", root, "--nodeps", "-V", "wirepath").good());
        String program = root + "/usr/bin/wirepath";
        assertTrue(Shell.run(program, "version").good().startsWith("wirepath "));
        Files.writeString(Path.of(root, "usr/lib/wirepath/jvm.args"), "changed");
        assertFalse(
                Shell.run("rpm", "--root", root, "--nodeps", "-V", "wirepath").status() == 0, "a changed file is told");
    }

    @Test
    void theImageRunsFromItsLayersAlone() throws Exception {
        assumeTrue(Shell.isRoot(), "only root can change the root");
        Path image = temp.resolve("image");
        Files.createDirectories(image);
        Shell.run("tar", "xf", imageFile().toString(), "-C", image.toString()).good();
        ObjectMapper json = new ObjectMapper();
        assertEquals(
                "1.0.0",
                json.readTree(image.resolve("oci-layout").toFile())
                        .path("imageLayoutVersion")
                        .asText());
        JsonNode manifest = json.readTree(blob(
                        image,
                        json.readTree(image.resolve("index.json").toFile())
                                .path("manifests")
                                .path(0))
                .toFile());
        JsonNode about = json.readTree(blob(image, manifest.path("config")).toFile());
        assertEquals("linux", about.path("os").asText());
        assertEquals("10001:10001", about.path("config").path("User").asText());
        Path root = Files.createDirectories(temp.resolve("root"));
        List<String> layers = new ArrayList<>();
        for (JsonNode layer : manifest.path("layers")) {
            layers.add(layer.path("mediaType").asText());
            Shell.run("tar", "xf", blob(image, layer).toString(), "-C", root.toString())
                    .good();
        }
        assertEquals(4, layers.size(), layers.toString());
        List<String> command = new ArrayList<>(List.of(
                "unshare",
                "--mount",
                "--pid",
                "--net",
                "--fork",
                "env",
                "-i",
                "PATH=/usr/bin:/bin",
                "sh",
                "-c",
                "mount -t proc proc \"$0/proc\" && mount --bind /dev \"$0/dev\" &&"
                        + " exec /usr/sbin/chroot --userspec=10001:10001 \"$0\" /bin/sh -c 'cd /var/lib/wirepath && exec \"$@\"'"
                        + " sh \"$@\"",
                root.toString()));
        about.path("config").path("Entrypoint").forEach(word -> command.add(word.asText()));
        command.addAll(List.of("demo", "--quiet"));
        String said = Shell.run(200, command).good();
        assertTrue(said.contains("app2 is about 51 ms slower than app1"), said);
        assertTrue(Files.exists(root.resolve("var/lib/dpkg/status.d")), "scanners see what the system is made of");
    }

    /** The blob that a descriptor names, after its digest was compared. */
    private static Path blob(Path image, JsonNode descriptor) throws Exception {
        String digest = descriptor.path("digest").asText();
        String hex = digest.substring(digest.indexOf(':') + 1);
        Path blob = image.resolve("blobs/sha256").resolve(hex);
        assertEquals(hex, LibraryList.sha256(blob));
        assertEquals(descriptor.path("size").asLong(), Files.size(blob));
        return blob;
    }

    private static Path imageFile() throws IOException {
        return Shell.built(Shell.WITH_JAVA + ".tar");
    }

    @Test
    void theSameFilesGiveTheSameBytes() throws Exception {
        Path rpm = Shell.built(Shell.WITH_JAVA + ".rpm");
        Path image = imageFile();
        String processor = image.getFileName().toString().replaceAll(".*-|\\.tar", "");
        String version = image.getFileName().toString().replaceAll("^wirepath-|-image-.*", "");
        Path manifests = Shell.built("-kubernetes.tgz");
        OtherForms.make(
                image.getParent(), temp, Path.of("src"), Path.of("../config"), version, processor, Optional.empty());
        for (Path each : List.of(rpm, image, manifests)) {
            assertEquals(-1, Files.mismatch(each, temp.resolve(each.getFileName())), each::toString);
        }
    }
}
