package io.wirepath.appliance.ship;

import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.wirepath.appliance.config.binding.HostPort;
import io.wirepath.appliance.systemd.LocalPeers;
import io.wirepath.merge.log.LogWriter;
import io.wirepath.merge.spool.SpoolSettings;
import io.wirepath.pipeline.Failure;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Listens for sniffers and keeps their spools. Each record is kept once, however often it is sent; what is acknowledged
 * has been forced to the disk. Thread-safe.
 */
public final class SpoolReceiver implements Closeable {

    private static final int THREADS = 4;

    /** Threads that read and write connections, and make their handshakes. */
    private static final int LOOPS = 2;

    private static final long SHUTDOWN_SECONDS = 5;

    /** A connection that has not shown a certificate by then is closed. */
    private static final long HANDSHAKE_SECONDS = 10;

    /** A connection without a stream is closed. */
    private static final long IDLE_SECONDS = 60;

    /** A sniffer needs one; a second one while the first is taken for dead. */
    private static final int MAX_CALLS = 4;

    private static final int MAX_METADATA_BYTES = 4 << 10;

    private final ReceivedSpools spools;
    private final Clock clock;
    private final RemoteRings rings;
    private final RefusedStreams refused;
    private final ExecutorService threads;
    private final EventLoopGroup loops;
    private final SnifferConnections connections = new SnifferConnections();
    private final Server server;

    private SpoolReceiver(Settings settings, RemoteRings rings, Clock clock, Consumer<String> log) throws IOException {
        this.clock = clock;
        this.rings = rings;
        refused = new RefusedStreams(log);
        spools = new ReceivedSpools(
                settings.directory(), settings.bounds(), LogWriter.Opener.DISK, settings.totalBytes());
        threads = Executors.newFixedThreadPool(THREADS, daemons("wirepath-receiver-"));
        loops = new MultiThreadIoEventLoopGroup(LOOPS, daemons("wirepath-receiver-io-"), NioIoHandler.newFactory());
        try {
            server = listen(settings);
        } catch (IOException | RuntimeException e) {
            end();
            throw e;
        }
    }

    private static ThreadFactory daemons(String name) {
        AtomicInteger number = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, name + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    private void end() {
        var unused = loops.shutdownGracefully(0, SHUTDOWN_SECONDS, TimeUnit.SECONDS);
        threads.shutdownNow();
    }

    /**
     * Where to listen, and where to keep what comes.
     *
     * @param listen address and port; port 0 lets the system choose
     * @param tls keys; null for none, which is allowed on the loopback only
     * @param directory where received spools are kept
     * @param bounds of each of them
     * @param totalBytes bound of all of them together
     * @param names names of certificates, by the name of the sniffer that writes with them
     * @param users users of this machine, besides this one and root, whose sniffers are received without TLS
     * @param salt what sniffers with a certificate are given as the site's salt
     */
    public record Settings(
            HostPort listen,
            @Nullable TlsFiles tls,
            Path directory,
            SpoolSettings bounds,
            long totalBytes,
            Map<String, String> names,
            List<String> users,
            Supplier<byte[]> salt) {

        /** Refuses to listen to the network in the clear. */
        public Settings {
            if (tls == null && !listen.isLoopback()) {
                throw new Failure(listen + ": spools are received from a network with TLS only; give a certificate, its"
                        + " key and the authority that signed the sniffers'");
            }
        }
    }

    /**
     * Starts to listen.
     *
     * @param rings learns which sniffers give packets
     * @param clock tells spools when to roll
     * @param log takes a line for sniffers that are refused
     * @throws Failure when the address cannot be listened on
     */
    public static SpoolReceiver start(Settings settings, RemoteRings rings, Clock clock, Consumer<String> log) {
        try {
            return new SpoolReceiver(settings, rings, clock, log);
        } catch (IOException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new Failure(
                    settings.listen() + ": cannot be listened on (" + cause.getMessage()
                            + "); set another receive.listen",
                    e);
        }
    }

    private Server listen(Settings settings) throws IOException {
        TlsFiles tls = settings.tls();
        ServerCredentials credentials = tls == null ? InsecureServerCredentials.create() : tls.forServer();
        return NettyServerBuilder.forAddress(
                        new InetSocketAddress(
                                settings.listen().host(), settings.listen().port()),
                        credentials)
                .channelFactory(connections::listener)
                .bossEventLoopGroup(loops)
                .workerEventLoopGroup(loops)
                .executor(threads)
                .intercept(new SnifferIdentity(settings.names(), LocalPeers.users(settings.users())))
                .handshakeTimeout(HANDSHAKE_SECONDS, TimeUnit.SECONDS)
                .maxConnectionIdle(IDLE_SECONDS, TimeUnit.SECONDS)
                .maxConcurrentCallsPerConnection(MAX_CALLS)
                .maxInboundMetadataSize(MAX_METADATA_BYTES)
                .addService(service(settings.salt()))
                .maxInboundMessageSize(ShipMessage.MAX_BYTES)
                .permitKeepAliveTime(10, TimeUnit.SECONDS)
                .build()
                .start();
    }

    private ServerServiceDefinition service(Supplier<byte[]> salt) {
        return ServerServiceDefinition.builder(ShipService.NAME)
                .addMethod(
                        ShipService.SHIP,
                        ServerCalls.asyncBidiStreamingCall(answers -> new ReceiverStream(
                                (ServerCallStreamObserver<byte[]>) answers,
                                SnifferIdentity.caller(),
                                spools,
                                connections,
                                refused,
                                clock)))
                .addMethod(
                        ShipService.RING,
                        ServerCalls.asyncBidiStreamingCall(questions -> new RingStream(
                                (ServerCallStreamObserver<byte[]>) questions,
                                SnifferIdentity.caller(),
                                rings,
                                refused)))
                .addMethod(
                        ShipService.SALT,
                        ServerCalls.asyncUnaryCall(
                                (nothing, answer) -> giveSalt(salt, SnifferIdentity.caller(), answer)))
                .build();
    }

    private void giveSalt(Supplier<byte[]> salt, SnifferIdentity.Peer to, StreamObserver<byte[]> answer) {
        try {
            if (!to.withCertificate()) {
                throw new Failure("the salt is given to sniffers with a certificate alone");
            }
            answer.onNext(salt.get());
            answer.onCompleted();
        } catch (Failure e) {
            refused.add(to, String.valueOf(e.getMessage()));
            Status why = to.withCertificate() ? Status.UNAVAILABLE : Status.PERMISSION_DENIED;
            answer.onError(why.withDescription(e.getMessage()).withCause(e).asRuntimeException());
        }
    }

    /** The port on which it listens. */
    public int port() {
        return server.getPort();
    }

    /** To be called about once a second: spools roll, and forget what is too old. */
    public void onTime(long nowNanos) {
        spools.onTime(nowNanos);
    }

    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        server.shutdownNow();
        try {
            server.awaitTermination(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        spools.close();
        end();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
