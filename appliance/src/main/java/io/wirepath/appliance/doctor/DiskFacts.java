package io.wirepath.appliance.doctor;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The disk that a directory is on.
 *
 * @param directory the directory as it was named
 * @param nearest it, or the nearest one above it that exists
 * @param type file system, such as {@code ext4}
 * @param freeBytes room for an ordinary user
 * @param writable whether this process may write there
 */
record DiskFacts(Path directory, Path nearest, String type, long freeBytes, boolean writable) {

    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");
    private static final Set<String> OVER_NETWORK = Set.of("nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "ceph");
    private static final long MIN_FREE = 1L << 30;

    /** Asks the file system. */
    static Optional<DiskFacts> ask(Path directory) {
        Path nearest = directory.toAbsolutePath();
        while (nearest.getParent() != null && !Files.exists(nearest)) {
            nearest = nearest.getParent();
        }
        try {
            FileStore store = Files.getFileStore(nearest);
            return Optional.of(
                    new DiskFacts(directory, nearest, store.type(), store.getUsableSpace(), Files.isWritable(nearest)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * What to think of it.
     *
     * @param wantedBytes what the configuration allows to be written there
     */
    List<CheckResult> results(long wantedBytes) {
        String subject = "disk";
        String text = "%s on %s, %s free%s"
                .formatted(directory, type, size(freeBytes), writable ? "" : "; this user cannot write to " + nearest);
        if (OVER_NETWORK.contains(type)) {
            return List.of(CheckResult.bad(
                    subject,
                    text,
                    "use a local disk: spools are memory-mapped, and a network file system loses what is"));
        }
        if (freeBytes < MIN_FREE) {
            return List.of(CheckResult.bad(subject, text, "make room, or set another directory"));
        }
        if (IN_MEMORY.contains(type)) {
            return List.of(
                    CheckResult.warning(subject, text, "use a disk: what is kept in memory is gone after a restart"));
        }
        if (freeBytes < wantedBytes) {
            return List.of(CheckResult.warning(
                    subject,
                    text,
                    "the configuration allows " + size(wantedBytes)
                            + "; make room or set a smaller bound, for when the disk"
                            + " is full, records are lost (and counted)"));
        }
        return List.of(
                writable
                        ? CheckResult.ok(subject, text)
                        : CheckResult.warning(subject, text, "run as the user of the service to be sure: wirepath"));
    }

    private static String size(long bytes) {
        return bytes >= 1L << 30 ? "%.1f GiB".formatted(bytes / (double) (1L << 30)) : (bytes >> 20) + " MiB";
    }
}
