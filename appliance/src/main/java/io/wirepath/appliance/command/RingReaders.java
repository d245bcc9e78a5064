package io.wirepath.appliance.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.listen.BoundedLines;
import io.wirepath.appliance.systemd.SystemLog;
import io.wirepath.pipeline.Failure;
import io.wirepath.sniffer.file.RingSegment;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Says of each ring of packets on this machine who reads it: a line in {@value #FILE} beside it, and one in the
 * log of the system. It binds who uses this program: who may read the files can copy them by other means.
 */
final class RingReaders {

    /** Beside the directory of a ring. */
    static final String FILE = "ring-readers.jsonl";

    private static final long MAX_BYTES = 16L << 20;

    private final String systemLog;
    private final Map<String, String> environment;
    private final InstantSource clock;
    private final Consumer<String> complain;

    /**
     * Knows who reads by the environment of this process.
     *
     * @param systemLog where the log of the system listens
     * @param complain told when a reading can be written nowhere
     */
    RingReaders(String systemLog, Map<String, String> environment, InstantSource clock, Consumer<String> complain) {
        this.systemLog = systemLog;
        this.environment = environment;
        this.clock = clock;
        this.complain = complain;
    }

    /** Of this process. */
    static RingReaders of(Consumer<String> complain) {
        return new RingReaders(SystemLog.PATH, System.getenv(), InstantSource.system(), complain);
    }

    /**
     * Says that these are read, as far as packets are kept beside them.
     *
     * @param command the words of the command that reads
     */
    void reading(List<String> spools, List<String> command) throws IOException {
        for (String each : spools) {
            Path ring = RingSegment.of(Path.of(each));
            if (RingSegment.isKept(ring)) {
                told(ring, String.join(" ", command));
            }
        }
    }

    private void told(Path ring, String command) {
        String user = System.getProperty("user.name", "?");
        String login = environment.getOrDefault("SUDO_USER", "");
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.put("time", Instant.ofEpochMilli(clock.millis()).toString());
        line.put("user", user);
        if (!login.isEmpty()) {
            line.put("login", login);
        }
        line.put("process", ProcessHandle.current().pid());
        line.put("command", command);
        String problem = "";
        boolean written = false;
        try {
            new BoundedLines(ring.resolveSibling(FILE), MAX_BYTES).add(line);
            written = true;
        } catch (IOException e) {
            problem = Failure.reason(e);
        }
        try {
            String who = login.isEmpty() ? user : user + " (" + login + " by sudo)";
            SystemLog.told(systemLog, who + " reads packets of " + ring + ": wirepath " + command);
            written = true;
        } catch (IOException | LinkageError e) {
            problem += problem.isEmpty() ? "" : "; the system's log: " + e.getMessage();
        }
        if (!written) {
            complain.accept("nobody is told that this ring is read: " + ring + ": " + problem);
        }
    }
}
