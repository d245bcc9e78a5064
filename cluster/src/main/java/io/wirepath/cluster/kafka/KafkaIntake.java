package io.wirepath.cluster.kafka;

import io.wirepath.appliance.ship.Retry;
import io.wirepath.appliance.ship.TopicIntake;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;

/**
 * Hands on what stands in topics, again after every failure. The group's offset moves on when everything before it is
 * kept; so what was read before a kill is read again.
 */
final class KafkaIntake implements TopicIntake {

    private static final Duration POLL = Duration.ofMillis(500);

    /** After so many polls without a record brokers are asked whether they are there: progress comes each second. */
    private static final int QUIET_POLLS = 40;

    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final long CLOSE_SECONDS = 20;
    private static final String DISCOVERY_MILLIS = "5000";

    private final KafkaAddress from;
    private final Pattern topics;
    private final String group;
    private final Kept kept;
    private final Consumer<String> log;
    private final Retry retry = new Retry(RandomGenerator.getDefault());
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean began;

    /** What was told last and is not over; empty where all is well. */
    private String problem = "";

    /**
     * Reads so.
     *
     * @param topics whose names match
     * @param group remembers how far it came
     */
    KafkaIntake(KafkaAddress from, Pattern topics, String group, Kept kept, Consumer<String> log) {
        this.from = from;
        this.topics = topics;
        this.group = group;
        this.kept = kept;
        this.log = log;
    }

    @Override
    public void run() {
        began = true;
        KafkaTransport.findClasses();
        try {
            while (stopped.getCount() > 0) {
                try {
                    copy();
                } catch (KafkaException | IOException | Failure e) {
                    tell(Topics.problem(from, e));
                    boolean unused = stopped.await(retry.nextNanos(), TimeUnit.NANOSECONDS);
                }
            }
        } catch (InterruptedException | InterruptException e) {
            Thread.currentThread().interrupt();
        } finally {
            kept.close();
            ended.countDown();
        }
    }

    /** Each problem once, and that it is over. */
    private void tell(String now) {
        if (!now.equals(problem)) {
            problem = now;
            log.accept(now.isEmpty() ? from + ": goes on" : now + "; goes on when that is over");
        }
    }

    private void copy() throws IOException, InterruptedException {
        Properties settings = from.reader();
        settings.putIfAbsent("group.id", group);
        settings.setProperty("enable.auto.commit", "false");
        settings.setProperty("auto.offset.reset", "earliest");
        settings.setProperty("metadata.max.age.ms", DISCOVERY_MILLIS);
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings)) {
            askWhether(consumer);
            consumer.subscribe(topics);
            int quiet = 0;
            while (stopped.getCount() > 0) {
                ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
                for (ConsumerRecord<byte[], byte[]> record : records) {
                    kept.keep(record);
                }
                if (!records.isEmpty()) {
                    kept.sync();
                    consumer.commitSync();
                    retry.succeeded();
                    quiet = 0;
                } else if (++quiet == QUIET_POLLS) {
                    askWhether(consumer);
                    quiet = 0;
                }
            }
        } catch (WakeupException e) {
            // closed
        }
    }

    /** Reading by itself does not fail where no broker is. */
    private void askWhether(KafkaConsumer<byte[], byte[]> consumer) {
        consumer.listTopics(ANSWER);
        tell("");
    }

    @Override
    public void close() {
        stopped.countDown();
        kept.giveUp();
        try {
            if (began && !ended.await(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                log.accept(from + ": did not end in time; the next start goes on with it");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
