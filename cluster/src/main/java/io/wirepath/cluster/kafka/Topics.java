package io.wirepath.cluster.kafka;

import io.wirepath.pipeline.Failure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;

/** Makes and lists topics. */
public final class Topics {

    /** How long brokers may take to answer. */
    private static final int ANSWER_MILLIS = 20_000;

    private Topics() {}

    /**
     * Makes the topics that are not there; replicas as the brokers have it.
     *
     * @throws Failure when the brokers cannot be asked, or refuse
     */
    public static void make(KafkaAddress at, List<String> topics, int partitions, Map<String, String> configuration) {
        try (Admin admin = Admin.create(client(at))) {
            var made = admin.createTopics(topics.stream()
                    .map(topic -> new NewTopic(topic, Optional.of(partitions), Optional.empty()).configs(configuration))
                    .toList());
            for (var each : made.values().values()) {
                try {
                    each.get();
                } catch (ExecutionException e) {
                    if (!(e.getCause() instanceof TopicExistsException)) {
                        throw e;
                    }
                }
            }
        } catch (ExecutionException | KafkaException e) {
            throw failure(at, e);
        } catch (InterruptedException e) {
            throw interrupted(at, e);
        }
    }

    /** Topics with sightings, by name. */
    public static Set<String> sightings(KafkaAddress at) {
        try (Admin admin = Admin.create(client(at))) {
            Set<String> names = new TreeSet<>(admin.listTopics().names().get());
            names.removeIf(name -> !at.allSightings().matcher(name).matches());
            return names;
        } catch (ExecutionException | KafkaException e) {
            throw failure(at, e);
        } catch (InterruptedException e) {
            throw interrupted(at, e);
        }
    }

    private static Properties client(KafkaAddress at) {
        Properties client = at.client();
        client.putIfAbsent("request.timeout.ms", Integer.toString(ANSWER_MILLIS / 2));
        client.putIfAbsent("default.api.timeout.ms", Integer.toString(ANSWER_MILLIS));
        return client;
    }

    private static Failure failure(KafkaAddress at, Exception e) {
        Throwable cause = e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e;
        return new Failure(problem(at, cause), e);
    }

    /** What went wrong with these brokers, and what an operator can do about it. */
    static String problem(KafkaAddress at, Throwable cause) {
        if (cause instanceof Failure) {
            return String.valueOf(cause.getMessage());
        }
        return cause instanceof TimeoutException
                ? at + ": no broker answers; check the address, that Kafka runs there, and whether it wants TLS"
                : at + ": " + cause.getMessage();
    }

    private static Failure interrupted(KafkaAddress at, InterruptedException e) {
        Thread.currentThread().interrupt();
        return new Failure(at + ": stopped", e);
    }
}
