package io.wirepath.appliance.serve;

import java.io.PrintStream;
import java.util.Map;

/**
 * What a service has to say: a line each, on standard error. Where the journal reads it, a line begins with its
 * priority (sd-daemon(3)), and the journal adds the time; elsewhere it begins with the time. Thread-safe.
 */
public final class ServiceLog {

    private static final String JOURNAL_INFO = "<6>";
    private static final String JOURNAL_WARNING = "<4>";

    private final PrintStream to;
    private final boolean journal;

    /** Writes to this stream, for the reader that the environment tells of. */
    public ServiceLog(PrintStream to, Map<String, String> environment) {
        this.to = to;
        journal = environment.containsKey("JOURNAL_STREAM");
    }

    /** Says what happened. */
    public void info(String line) {
        write(JOURNAL_INFO, line);
    }

    /** Says what someone should look at. */
    public void warn(String line) {
        write(JOURNAL_WARNING, line);
    }

    private void write(String priority, String line) {
        String clean = line.replace('\n', ' ').replace('\r', ' ');
        to.println(journal ? priority + clean : java.time.Instant.now() + " wirepath: " + clean);
    }
}
