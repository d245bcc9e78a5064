package io.wirepath.appliance.systemd;

import java.io.IOException;

/** The log of the system, as syslog(3) writes to it; the journal takes it where that is. */
public final class SystemLog {

    /** Where it listens. */
    public static final String PATH = "/dev/log";

    /** Facility authpriv, for who did what; severity info (RFC 5424 §6.2.1). */
    private static final int AUTHORITY_INFO = 10 * 8 + 6;

    private static final int MAX_TEXT = 1024;

    private SystemLog() {}

    /**
     * Tells who did what.
     *
     * @throws IOException when nobody listens there
     */
    public static void told(String path, String what) throws IOException {
        String line = what.replaceAll("\\p{Cntrl}", " ");
        LocalSockets.send(
                path,
                "<" + AUTHORITY_INFO + ">wirepath[" + ProcessHandle.current().pid() + "]: "
                        + (line.length() > MAX_TEXT ? line.substring(0, MAX_TEXT) + "…" : line));
    }
}
