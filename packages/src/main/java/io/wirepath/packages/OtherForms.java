package io.wirepath.packages;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes an rpm and an image of containers: {@code OtherForms DIRECTORY ROOT RPM IMAGE VERSION PROCESSOR}. */
public final class OtherForms {

    private OtherForms() {}

    /**
     * Makes both.
     *
     * @param arguments where the .deb with its own Java is; the root that an image begins with; the rpm and the
     *     image to write; version; processor as Debian calls it
     */
    public static void main(String[] arguments) throws Exception {
        Path image = Path.of(arguments[3]);
        PackedTree tree = PackedTree.unpack(deb(Path.of(arguments[0]), arguments[5]), image.resolveSibling("tree"));
        RpmForm.write(tree, Path.of(arguments[2]), arguments[4], arguments[5]);
        ImageForm.write(tree, Path.of(arguments[1]), image, arguments[4], arguments[5]);
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
