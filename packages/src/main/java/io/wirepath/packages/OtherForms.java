package io.wirepath.packages;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes an rpm, an image of containers, and the manifests that run it: {@code OtherForms DIRECTORY SOURCES CONFIG
 * VERSION PROCESSOR}. Then lists the checksums of all that was built, and signs it where the property {@value #KEY}
 * names a key; its password is in the variable {@value #PASSWORD}.
 */
public final class OtherForms {

    static final String KEY = "wirepath.signing.key";
    static final String PASSWORD = "WIREPATH_SIGNING_PASSWORD";

    private OtherForms() {}

    /**
     * Makes them all.
     *
     * @param arguments where the .deb with its own Java and the root that an image begins with are, and where they are
     *     written to; the sources of the packages; the configuration that is shipped; version; processor as Debian
     *     calls it
     */
    public static void main(String[] arguments) throws Exception {
        Path build = Path.of(arguments[0]);
        Optional<Signer> signer =
                Signer.of(System.getProperty(KEY, ""), System.getenv().getOrDefault(PASSWORD, ""));
        make(build, build, Path.of(arguments[1]), Path.of(arguments[2]), arguments[3], arguments[4], signer);
        sign(build, signer);
    }

    static void make(
            Path from, Path to, Path sources, Path config, String version, String processor, Optional<Signer> signer)
            throws Exception {
        PackedTree tree = PackedTree.unpack(deb(from, processor), to.resolve("tree"));
        Path rpm = to.resolve("wirepath-" + version + "." + processor + ".rpm");
        RpmForm.write(
                tree, rpm, version, processor, signer.isPresent() ? signer.get().ofRpm() : List.of());
        Path image = to.resolve("wirepath-" + version + "-image-" + processor + ".tar");
        String digest = ImageForm.write(tree, from.resolve("root"), image, version, processor);
        KubernetesForm.write(sources.resolve("kubernetes"), config, to, version, processor + " " + digest);
    }

    /** Signatures of an earlier build go; what is not signed says so. */
    static void sign(Path build, Optional<Signer> signer) throws Exception {
        List<Path> built = new ArrayList<>(Checksums.built(build));
        built.add(Checksums.write(build, built));
        for (Path each : built) {
            Files.deleteIfExists(Signer.signatureOf(each));
            if (signer.isPresent()) {
                signer.get().sign(each);
            }
        }
        System.out.println(
                signer.isPresent()
                        ? "wirepath: " + built.size() + " files are signed, beside each its .asc"
                        : "wirepath: nothing is signed; -D" + KEY + "=FILE names a secret key of OpenPGP");
    }

    /** Its name holds the version as Debian writes it. */
    private static Path deb(Path directory, String processor) throws IOException {
        try (DirectoryStream<Path> found =
                Files.newDirectoryStream(directory, "wirepath-with-java_*_" + processor + ".deb")) {
            for (Path each : found) {
                return each;
            }
        }
        throw new IOException(directory + ": holds no .deb with its own Java");
    }
}
