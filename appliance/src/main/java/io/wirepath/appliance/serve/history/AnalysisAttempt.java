package io.wirepath.appliance.serve.history;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the service is at, so that what ended it twice is not tried a third time. Stands on the disk while it is at it:
 * a file with the number of tries and a name, as {@code 2 20260131T235900Z}. Used by one thread.
 */
public final class AnalysisAttempt {

    /** Ends of the service after which it leaves alone what it was at. */
    public static final int MOST_TRIES = 2;

    private final StateFile file;
    private String name = "";
    private int tries;

    /** Goes on from what an earlier life left at this path; what cannot be read counts as nothing. */
    public AnalysisAttempt(Path path) {
        file = new StateFile(path);
        try {
            Optional<byte[]> left = file.read();
            String[] words = new String(left.orElse(new byte[0]), StandardCharsets.UTF_8).split(" ", 2);
            if (words.length == 2) {
                tries = Integer.parseInt(words[0]);
                name = words[1];
            }
        } catch (IOException | NumberFormatException e) {
            tries = 0;
        }
    }

    /** Whether this has ended the service as often as is allowed. */
    public boolean isSetAside(String what) {
        return what.equals(name) && tries >= MOST_TRIES;
    }

    /** Says that this is begun. */
    public void begin(String what) {
        tries = what.equals(name) ? tries + 1 : 1;
        name = what;
        try {
            file.write((tries + " " + name).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // a full disk: the try is not counted
        }
    }

    /** Says that it ended, well or with an error that was caught. */
    public void end() {
        tries = 0;
        name = "";
        file.deleteQuietly();
    }
}
