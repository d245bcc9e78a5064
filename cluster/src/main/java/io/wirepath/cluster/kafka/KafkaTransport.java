package io.wirepath.cluster.kafka;

import io.wirepath.appliance.ship.SpoolCarrier;
import io.wirepath.appliance.ship.SpoolIntake;
import io.wirepath.appliance.ship.SpoolTransport;
import io.wirepath.merge.spool.SpoolSettings;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** {@code sniff --to kafka://…} and {@code serve --from kafka://…}. */
public final class KafkaTransport implements SpoolTransport {

    @Override
    public String scheme() {
        return "kafka://";
    }

    @Override
    public SpoolCarrier carrier(Path spool, String sniffer, String to, BooleanSupplier readable) {
        return new KafkaShipper(spool, sniffer, KafkaAddress.parse(to), readable);
    }

    @Override
    public SpoolIntake intake(String from, Path received, SpoolSettings bounds, Consumer<String> log) {
        return new KafkaIntake(KafkaAddress.parse(from), received, bounds, log);
    }
}
