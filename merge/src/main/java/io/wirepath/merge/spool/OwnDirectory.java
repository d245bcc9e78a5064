package io.wirepath.merge.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Whether a directory is safe to write to for root: who else may write there could put links in the place of files, and
 * root would write through them.
 */
final class OwnDirectory {

    private static final int ROOT = 0;
    private static final int OTHERS_WRITE = 0022;
    private static final int STICKY = 01000;

    private OwnDirectory() {}

    /**
     * Refuses a directory of another user, if this is root, and one that lies in a directory in which another user may
     * put a link in its place.
     *
     * @throws SpoolException which says what to do
     */
    static void check(Path directory) throws IOException {
        try {
            int self = (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
            check(directory, directory, self, attribute(directory, "uid"), attribute(directory, "mode"));
            for (Path above = directory.toRealPath().getParent(); above != null; above = above.getParent()) {
                int mode = attribute(above, "mode");
                // what is root's in a directory with this bit, nobody else can rename or remove
                boolean isKept = (mode & STICKY) != 0;
                check(directory, above, self, attribute(above, "uid"), isKept ? mode & ~OTHERS_WRITE : mode);
            }
        } catch (SpoolException e) {
            throw e;
        } catch (UnsupportedOperationException | IOException e) {
            // a system without users and modes, or without /proc
        }
    }

    private static int attribute(Path directory, String name) throws IOException {
        return (int) Files.getAttribute(directory, "unix:" + name, LinkOption.NOFOLLOW_LINKS);
    }

    static void check(Path directory, Path at, int self, int owner, int mode) throws SpoolException {
        if (self == ROOT && (owner != ROOT || (mode & OTHERS_WRITE) != 0)) {
            throw new SpoolException(
                    directory,
                    (at.equals(directory) ? "" : "lies in " + at + ", which ")
                            + "may be written by others than root, who could lead root's writing elsewhere; sniff"
                            + " as its owner"
                            + " (--user), or name a directory of root's alone");
        }
    }
}
