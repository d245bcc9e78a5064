package io.wirepath.report.export;

import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.TlsServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.trace.v1.Span;
import io.wirepath.appliance.ship.TlsFiles;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** A receiver of OTLP over gRPC, of the protocol's own classes. */
public final class GrpcReceiver implements Closeable {

    /** What a receiver that has no room says: {@code google.rpc.Status} with a {@code RetryInfo}. */
    private static final Metadata.Key<byte[]> DETAILS =
            Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

    private static final Metadata.Key<String> SCOPE = Metadata.Key.of("x-scope", Metadata.ASCII_STRING_MARSHALLER);

    /** What was taken. */
    public final List<ExportTraceServiceRequest> requests = new ArrayList<>();

    /** What was taken of figures. */
    private final List<ExportMetricsServiceRequest> figures = new ArrayList<>();

    /** What each request told in the header X-Scope. */
    final List<String> scopes = new ArrayList<>();

    /** What is taken, from the first request on, by its number; null where it is. */
    private final IntFunction<Status> refusing;

    private final byte[] details;
    private final ExportTraceServiceResponse answer;
    private final Server server;
    private final String address;
    private int asked;

    /** Refuses some requests so. */
    public GrpcReceiver(IntFunction<Status> refusing) throws IOException {
        this(refusing, new byte[0], ExportTraceServiceResponse.getDefaultInstance());
    }

    /** One that takes all, from who shows a certificate of the same authority. */
    static GrpcReceiver withTls(TlsFiles files) throws IOException {
        ServerCredentials credentials = TlsServerCredentials.newBuilder()
                .keyManager(files.certificate().toFile(), files.key().toFile())
                .trustManager(files.authority().toFile())
                .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE)
                .build();
        ExportTraceServiceResponse nothing = ExportTraceServiceResponse.getDefaultInstance();
        return new GrpcReceiver(number -> null, new byte[0], nothing, credentials, "grpcs");
    }

    GrpcReceiver(IntFunction<Status> refusing, byte[] details, ExportTraceServiceResponse answer) throws IOException {
        this(refusing, details, answer, InsecureServerCredentials.create(), "grpc");
    }

    private GrpcReceiver(
            IntFunction<Status> refusing,
            byte[] details,
            ExportTraceServiceResponse answer,
            ServerCredentials credentials,
            String scheme)
            throws IOException {
        this.refusing = refusing;
        this.details = details;
        this.answer = answer;
        MethodDescriptor<ExportTraceServiceRequest, ExportTraceServiceResponse> export =
                MethodDescriptor.<ExportTraceServiceRequest, ExportTraceServiceResponse>newBuilder()
                        .setType(MethodDescriptor.MethodType.UNARY)
                        .setFullMethodName("opentelemetry.proto.collector.trace.v1.TraceService/Export")
                        .setRequestMarshaller(new OfRequests())
                        .setResponseMarshaller(new OfResponses())
                        .build();
        ServerServiceDefinition service = ServerServiceDefinition.builder(
                        "opentelemetry.proto.collector.trace.v1.TraceService")
                .addMethod(export, ServerCalls.asyncUnaryCall((request, to) -> {
                    Status refusal = take(request);
                    if (refusal == null) {
                        to.onNext(this.answer);
                        to.onCompleted();
                    } else {
                        to.onError(refusal.asRuntimeException(trailers()));
                    }
                }))
                .build();
        server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), credentials)
                .addService(ServerInterceptors.intercept(service, new Headers()))
                .addService(ofFigures())
                .build()
                .start();
        address = scheme + "://127.0.0.1:" + server.getPort();
    }

    private ServerServiceDefinition ofFigures() {
        MethodDescriptor<byte[], byte[]> export = MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName("opentelemetry.proto.collector.metrics.v1.MetricsService/Export")
                .setRequestMarshaller(new ByteMarshaller())
                .setResponseMarshaller(new ByteMarshaller())
                .build();
        return ServerServiceDefinition.builder("opentelemetry.proto.collector.metrics.v1.MetricsService")
                .addMethod(export, ServerCalls.asyncUnaryCall((request, to) -> {
                    Status refusal = take(request);
                    if (refusal == null) {
                        to.onNext(new byte[0]);
                        to.onCompleted();
                    } else {
                        to.onError(refusal.asRuntimeException());
                    }
                }))
                .build();
    }

    private synchronized Status take(byte[] request) {
        Status refusal = refusing.apply(asked++);
        if (refusal == null) {
            try {
                figures.add(ExportMetricsServiceRequest.parseFrom(request));
            } catch (IOException e) {
                return Status.INVALID_ARGUMENT;
            }
        }
        return refusal;
    }

    /** All that it was told of figures. */
    public synchronized List<ExportMetricsServiceRequest> figures() {
        return List.copyOf(figures);
    }

    private synchronized Status take(ExportTraceServiceRequest request) {
        Status refusal = refusing.apply(asked++);
        if (refusal == null) {
            requests.add(request);
        }
        return refusal;
    }

    private Metadata trailers() {
        Metadata trailers = new Metadata();
        if (details.length > 0) {
            trailers.put(DETAILS, details);
        }
        return trailers;
    }

    /** Where it is. */
    public String address() {
        return address;
    }

    /** All spans that it took. */
    public synchronized List<Span> spans() {
        return requests.stream()
                .flatMap(request -> request.getResourceSpansList().stream())
                .flatMap(resource -> resource.getScopeSpansList().stream())
                .flatMap(scope -> scope.getSpansList().stream())
                .toList();
    }

    @Override
    public void close() {
        server.shutdownNow();
    }

    private final class Headers implements ServerInterceptor {
        @Override
        public <Q, R> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
            synchronized (GrpcReceiver.this) {
                scopes.add(String.valueOf(headers.get(SCOPE)));
            }
            return next.startCall(call, headers);
        }
    }

    private static final class OfRequests implements MethodDescriptor.Marshaller<ExportTraceServiceRequest> {
        @Override
        public InputStream stream(ExportTraceServiceRequest value) {
            return new ByteArrayInputStream(value.toByteArray());
        }

        @Override
        public ExportTraceServiceRequest parse(InputStream stream) {
            try {
                return ExportTraceServiceRequest.parseFrom(stream);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static final class OfResponses implements MethodDescriptor.Marshaller<ExportTraceServiceResponse> {
        @Override
        public InputStream stream(ExportTraceServiceResponse value) {
            return new ByteArrayInputStream(value.toByteArray());
        }

        @Override
        public ExportTraceServiceResponse parse(InputStream stream) {
            try {
                return ExportTraceServiceResponse.parseFrom(stream);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
