package io.wirepath.report.export;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.report.export.CallSpans.Kind;
import java.io.IOException;

/** The attributes of a span that OpenTelemetry's semantic conventions name: protocol, operation, outcome. */
final class SpanConventions {

    private SpanConventions() {}

    /**
     * What OpenTelemetry's conventions call the protocol. Those of databases are for their clients alone; backends show
     * the server by them in the clients' place.
     */
    static void protocol(SpanAttributes to, Protocol protocol, Kind kind) throws IOException {
        text(to, "network.protocol.name", protocol.network());
        text(to, "network.protocol.version", protocol.version());
        switch (protocol.kind()) {
            case DATABASE -> {
                if (kind == Kind.CLIENT) {
                    to.text("db.system.name", protocol.system());
                    to.text("db.system", protocol.system());
                }
            }
            case REMOTE_CALL -> to.text("rpc.system", protocol.system());
            case MESSAGING -> to.text("messaging.system", protocol.system());
            case NONE -> {}
        }
        if (protocol == Protocol.AMQP && (kind == Kind.PRODUCER || kind == Kind.CONSUMER)) {
            to.text("messaging.operation.type", kind == Kind.PRODUCER ? "send" : "process");
        }
    }

    private static void text(SpanAttributes to, String name, String value) throws IOException {
        if (!value.isEmpty()) {
            to.text(name, value);
        }
    }

    /** Method and path of HTTP, service and method of gRPC. */
    static void operation(SpanAttributes to, Protocol protocol, String operation, Kind kind) throws IOException {
        int space = operation.indexOf(' ');
        if (space < 0) {
            return;
        }
        String path = operation.substring(space + 1);
        int method = path.lastIndexOf('/');
        if (protocol == Protocol.GRPC && method > 0) {
            to.text("rpc.service", path.substring(1, method));
            to.text("rpc.method", path.substring(method + 1));
        } else {
            to.text("http.request.method", operation.substring(0, space));
            to.text(kind == Kind.CLIENT ? "url.template" : "http.route", path);
        }
    }

    /** The answer's code, and whether it is an error. */
    static void outcome(SpanAttributes to, int outcome) throws IOException {
        switch (Outcome.kind(outcome)) {
            case NONE -> {}
            case HTTP -> to.number("http.response.status_code", Outcome.code(outcome));
            case GRPC -> to.number("rpc.grpc.status_code", Outcome.code(outcome));
            default -> to.text("wirepath.outcome", Outcome.text(outcome));
        }
        if (Outcome.verdict(outcome) == Outcome.Verdict.FAILED) {
            to.text("error.type", Outcome.text(outcome));
        }
    }
}
