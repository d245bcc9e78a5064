package io.wirepath.cluster.kafka;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.appliance.ship.SpoolCarrier;
import io.wirepath.appliance.ship.SpoolTransport;
import io.wirepath.appliance.ship.TopicIntake;
import io.wirepath.merge.spool.SpoolSettings;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** {@code sniff --to kafka://…}, {@code serve --from kafka://…} and {@code serve --windows kafka://…}. */
public final class KafkaTransport implements SpoolTransport {

    /** Made by a service loader. */
    public KafkaTransport() {
        QuietLibraries.hush();
    }

    /**
     * Has Kafka's clients of this thread, and of those that they start, find their classes: they ask the thread's
     * loader, which knows nothing of jars that came from the optional folder.
     */
    static void findClasses() {
        Thread.currentThread().setContextClassLoader(KafkaTransport.class.getClassLoader());
    }

    @Override
    public String scheme() {
        return "kafka://";
    }

    @Override
    public SpoolCarrier carrier(Path spool, String sniffer, String to, BooleanSupplier readable) {
        return new KafkaShipper(spool, sniffer, KafkaAddress.parse(to), readable);
    }

    @Override
    public TopicIntake intake(String from, Path received, SpoolSettings bounds, Consumer<String> log) {
        KafkaAddress at = KafkaAddress.parse(from);
        return new KafkaIntake(
                at, at.allSightings(), at.prefix() + "-serve", new KeptSpools(at, received, bounds, log), log);
    }

    @Override
    public TopicIntake windows(String from, BiConsumer<WindowId, ObjectNode> to, Consumer<String> log) {
        KafkaAddress at = KafkaAddress.parse(from);
        Pattern topic = Pattern.compile(Pattern.quote(at.results("windows")));
        return new KafkaIntake(at, topic, at.prefix() + "-serve-windows", new KeptWindows(to, log), log);
    }
}
