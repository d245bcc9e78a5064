package io.wirepath.packages;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The list of what was built, as {@code sha256sum -c} reads it. */
final class Checksums {

    static final String FILE = "SHA256SUMS";

    private static final Pattern BUILT = Pattern.compile("wirepath.*\\.(deb|rpm|tar|tar\\.gz|tgz|cdx\\.json)");

    private Checksums() {}

    /** What is given to others, of a directory and the bill of materials below it. */
    static List<Path> built(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory);
                Stream<Path> bills = Files.list(directory.resolve("sbom"))) {
            return Stream.concat(files, bills)
                    .filter(file -> BUILT.matcher(file.getFileName().toString()).matches())
                    .sorted()
                    .toList();
        }
    }

    /** Writes the list. */
    static Path write(Path directory, List<Path> built) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (Path each : built) {
            lines.append(sha256(each))
                    .append("  ")
                    .append(directory.relativize(each))
                    .append('\n');
        }
        return Files.write(directory.resolve(FILE), lines.toString().getBytes(UTF_8));
    }

    private static String sha256(Path file) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
                in.transferTo(OutputStream.nullOutputStream());
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IOException(e);
        }
    }
}
