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
    ECHOED_FIELD;

    private static final Protocol[] VALUES = values();

    /** The protocol with this ordinal; UNKNOWN for a number that a newer version may have written. */
    public static Protocol of(int ordinal) {
        return ordinal >= 0 && ordinal < VALUES.length ? VALUES[ordinal] : UNKNOWN;
    }
}
