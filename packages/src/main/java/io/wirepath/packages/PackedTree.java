package io.wirepath.packages;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.ar.ArArchiveEntry;
import org.apache.commons.compress.archivers.ar.ArArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * The files of a Debian package.
 *
 * @param directory where they are unpacked
 * @param modes of each file, by its path from the root, which begins with a slash
 */
record PackedTree(Path directory, Map<String, Integer> modes) {

    /** Unpacks a package. */
    static PackedTree unpack(Path deb, Path directory) throws IOException {
        Map<String, Integer> modes = new TreeMap<>();
        try (ArArchiveInputStream parts =
                new ArArchiveInputStream(new BufferedInputStream(Files.newInputStream(deb)))) {
            for (ArArchiveEntry part = parts.getNextEntry(); part != null; part = parts.getNextEntry()) {
                if (part.getName().startsWith("data.tar")) {
                    unpack(new GZIPInputStream(parts), directory, modes);
                    return new PackedTree(directory, modes);
                }
            }
        }
        throw new IOException(deb + ": holds no data.tar.gz");
    }

    private static void unpack(InputStream data, Path directory, Map<String, Integer> modes) throws IOException {
        TarArchiveInputStream files = new TarArchiveInputStream(data);
        for (TarArchiveEntry file = files.getNextEntry(); file != null; file = files.getNextEntry()) {
            if (!file.isDirectory()) {
                String path = file.getName().substring(1);
                Path to = directory.resolve(path.substring(1));
                Files.createDirectories(to.getParent());
                Files.copy(files, to, StandardCopyOption.REPLACE_EXISTING);
                modes.put(path, file.getMode() & 0777);
            }
        }
    }

    /** Where a file is unpacked. */
    Path file(String path) {
        return directory.resolve(path.substring(1));
    }
}
