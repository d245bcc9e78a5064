package io.wirepath.appliance.listen;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many files this process may have open: connections are files, and must leave some for all else. Linux alone. */
public final class OpenFiles {

    /** Those who listen, each with a bound of its own, take half of all at most. */
    private static final int SHARES = 8;

    private static final Pattern LIMIT = Pattern.compile("(?m)^Max open files +([0-9]{1,9}) ");

    private OpenFiles() {}

    /** As many connections as are wanted, or what one listener may take of the files that may be open, 1 at least. */
    public static int share(int wanted) {
        try {
            return share(wanted, Files.readString(Path.of("/proc/self/limits")));
        } catch (IOException e) {
            return wanted; // no system that tells
        }
    }

    static int share(int wanted, String limits) {
        Matcher limit = LIMIT.matcher(limits);
        return limit.find() ? Math.max(1, Math.min(wanted, Integer.parseInt(limit.group(1)) / SHARES)) : wanted;
    }
}
