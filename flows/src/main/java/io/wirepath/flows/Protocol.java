package io.wirepath.flows;

/**
 * What the bytes of a connection were recognised as; {@link #UNKNOWN} is framed by turns. Each row says what
 * OpenTelemetry's semantic conventions call the protocol and its kind of system, and on which ports IANA, or the
 * makers, have its servers listen. The order is that of what was written before: a new one comes last.
 */
public enum Protocol {
    UNKNOWN,
    HTTP1("http", "1.1"),
    DNS("dns"),
    HTTP2("http", "2"),
    GRPC("http", "2", SystemKind.REMOTE_CALL, "grpc"),
    TLS("tls"),
    WEBSOCKET("websocket"),
    REDIS("redis", "", SystemKind.DATABASE, "redis", 6379),
    POSTGRESQL("postgresql", "", SystemKind.DATABASE, "postgresql", 5432),
    MYSQL("mysql", "", SystemKind.DATABASE, "mysql", 3306),
    MONGODB("mongodb", "", SystemKind.DATABASE, "mongodb", 27017),
    KAFKA("", "", SystemKind.MESSAGING, "kafka", 9092),
    CASSANDRA("cassandra", "", SystemKind.DATABASE, "cassandra"),
    AMQP("amqp", "", SystemKind.MESSAGING, "rabbitmq", 5672),
    /** Unknown protocol whose length prefix was learnt. */
    LENGTH_PREFIXED,
    /** Unknown protocol whose echoed call id was learnt. */
    ECHOED_FIELD,
    /** Text and meta commands. */
    MEMCACHED("memcached", "", SystemKind.DATABASE, "memcached", 11211),
    MEMCACHED_BINARY("memcached", "", SystemKind.DATABASE, "memcached"),
    THRIFT("", "", SystemKind.REMOTE_CALL, "apache_thrift"),
    AMQP_1("amqp", "1.0"),
    NATS("nats", "", SystemKind.MESSAGING, "nats", 4222),
    MQTT("mqtt", "", SystemKind.MESSAGING, "mqtt", 1883),
    /** Oracle's Transparent Network Substrate. */
    TNS("oracle.db", "", SystemKind.DATABASE, "oracle.db"),
    /** SQL Server's and Sybase's Tabular Data Stream. */
    TDS("microsoft.sql_server", "", SystemKind.DATABASE, "microsoft.sql_server", 1433),
    LDAP("ldap", "", SystemKind.NONE, "", 389),
    SMTP("smtp", "", SystemKind.NONE, "", 25, 587),
    DUBBO("", "", SystemKind.REMOTE_CALL, "apache_dubbo"),
    BRPC("", "", SystemKind.REMOTE_CALL, "brpc"),
    /** What the nodes of a Redis cluster tell each other of themselves. */
    REDIS_CLUSTER_BUS("redis"),
    /** Over UDP; over TCP it is cut by turns. */
    SIP("sip", "2.0"),
    NTP("ntp"),
    /** Exchanges by turns of what is encrypted; its handshake is told apart. */
    QUIC("quic"),
    /** Bulk, as those below: no datagram of it is a call. */
    DTLS("dtls"),
    RTP("rtp"),
    WIREGUARD("wireguard"),
    /** ESP inside UDP. */
    IPSEC("ipsec"),
    /** NFS, its mounter, the port mapper and others, over TCP. */
    ONC_RPC("", "", SystemKind.REMOTE_CALL, "onc_rpc"),
    SMB("smb"),
    DIAMETER("diameter"),
    /** Over TCP; over UDP it is cut by turns. */
    KERBEROS("kerberos"),
    /** What a proxy says first of the connection that it hands on. */
    PROXY("proxy"),
    /** The connection of its commands. */
    FTP("ftp", "", SystemKind.NONE, "", 21),
    /** What the sides say in clear; what is encrypted is cut by turns. */
    SSH("ssh", "", SystemKind.NONE, "", 22),
    /** What agrees on a tunnel; what goes through it is what it is. */
    SOCKS("socks", "", SystemKind.NONE, "", 1080),
    FASTCGI("fastcgi"),
    /** What the client of QUIC offered to speak; its handshake is {@link #QUIC}. */
    HTTP3("http", "3"),
    RADIUS("radius"),
    SMPP("smpp"),
    FIX("fix"),
    AJP("ajp"),
    HADOOP_RPC("", "", SystemKind.REMOTE_CALL, "hadoop_rpc", 8020),
    /** HDFS' data transfer protocol; its name node is asked by Hadoop's RPC. */
    HDFS("hdfs", "", SystemKind.NONE, "", 9866, 50010),
    STOMP("stomp", "", SystemKind.MESSAGING, "", 61613),
    OPENWIRE("openwire", "", SystemKind.MESSAGING, "activemq", 61616),
    /** ZeroMQ. */
    ZMTP("zmtp"),
    RMI("", "", SystemKind.REMOTE_CALL, "java_rmi", 1099),
    /** Its protocol of clients. */
    HAZELCAST("hazelcast", "", SystemKind.NONE, "", 5701),
    UWSGI("uwsgi"),
    DCE_RPC("", "", SystemKind.REMOTE_CALL, "dce_rpc", 135);

    /** Kinds of systems that the conventions tell apart. */
    public enum SystemKind {
        NONE,
        DATABASE,
        REMOTE_CALL,
        MESSAGING
    }

    private static final Protocol[] VALUES = values();

    private final String network;
    private final String version;
    private final SystemKind kind;
    private final String system;
    private final int port;
    private final int otherPort;

    Protocol() {
        this("");
    }

    Protocol(String network) {
        this(network, "");
    }

    Protocol(String network, String version) {
        this(network, version, SystemKind.NONE, "");
    }

    Protocol(String network, String version, SystemKind kind, String system) {
        this(network, version, kind, system, -1);
    }

    Protocol(String network, String version, SystemKind kind, String system, int port) {
        this(network, version, kind, system, port, -1);
    }

    Protocol(String network, String version, SystemKind kind, String system, int port, int otherPort) {
        this.network = network;
        this.version = version;
        this.kind = kind;
        this.system = system;
        this.port = port;
        this.otherPort = otherPort;
    }

    /** The protocol with this ordinal; UNKNOWN for a number that a newer version may have written. */
    public static Protocol of(int ordinal) {
        return ordinal >= 0 && ordinal < VALUES.length ? VALUES[ordinal] : UNKNOWN;
    }

    /** What servers speak that listen on this port; UNKNOWN if it says nothing. */
    public static Protocol usualAt(int port) {
        for (int i = 0; i < VALUES.length; i++) {
            if (VALUES[i].port == port || VALUES[i].otherPort == port) {
                return VALUES[i];
            }
        }
        return UNKNOWN;
    }

    /** The conventions' {@code network.protocol.name}; empty if they have none. */
    public String network() {
        return network;
    }

    /** The conventions' {@code network.protocol.version}; empty where it does not belong to what this is. */
    public String version() {
        return version;
    }

    /** Which kind of system speaks this. */
    public SystemKind kind() {
        return kind;
    }

    /** What the conventions call the system of this kind. */
    public String system() {
        return system;
    }
}
