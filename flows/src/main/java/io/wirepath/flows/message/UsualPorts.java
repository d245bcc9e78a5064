package io.wirepath.flows.message;

import io.wirepath.flows.Protocol;

/** What servers speak on the ports that IANA, or the makers, gave their protocols. */
final class UsualPorts {

    private UsualPorts() {}

    /** One bit for the protocol, by its ordinal; 0 if the port says nothing. */
    static long spoken(int port) {
        Protocol protocol = switch (port) {
            case 25, 587 -> Protocol.SMTP;
            case 389 -> Protocol.LDAP;
            case 1433 -> Protocol.TDS;
            case 1883 -> Protocol.MQTT;
            case 3306 -> Protocol.MYSQL;
            case 4222 -> Protocol.NATS;
            case 5432 -> Protocol.POSTGRESQL;
            case 5672 -> Protocol.AMQP;
            case 6379 -> Protocol.REDIS;
            case 9092 -> Protocol.KAFKA;
            case 11211 -> Protocol.MEMCACHED;
            case 27017 -> Protocol.MONGODB;
            default -> Protocol.UNKNOWN;
        };
        return protocol == Protocol.UNKNOWN ? 0 : 1L << protocol.ordinal();
    }
}
