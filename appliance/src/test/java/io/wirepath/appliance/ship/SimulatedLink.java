package io.wirepath.appliance.ship;

import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ServerCallStreamObserver;
import io.wirepath.merge.log.LogWriter;
import io.wirepath.merge.spool.SpoolSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.zip.CRC32C;
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
    private final Set<String> expired = new HashSet<>();
    private final Set<String> ofOtherVersion = new HashSet<>();
    private double breaks;
    private boolean believesNames;
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

    /** A fault put back: who writes is not held against a certificate. */
    public void believeNames() {
        believesNames = true;
    }

    /** Whether the certificate of a sniffer has expired: no stream of it begins. */
    public void expire(String sniffer, boolean is) {
        put(expired, sniffer, is);
    }

    /** Whether a sniffer runs a program of another version, from its next stream on. */
    public void changeVersion(String sniffer, boolean is) {
        put(ofOtherVersion, sniffer, is);
    }

    private static void put(Set<String> names, String name, boolean is) {
        if (is) {
            names.add(name);
        } else {
            names.remove(name);
        }
    }

    /**
     * One who has a certificate of his own, and another's spool, sends changed documents as that sniffer; or, where the
     * spool began, with its number.
     */
    public void lie(String sniffer, Path spool, boolean began) throws IOException {
        try (Stream liar = new Stream(spool, "liar", true)) {
            liar.shipment.begin(began && random.nextBoolean() ? "liar" : sniffer, "simulated", 0);
            for (int i = 0; i < 3 && liar.shipment.sendNext(); i++) {
                liar.sniffer.awaitReady(0);
            }
        } catch (IOException | IllegalArgumentException e) {
            // refused
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends what a spool has, or some of it; gives up to which number the sniffer knows everything to be kept. */
    public long send(String sniffer, Path spool, int messages) throws IOException {
        Stream stream = streams.get(sniffer);
        try {
            if (stream == null && expired.contains(sniffer)) {
                return 0;
            }
            if (stream == null) {
                stream = new Stream(spool, sniffer, false);
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

    private final class Stream implements AutoCloseable {

        private final ShipStream sniffer = new ShipStream();
        private final Shipment shipment;
        private final ReceiverStream receiver;
        private final boolean otherVersion;
        private final boolean lies;
        private boolean broken;

        private Stream(Path spool, String owner, boolean lies) throws IOException {
            this.lies = lies;
            otherVersion = ofOtherVersion.contains(owner);
            shipment = new Shipment(spool, sniffer);
            sniffer.beforeStart(new Requests(this));
            SnifferIdentity.Peer peer =
                    new SnifferIdentity.Peer(null, !believesNames, Set.of(owner), believesNames, Map.of());
            receiver = new ReceiverStream(
                    new Answers(this),
                    peer,
                    spools,
                    new SnifferConnections(),
                    new RefusedStreams(line -> {}),
                    new Virtual(now));
        }

        @Override
        public void close() {
            shipment.close();
            receiver.onError(new IOException("cut"));
        }

        /** A message as this sniffer sends it. */
        private byte[] said(byte[] message) {
            byte[] said = message.clone();
            if (lies && said[0] == ShipMessage.DOCUMENTS) {
                change(ByteBuffer.wrap(said).order(ByteOrder.LITTLE_ENDIAN));
            } else if (otherVersion && said[0] == ShipMessage.HELLO) {
                said[1]++;
            }
            return said;
        }

        /** Changes the end of the last document, and seals it again. */
        private static void change(ByteBuffer documents) {
            int at = ShipMessage.DOCUMENTS_AT;
            int length = documents.getInt(at);
            while (at + Integer.BYTES + length < documents.limit()) {
                at += Integer.BYTES + length;
                length = documents.getInt(at);
            }
            int seal = at + length; // the length stands before the document, the seal at its end
            documents.put(seal - 1, (byte) (documents.get(seal - 1) ^ 1));
            CRC32C sum = new CRC32C();
            sum.update(documents.slice(at + Integer.BYTES, length - Integer.BYTES));
            documents.putInt(seal, (int) sum.getValue());
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
                stream.receiver.onNext(stream.said(message));
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
