package io.wirepath.appliance.sniff;

import io.wirepath.appliance.config.SnifferConfig;
import io.wirepath.appliance.config.binding.HostPort;
import io.wirepath.appliance.ship.SpoolCarrier;
import io.wirepath.appliance.ship.SpoolShipper;
import io.wirepath.appliance.ship.TlsFiles;
import io.wirepath.appliance.ship.Transports;
import io.wirepath.pipeline.Version;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sends the spools of a service to a receiver, where the operator wants it: each by a thread of its own. */
final class SniffShipping {

    /** How long the end of the service waits for what is still to be sent; the rest stays in the spool. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Map<Sniffer, SpoolCarrier> shippers = new LinkedHashMap<>();
    private final Map<Sniffer, Thread> threads = new LinkedHashMap<>();
    private final ShippingLog log;

    SniffShipping(SniffService service, SnifferConfig config, Consumer<String> log) {
        this.log = new ShippingLog(log);
        for (Sniffer sniffer : service.sniffers()) {
            SpoolCarrier shipper = carrier(sniffer, config, log);
            if (shipper != null) {
                shippers.put(sniffer, shipper);
                threads.put(sniffer, new Thread(shipper, "wirepath-ship-" + sniffer.name()));
            }
        }
    }

    private static @Nullable SpoolCarrier carrier(Sniffer sniffer, SnifferConfig config, Consumer<String> log) {
        SnifferConfig.Shipping shipping = config.shipping();
        String kafka = shipping.kafka();
        if (kafka != null) {
            return Transports.of(kafka).carrier(sniffer.spool(), sniffer.name(), kafka, sniffer::isWriting);
        }
        HostPort to = shipping.to();
        if (to == null) {
            return null;
        }
        return new SpoolShipper(sniffer.spool(), settings(sniffer.name(), to, config, log), sniffer::isWriting);
    }

    /** How a receiver is called. */
    static SpoolShipper.Settings settings(String sniffer, HostPort to, SnifferConfig config, Consumer<String> log) {
        return new SpoolShipper.Settings(
                sniffer,
                "wirepath " + Version.text(),
                to,
                TlsFiles.of(config.shipping().tls()),
                config.shipping().compress(),
                config.ring().onRequest() ? log : null);
    }

    /** Calls the receiver; a spool is sent as soon as its sniffer writes it. */
    void start() {
        threads.values().forEach(thread -> {
            thread.setDaemon(true);
            thread.start();
        });
    }

    /** Tells what is new. */
    void look() {
        shippers.forEach((sniffer, shipper) -> log.look(sniffer.name(), shipper.status()));
    }

    /** The spools have ended: gives the rest a little time to get through. */
    void drain() throws InterruptedException {
        shippers.forEach(
                (sniffer, shipper) -> shipper.stopAfter(sniffer.status().lastNumber()));
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        for (Thread thread : threads.values()) {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
        }
        shippers.forEach((sniffer, shipper) ->
                log.end(sniffer.name(), shipper.status(), sniffer.status().lastNumber()));
    }

    void stop() {
        shippers.values().forEach(SpoolCarrier::stop);
    }
}
