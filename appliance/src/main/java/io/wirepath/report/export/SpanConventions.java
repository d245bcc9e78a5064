package io.wirepath.report.export;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.report.export.CallSpans.Kind;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The attributes of a span that OpenTelemetry's semantic conventions name: protocol, operation, outcome. */
final class SpanConventions {

    private SpanConventions() {}

    /** What OpenTelemetry's conventions call the protocol. */
    static void protocol(SpanAttributes to, Protocol protocol, Kind kind) throws IOException {
        boolean asks = kind == Kind.CLIENT;
        switch (protocol) {
            case HTTP1 -> named(to, "http", "1.1");
            case HTTP2 -> named(to, "http", "2");
            case GRPC -> {
                named(to, "http", "2");
                to.text("rpc.system", "grpc");
            }
            case DNS -> named(to, "dns", null);
            case TLS -> named(to, "tls", null);
            case WEBSOCKET -> named(to, "websocket", null);
            case REDIS -> database(to, "redis", asks);
            case POSTGRESQL -> database(to, "postgresql", asks);
            case MYSQL -> database(to, "mysql", asks);
            case MONGODB -> database(to, "mongodb", asks);
            case CASSANDRA -> database(to, "cassandra", asks);
            case KAFKA -> to.text("messaging.system", "kafka");
            case AMQP -> {
                named(to, "amqp", null);
                to.text("messaging.system", "rabbitmq");
                if (kind == Kind.PRODUCER || kind == Kind.CONSUMER) {
                    to.text("messaging.operation.type", kind == Kind.PRODUCER ? "send" : "process");
                }
            }
            case MEMCACHED, MEMCACHED_BINARY -> database(to, "memcached", asks);
            case TNS -> database(to, "oracle.db", asks);
            case TDS -> database(to, "microsoft.sql_server", asks);
            case THRIFT -> remoteCall(to, "apache_thrift");
            case DUBBO -> remoteCall(to, "apache_dubbo");
            case BRPC -> remoteCall(to, "brpc");
            case AMQP_1 -> named(to, "amqp", "1.0");
            case NATS -> messaging(to, "nats");
            case MQTT -> messaging(to, "mqtt");
            case LDAP -> named(to, "ldap", null);
            case SMTP -> named(to, "smtp", null);
            case SIP -> named(to, "sip", "2.0");
            case NTP -> named(to, "ntp", null);
            case REDIS_CLUSTER_BUS -> named(to, "redis", null);
            case QUIC -> named(to, "quic", null);
            case DTLS -> named(to, "dtls", null);
            case RTP -> named(to, "rtp", null);
            case WIREGUARD -> named(to, "wireguard", null);
            case IPSEC -> named(to, "ipsec", null);
            case UNKNOWN, LENGTH_PREFIXED, ECHOED_FIELD -> {}
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

    private static void remoteCall(SpanAttributes to, String system) throws IOException {
        to.text("rpc.system", system);
    }

    private static void messaging(SpanAttributes to, String system) throws IOException {
        named(to, system, null);
        to.text("messaging.system", system);
    }

    private static void named(SpanAttributes to, String name, @Nullable String version) throws IOException {
        to.text("network.protocol.name", name);
        if (version != null) {
            to.text("network.protocol.version", version);
        }
    }

    /**
     * The conventions of databases are for their clients alone; backends show the server by them in the clients' place.
     */
    private static void database(SpanAttributes to, String system, boolean asks) throws IOException {
        named(to, system, null);
        if (asks) {
            to.text("db.system.name", system);
            to.text("db.system", system);
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
