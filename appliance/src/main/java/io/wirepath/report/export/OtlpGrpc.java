package io.wirepath.report.export;

import io.grpc.CallOptions;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A receiver of OTLP over gRPC: requests are gzipped protobuf. What may pass later is what the protocol lists;
 * a receiver that has no room says in its status how long to leave it alone, or it is not asked again (OTLP 1.x,
 * "OTLP/gRPC Throttling").
 */
final class OtlpGrpc extends OtlpReceiver {

    private static final Set<Status.Code> RETRYABLE = Set.of(
            Status.Code.CANCELLED,
            Status.Code.DEADLINE_EXCEEDED,
            Status.Code.ABORTED,
            Status.Code.OUT_OF_RANGE,
            Status.Code.UNAVAILABLE,
            Status.Code.DATA_LOSS);
    private static final long PATIENCE_SECONDS = 30;
    private static final Metadata.Key<byte[]> DETAILS =
            Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);
    private static final String RETRY = "type.googleapis.com/google.rpc.RetryInfo";
    private static final long SECOND = 1_000_000_000L;

    private final MethodDescriptor<byte[], byte[]> export;
    private final ManagedChannel channel;

    OtlpGrpc(String address, OtlpSignal signal, String headers, OtlpTls files, LongConsumer waiting) {
        super(address, signal, waiting);
        export = MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(signal.method)
                .setRequestMarshaller(new ByteMarshaller())
                .setResponseMarshaller(new ByteMarshaller())
                .build();
        URI at = URI.create(address);
        boolean tls = "grpcs".equals(at.getScheme());
        if (!tls && !"grpc".equals(at.getScheme()) || at.getHost() == null || at.getPort() < 0) {
            throw new IllegalArgumentException("'" + address + "' is not an address such as grpc://localhost:4317");
        }
        Metadata sent = new Metadata();
        headers(headers)
                .forEach((name, value) -> sent.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value));
        channel = NettyChannelBuilder.forAddress(
                        at.getHost(), at.getPort(), tls ? files.forChannel() : InsecureChannelCredentials.create())
                .intercept(MetadataUtils.newAttachHeadersInterceptor(sent))
                .disableRetry()
                .build();
    }

    @Override
    Answer attempt(byte[] json) throws IOException {
        try {
            byte[] answer = ClientCalls.blockingUnaryCall(
                    channel,
                    export,
                    CallOptions.DEFAULT.withCompression("gzip").withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS),
                    Protobuf.request(json));
            ByteBuffer partial = Protobuf.bytes(ByteBuffer.wrap(answer), 1);
            return Answer.taken(Protobuf.number(partial, 1), text(Protobuf.bytes(partial, 2)));
        } catch (StatusRuntimeException e) {
            Status status = e.getStatus();
            if (status.getCause() instanceof ConnectException none) {
                throw none;
            }
            if (status.getCause() instanceof SSLException wrong) {
                return new Answer("TLS fails: " + wrong.getMessage(), false, OptionalLong.empty(), 0, "");
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new IOException(address + ": interrupted", e);
            }
            OptionalLong wait = waitNanos(e.getTrailers());
            boolean again = RETRYABLE.contains(status.getCode())
                    || status.getCode() == Status.Code.RESOURCE_EXHAUSTED && wait.isPresent();
            String told = status.getDescription() == null ? "" : ": " + status.getDescription();
            return new Answer("answered " + status.getCode() + told, again, wait, 0, "");
        }
    }

    /** How long the receiver wants to be left alone. */
    private static OptionalLong waitNanos(@Nullable Metadata trailers) {
        byte[] details = trailers == null ? null : trailers.get(DETAILS);
        if (details == null) {
            return OptionalLong.empty();
        }
        ByteBuffer any = Protobuf.bytes(ByteBuffer.wrap(details), 3);
        if (!text(Protobuf.bytes(any, 1)).equals(RETRY)) {
            return OptionalLong.empty();
        }
        ByteBuffer delay = Protobuf.bytes(Protobuf.bytes(any, 2), 1);
        return OptionalLong.of(Protobuf.number(delay, 1) * SECOND + Protobuf.number(delay, 2));
    }

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }
}
