package io.wirepath.report.export;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.util.JsonFormat;
import io.grpc.Status;
import io.opentelemetry.proto.collector.trace.v1.ExportTracePartialSuccess;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.wirepath.appliance.ship.Certificates;
import io.wirepath.appliance.ship.TlsFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A collector over gRPC, of the protocol's own classes: what it is sent, and what it may say. */
@Timeout(120)
final class OtlpGrpcTest {

    private static final String SPANS = """
            {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"wéb"}},
            {"key":"host.ip","value":{"arrayValue":{"values":[{"stringValue":"10.0.0.1"},{"stringValue":""}]}}}]},
            "scopeSpans":[{"scope":{"name":"wirepath","version":"v"},"spans":[{"traceId":"5b8efff798038103d269b633813fc60c",
            "spanId":"eee19b7ec3c1b174","parentSpanId":"eee19b7ec3c1b173","name":"GET /","kind":2,
            "startTimeUnixNano":"1544712660000000000","endTimeUnixNano":"1544712661000000001",
            "attributes":[{"key":"n","value":{"intValue":"-3"}},{"key":"big","value":{"intValue":"1099511627776"}},
            {"key":"p","value":{"doubleValue":0.25}},{"key":"b","value":{"boolValue":true}}],
            "links":[{"traceId":"5b8efff798038103d269b633813fc60d","spanId":"eee19b7ec3c1b175"}],"status":{"code":2}}]}]}]}""";

    private final List<Long> waits = new ArrayList<>();

    private OtlpReceiver to(GrpcReceiver receiver) {
        return OtlpReceiver.of(receiver.address(), Map.of(OtlpReceiver.HEADERS, "X-Scope=tenant one"), waits::add);
    }

    /** The protocol's JSON has identifiers in hexadecimal, where protobuf's has all bytes in base64. */
    private static ExportTraceServiceRequest wanted() throws IOException {
        ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();
        JsonFormat.parser()
                .merge(
                        Pattern.compile("(Id\":\")([0-9a-f]+)")
                                .matcher(SPANS)
                                .replaceAll(found -> found.group(1)
                                        + Base64.getEncoder()
                                                .encodeToString(HexFormat.of().parseHex(found.group(2)))),
                        request);
        return request.build();
    }

    @Test
    void receivesWhatTheJsonSays() throws IOException {
        try (GrpcReceiver receiver = new GrpcReceiver(number -> null);
                OtlpReceiver to = to(receiver)) {
            to.check();
            to.batch(SPANS.getBytes(UTF_8), 1);
            assertEquals(List.of(ExportTraceServiceRequest.getDefaultInstance(), wanted()), receiver.requests);
            assertEquals(List.of("tenant one", "tenant one"), receiver.scopes);
            assertEquals(0, to.rejected());
        }
    }

    @Test
    void aFieldThatIsNotKnownIsNotLostSilently() {
        byte[] unknown = "{\"resourceSpans\":[{\"news\":1}]}".getBytes(UTF_8);
        assertThrows(IllegalArgumentException.class, () -> Protobuf.request(unknown));
    }

    @Test
    void triesAgainWhatMayPass() throws IOException {
        try (GrpcReceiver receiver = new GrpcReceiver(number -> number < 2 ? Status.UNAVAILABLE : null);
                OtlpReceiver to = to(receiver)) {
            to.batch(SPANS.getBytes(UTF_8), 1);
            assertEquals(1, receiver.requests.size());
            assertEquals(List.of(1_000_000_000L, 2_000_000_000L), waits);
        }
    }

    @Test
    void waitsAsLongAsAFullReceiverAsksAndNotWhereItDoesNot() throws IOException {
        ByteString delay =
                Duration.newBuilder().setSeconds(7).setNanos(5).build().toByteString();
        ByteString retry = UnknownFieldSet.newBuilder()
                .addField(
                        1,
                        UnknownFieldSet.Field.newBuilder()
                                .addLengthDelimited(delay)
                                .build())
                .build()
                .toByteString();
        ByteString any = Any.newBuilder()
                .setTypeUrl("type.googleapis.com/google.rpc.RetryInfo")
                .setValue(retry)
                .build()
                .toByteString();
        byte[] details = UnknownFieldSet.newBuilder()
                .addField(1, UnknownFieldSet.Field.newBuilder().addVarint(8).build())
                .addField(
                        3,
                        UnknownFieldSet.Field.newBuilder()
                                .addLengthDelimited(any)
                                .build())
                .build()
                .toByteArray();
        Status full = Status.RESOURCE_EXHAUSTED.withDescription("full");
        try (GrpcReceiver receiver = new GrpcReceiver(
                        number -> number == 0 ? full : null, details, ExportTraceServiceResponse.getDefaultInstance());
                OtlpReceiver to = to(receiver)) {
            to.batch(SPANS.getBytes(UTF_8), 1);
            assertEquals(List.of(7_000_000_005L), waits);
        }
        try (GrpcReceiver receiver = new GrpcReceiver(number -> full);
                OtlpReceiver to = to(receiver)) {
            IOException refused = assertThrows(IOException.class, () -> to.batch(SPANS.getBytes(UTF_8), 1));
            assertEquals(receiver.address() + ": answered RESOURCE_EXHAUSTED: full", refused.getMessage());
        }
    }

    @Test
    void countsWhatTheReceiverDidNotTake() throws IOException {
        ExportTraceServiceResponse partial = ExportTraceServiceResponse.newBuilder()
                .setPartialSuccess(ExportTracePartialSuccess.newBuilder()
                        .setRejectedSpans(300)
                        .setErrorMessage("too old"))
                .build();
        try (GrpcReceiver receiver = new GrpcReceiver(number -> null, new byte[0], partial);
                OtlpReceiver to = to(receiver)) {
            to.batch(SPANS.getBytes(UTF_8), 1);
            assertEquals(300, to.rejected());
            assertEquals("too old", to.reason());
        }
    }

    /** Both sides show certificates of an authority that no Java trusts by itself. */
    @Test
    void withTlsWhoIsTrustedIsNamedByTheEnvironment(@TempDir Path directory) throws Exception {
        Certificates ours = new Certificates(directory.resolve("ours"));
        TlsFiles there = ours.sign("collector");
        TlsFiles here = ours.sign("wirepath");
        Map<String, String> environment = Map.of(
                "OTEL_EXPORTER_OTLP_CERTIFICATE", here.authority().toString(),
                "OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE", here.certificate().toString(),
                "OTEL_EXPORTER_OTLP_CLIENT_KEY", here.key().toString());
        try (GrpcReceiver receiver = GrpcReceiver.withTls(there)) {
            try (OtlpReceiver to = OtlpReceiver.of(receiver.address(), environment, waits::add)) {
                to.check();
                to.batch(SPANS.getBytes(UTF_8), 1);
            }
            assertEquals(2, receiver.requests.size());
            Map<String, String> nobody = Map.of("OTEL_EXPORTER_OTLP_CERTIFICATE", directory + "/none.pem");
            assertThrows(IllegalArgumentException.class, () -> OtlpReceiver.of(receiver.address(), nobody, waits::add));
            try (OtlpReceiver to = OtlpReceiver.of(receiver.address(), Map.of(), waits::add)) {
                IOException refused = assertThrows(IOException.class, to::check);
                assertTrue(String.valueOf(refused.getMessage()).contains("TLS fails"), refused::getMessage);
            }
            assertEquals(2, receiver.requests.size());
        }
    }

    @Test
    void givesUpWhereNobodyListens() throws IOException {
        GrpcReceiver receiver = new GrpcReceiver(number -> null);
        receiver.close();
        try (OtlpReceiver to = to(receiver)) {
            assertThrows(IOException.class, to::check);
            IOException gone = assertThrows(IOException.class, () -> to.batch(SPANS.getBytes(UTF_8), 1));
            assertTrue(gone.getMessage().startsWith(receiver.address()), gone::getMessage);
            assertEquals(5, waits.size());
        }
        for (String wrong : List.of("grpc://localhost", "grpcx://localhost:1", "grpc:x")) {
            assertThrows(IllegalArgumentException.class, () -> OtlpReceiver.of(wrong, Map.of(), waits::add), wrong);
        }
    }
}
