package io.wirepath.appliance.ship;

import io.grpc.CallOptions;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.wirepath.appliance.config.binding.HostPort;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the documents of one spool to a receiver, for as long as it runs: from the one that the receiver wants, again
 * after every failure, slower when the receiver is slower. The spool may be written meanwhile.
 *
 * <p>{@link #run} is for a thread of its own; the other methods may be called by any thread.
 */
public final class SpoolShipper extends SpoolCarrier {

    /** How long a receiver may take to answer a hello. */
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(20);

    /** Of machines and programs that start together, one is up so much later than another, at most. */
    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** How soon the spool is looked at again when everything was sent; half of it is the delay that this adds. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long SHUTDOWN_SECONDS = 5;

    private final Path spool;
    private final Settings settings;
    private final BooleanSupplier readable;
    private volatile @Nullable ShipStream current;

    /**
     * Where to, and how.
     *
     * @param sniffer name under which the receiver keeps the spool
     * @param program name and version of this program
     * @param to the receiver
     * @param tls keys; null for none, which is allowed on the loopback only
     * @param compress whether documents are compressed on the wire
     * @param given takes a line for each question that the receiver asks of the ring of packets; null where it may
     *     not ask
     */
    public record Settings(
            String sniffer,
            String program,
            HostPort to,
            @Nullable TlsFiles tls,
            boolean compress,
            @Nullable Consumer<String> given) {

        /** Refuses to send in the clear over a network. */
        public Settings {
            if (tls == null && !to.isLoopback()) {
                throw new Failure(to + ": spools are sent over a network with TLS only; give a certificate, its key and"
                        + " the authority that signed the receiver's");
            }
        }
    }

    /**
     * Prepares the shipping of a spool.
     *
     * @param spool its directory; it need not be there yet
     * @param readable whether the spool may be read, which is asked until it is so; the receiver is called meanwhile
     */
    public SpoolShipper(Path spool, Settings settings, BooleanSupplier readable) {
        this.spool = spool;
        this.settings = settings;
        this.readable = readable;
    }

    @Override
    public void stop() {
        super.stop();
        wake();
    }

    @Override
    public void stopAfter(long number) {
        super.stopAfter(number);
        wake();
    }

    private void wake() {
        ShipStream stream = current;
        if (stream != null) {
            stream.wake();
        }
    }

    @Override
    public void run() {
        ManagedChannel channel = open(settings);
        Thread giver = giver(channel);
        try {
            while (!isStopped()) {
                try {
                    ship(channel);
                } catch (IOException | IllegalArgumentException e) {
                    failed(settings.to() + ": " + Failure.reason(e));
                    channel.resetConnectBackoff();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (giver != null) {
                giver.interrupt();
            }
            close(channel);
        }
    }

    /** Gives of the ring meanwhile, over the same connection; null where nothing is given. */
    private @Nullable Thread giver(ManagedChannel channel) {
        Consumer<String> given = settings.given();
        if (given == null) {
            return null;
        }
        Thread thread = new Thread(
                new RingGiver(spool, settings.sniffer(), settings.program(), channel, given),
                "wirepath-give-" + settings.sniffer());
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /**
     * Asks the receiver for the salt of its sniffers.
     *
     * @param waits whether one that is not there yet is waited for, for half a minute
     * @return its bytes; empty where the receiver is of a version that gives none
     * @throws IOException when it cannot be asked, or refuses
     */
    public static Optional<byte[]> salt(Settings settings, boolean waits) throws IOException {
        ManagedChannel channel = open(settings);
        try {
            return Optional.of(ClientCalls.blockingUnaryCall(
                    channel,
                    ShipService.SALT,
                    (waits ? CallOptions.DEFAULT.withWaitForReady() : CallOptions.DEFAULT)
                            .withDeadlineAfter(waits ? START_NANOS : ANSWER_NANOS, TimeUnit.NANOSECONDS),
                    new byte[0]));
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() == Status.Code.UNIMPLEMENTED) {
                return Optional.empty();
            }
            throw new IOException(e.getMessage(), e);
        } finally {
            close(channel);
        }
    }

    private static ManagedChannel open(Settings settings) {
        TlsFiles tls = settings.tls();
        ChannelCredentials credentials = tls == null ? InsecureChannelCredentials.create() : tls.forChannel();
        return Grpc.newChannelBuilderForAddress(
                        settings.to().host(), settings.to().port(), credentials)
                .userAgent(settings.program())
                .keepAliveTime(20, TimeUnit.SECONDS)
                .keepAliveTimeout(10, TimeUnit.SECONDS)
                .maxInboundMessageSize(ShipMessage.MAX_BYTES)
                .build();
    }

    private static void close(ManagedChannel channel) {
        boolean interrupted = Thread.interrupted();
        try {
            if (!channel.shutdown().awaitTermination(SHUTDOWN_SECONDS, TimeUnit.SECONDS)) {
                channel.shutdownNow();
            }
        } catch (InterruptedException e) {
            channel.shutdownNow();
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** One stream, until it fails or the shipper is stopped. */
    private void ship(ManagedChannel channel) throws IOException, InterruptedException {
        try (ShipStream stream = new ShipStream()) {
            CallOptions options =
                    settings.compress() ? CallOptions.DEFAULT.withCompression("gzip") : CallOptions.DEFAULT;
            ClientCalls.asyncBidiStreamingCall(channel.newCall(ShipService.SHIP, options), stream);
            current = stream;
            wakeIfStopped(stream);
            while (!isStopped() && !readable.getAsBoolean()) {
                stream.rest(LOOK_NANOS);
            }
            if (!isStopped()) {
                ship(stream);
            }
        } finally {
            current = null;
        }
    }

    private void ship(ShipStream stream) throws IOException, InterruptedException {
        try (Shipment shipment = new Shipment(spool, stream)) {
            shipment.begin(settings.sniffer(), settings.program(), ANSWER_NANOS);
            succeeded();
            long missingBefore = status().deletedUnsent();
            while (!isStopped()) {
                if (stream.awaitReady(LOOK_NANOS) && !shipment.sendNext()) {
                    stream.rest(LOOK_NANOS);
                }
                Batches batches = shipment.batches();
                note(
                        batches.lastNumber(),
                        stream.kept(),
                        batches.takeDocuments(),
                        batches.takeBytes(),
                        missingBefore + batches.missing());
            }
        }
    }

    /** A stop that came before the stream was there would not have woken it. */
    private void wakeIfStopped(ShipStream stream) {
        if (isStopped()) {
            stream.wake();
        }
    }
}
