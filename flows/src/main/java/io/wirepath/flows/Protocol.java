package io.wirepath.flows;

/** What the bytes of a connection were recognised as; {@link #UNKNOWN} is framed by turns. */
public enum Protocol {
    UNKNOWN,
    HTTP1,
    DNS,
    HTTP2,
    GRPC,
    TLS,
    WEBSOCKET,
    REDIS,
    POSTGRESQL,
    MYSQL,
    MONGODB,
    KAFKA,
    CASSANDRA,
    AMQP,
    /** Unknown protocol whose length prefix was learnt. */
    LENGTH_PREFIXED,
    /** Unknown protocol whose echoed call id was learnt. */
    ECHOED_FIELD,
    /** Text and meta commands. */
    MEMCACHED,
    MEMCACHED_BINARY,
    THRIFT,
    AMQP_1,
    NATS,
    MQTT,
    /** Oracle's Transparent Network Substrate. */
    TNS,
    /** SQL Server's and Sybase's Tabular Data Stream. */
    TDS,
    LDAP,
    SMTP,
    DUBBO,
    BRPC,
    /** What the nodes of a Redis cluster tell each other of themselves. */
    REDIS_CLUSTER_BUS,
    /** Over UDP; over TCP it is cut by turns. */
    SIP,
    NTP,
    /** Exchanges by turns of what is encrypted; its handshake is told apart. */
    QUIC,
    /** Bulk, as those below: no datagram of it is a call. */
    DTLS,
    RTP,
    WIREGUARD,
    /** ESP inside UDP. */
    IPSEC;

    private static final Protocol[] VALUES = values();

    /** The protocol with this ordinal; UNKNOWN for a number that a newer version may have written. */
    public static Protocol of(int ordinal) {
        return ordinal >= 0 && ordinal < VALUES.length ? VALUES[ordinal] : UNKNOWN;
    }
}
