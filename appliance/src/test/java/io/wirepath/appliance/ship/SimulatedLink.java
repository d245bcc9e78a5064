package io.wirepath.appliance.ship;

import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ServerCallStreamObserver;
import io.wirepath.merge.log.LogWriter;
import io.wirepath.merge.spool.SpoolSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The network between sniffers and a receiver, in one thread: what ships, receives and keeps is the program's, what
 * carries it breaks as a seed says, before a message arrives, or after it and before its answer does.
 */
public final class SimulatedLink implements AutoCloseable {

    private final SpoolSettings bounds;
    private final Path directory;
    private final LogWriter.Opener disk;
    private final LongSupplier now;
    private final Random random;
    private final Map<String, Stream> streams = new HashMap<>();
    private final Map<String, ReceivedSniffer> sniffers = new HashMap<>();
    private double breaks;
    private ReceivedSpools spools;

    /** A receiver of spools below this directory. */
    public SimulatedLink(Path directory, SpoolSettings bounds, LogWriter.Opener disk, LongSupplier now, Random random) {
        this.directory = directory;
        this.bounds = bounds;
        this.disk = disk;
        this.now = now;
        this.random = random;
        spools = spools();
    }

    private ReceivedSpools spools() {
        return new ReceivedSpools(directory, bounds, disk, 1L << 40);
    }

    /** How likely the network breaks at a message. */
    public void breaks(double share) {
        breaks = share;
    }

    /** Sends what a spool has, or some of it; gives up to which number the sniffer knows everything to be kept. */
    public long send(String sniffer, Path spool, int messages) throws IOException {
        Stream stream = streams.get(sniffer);
        try {
            if (stream == null) {
                stream = new Stream(spool);
                streams.put(sniffer, stream);
                stream.shipment.begin(sniffer, "simulated", 0);
            }
            for (int i = 0; i < messages && stream.shipment.sendNext(); i++) {
                stream.sniffer.awaitReady(0);
            }
        } catch (IOException | IllegalArgumentException e) {
            drop(sniffer);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return stream == null ? 0 : stream.sniffer.kept();
    }

    /** The stream of a sniffer is no more; the receiver may learn of it later, or never. */
    public void drop(String sniffer) {
        Stream gone = streams.remove(sniffer);
        if (gone != null) {
            gone.shipment.close();
            if (random.nextBoolean()) {
                gone.receiver.onError(new IOException("cut"));
            }
        }
    }

    /** Tells the receiver the time. */
    public void onTime() {
        spools.onTime(now.getAsLong());
    }

    /** The receiver ends, and another begins with what is on the disk. */
    public void restart(Runnable between) {
        Set.copyOf(streams.keySet()).forEach(this::drop);
        spools.close();
        between.run();
        spools = spools();
    }

    @Override
    public void close() {
        restart(() -> {});
    }

    private final class Stream {

        private final ShipStream sniffer = new ShipStream();
        private final Shipment shipment;
        private final ReceiverStream receiver;
        private boolean broken;

        private Stream(Path spool) throws IOException {
            shipment = new Shipment(spool, sniffer);
            sniffer.beforeStart(new Requests(this));
            SnifferIdentity.Peer peer = new SnifferIdentity.Peer(null, false, Set.of(), true, Map.of());
            receiver = new ReceiverStream(
                    new Answers(this),
                    peer,
                    spools,
                    sniffers,
                    new SnifferConnections(),
                    new RefusedStreams(line -> {}),
                    new Virtual(now));
        }

        private boolean breaks() {
            if (!broken && random.nextDouble() < breaks) {
                broken = true;
                sniffer.onError(new IOException("the network is gone"));
            }
            return broken;
        }
    }

    /** From the sniffer. */
    private static final class Requests extends ClientCallStreamObserver<byte[]> {
        private final Stream stream;

        private Requests(Stream stream) {
            this.stream = stream;
        }

        @Override
        public void onNext(byte[] message) {
            if (!stream.breaks()) {
                stream.receiver.onNext(message);
            }
        }

        @Override
        public void onError(Throwable thrown) {
            stream.broken = true;
        }

        @Override
        public void onCompleted() {}

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setOnReadyHandler(Runnable handler) {}

        @Override
        public void request(int count) {}

        @Override
        public void setMessageCompression(boolean enable) {}

        @Override
        public void disableAutoInboundFlowControl() {}

        @Override
        public void cancel(@Nullable String message, @Nullable Throwable cause) {
            stream.broken = true;
        }
    }

    /** From the receiver. */
    private static final class Answers extends ServerCallStreamObserver<byte[]> {
        private final Stream stream;

        private Answers(Stream stream) {
            this.stream = stream;
        }

        @Override
        public void onNext(byte[] message) {
            if (!stream.breaks()) {
                stream.sniffer.onNext(message);
            }
        }

        @Override
        public void onError(Throwable thrown) {
            stream.sniffer.onError(thrown);
        }

        @Override
        public void onCompleted() {
            stream.sniffer.onCompleted();
        }

        @Override
        public boolean isCancelled() {
            return stream.broken;
        }

        @Override
        public void setOnCancelHandler(Runnable handler) {}

        @Override
        public void setCompression(String compression) {}

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setOnReadyHandler(Runnable handler) {}

        @Override
        public void request(int count) {}

        @Override
        public void setMessageCompression(boolean enable) {}

        @Override
        public void disableAutoRequest() {}

        @Override
        public void disableAutoInboundFlowControl() {}
    }

    /** The time of the simulation. */
    private static final class Virtual extends Clock {
        private final LongSupplier nanos;

        private Virtual(LongSupplier nanos) {
            this.nanos = nanos;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochSecond(0, nanos.getAsLong());
        }
    }
}
