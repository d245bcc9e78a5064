package io.wirepath.merge.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Whether a directory is safe to write to for root: who else may write there could put links in the place of files, and root would
 * write through them.
 */
final class OwnDirectory {

    private static final int ROOT = 0;
    private static final int OTHERS_WRITE = 0022;

    private OwnDirectory() {}

    /**
     * Refuses a directory of another user, if this is root.
     *
     * @throws SpoolException which says what to do
     */
    static void check(Path directory) throws IOException {
        int self;
        int owner;
        int mode;
        try {
            self = (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
            owner = (int) Files.getAttribute(directory, "unix:uid", LinkOption.NOFOLLOW_LINKS);
            mode = (int) Files.getAttribute(directory, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        } catch (UnsupportedOperationException | IOException e) {
            // a system without users and modes, or without /proc
            return;
        }
        check(directory, self, owner, mode);
    }

    static void check(Path directory, int self, int owner, int mode) throws SpoolException {
        if (self == ROOT && (owner != ROOT || (mode & OTHERS_WRITE) != 0)) {
            throw new SpoolException(
                    directory,
                    "may be written by others than root, who could lead root's writing elsewhere; sniff as its owner"
                            + " (--user), or name a directory of root's alone");
        }
    }
}
