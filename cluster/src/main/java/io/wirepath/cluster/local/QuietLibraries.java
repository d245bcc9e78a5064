package io.wirepath.cluster.local;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Keeps to themselves what the Kafka and the Flink of this process log: what fails is told by an exception. */
final class QuietLibraries {

    private static final List<String> TALKERS =
            List.of("org.apache.kafka", "org.apache.flink", "org.apache.pekko", "kafka", "state.change.logger");

    private QuietLibraries() {}

    static void hush() {
        for (String talker : TALKERS) {
            if (LoggerFactory.getLogger(talker) instanceof Logger logger) {
                logger.setLevel(Level.OFF);
            }
        }
    }
}
