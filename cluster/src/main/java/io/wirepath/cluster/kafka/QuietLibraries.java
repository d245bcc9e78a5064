package io.wirepath.cluster.kafka;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.List;
import org.slf4j.LoggerFactory;

/**
 * Keeps to themselves what the Kafka and the Flink of this process log: what fails is told by an exception. Kafka's
 * clients would say a line a second that a broker is away.
 */
public final class QuietLibraries {

    private static final List<String> TALKERS =
            List.of("org.apache.kafka", "org.apache.flink", "org.apache.pekko", "kafka", "state.change.logger");

    private QuietLibraries() {}

    /** From now on, where the log is this program's own; in a Flink that is there already nothing changes. */
    public static void hush() {
        for (String talker : TALKERS) {
            if (LoggerFactory.getLogger(talker) instanceof Logger logger) {
                logger.setLevel(Level.OFF);
            }
        }
    }
}
