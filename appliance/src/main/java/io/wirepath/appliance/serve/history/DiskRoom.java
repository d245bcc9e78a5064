package io.wirepath.appliance.serve.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells whether a disk that was full, or failed, takes more than a few messages again. */
public final class DiskRoom {

    /** What a folder of messages, a checkpoint and the names take at first, some times over. */
    private static final long WORTH_RESUMING_BYTES = 4L << 20;

    private static final int TRIAL_BYTES = 256 << 10;

    private DiskRoom() {}

    /** Whether there is room in this directory, found out by writing. */
    public static boolean isIn(Path directory) {
        StateFile trial = new StateFile(directory.resolve("trial"));
        try {
            if (Files.getFileStore(directory).getUsableSpace() < WORTH_RESUMING_BYTES) {
                return false;
            }
            trial.write(new byte[TRIAL_BYTES]);
            return true;
        } catch (IOException e) {
            return false;
        } finally {
            trial.deleteQuietly();
        }
    }
}
