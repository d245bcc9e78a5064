package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * All that is needed to find the messages of a protocol in streams: how it begins, and what frames it. What it is
 * called, and where its servers listen, stands in {@link Protocol}.
 *
 * <p>A protocol whose frames say in their own first bytes what they are is one {@link FrameFormat}, with its beginning
 * and its outcomes; any other is a {@link MessageFramer} whose beginning stands in the same file. One more is that
 * file, a row here and a row of {@link Protocol}.
 */
record ProtocolSpec(Protocol protocol, Signature beginning, Supplier<MessageFramer> framer) {

    /** In the order in which first bytes are held against them: the weakest beginnings come last. */
    static final List<ProtocolSpec> ALL = List.of(
            new ProtocolSpec(Protocol.HTTP1, new Http1Framer.Beginning(), Http1Framer::new),
            new ProtocolSpec(Protocol.REDIS, new RedisFramer.Beginning(), RedisFramer::new),
            new ProtocolSpec(Protocol.TLS, TlsFramer::begins, TlsFramer::new),
            new ProtocolSpec(Protocol.POSTGRESQL, new PostgresFramer.Beginning(), PostgresFramer::new),
            new ProtocolSpec(Protocol.HTTP2, new Http2Framer.Beginning(), Http2Framer::new),
            new ProtocolSpec(Protocol.AMQP, new AmqpFramer.Beginning(), AmqpFramer::new),
            new ProtocolSpec(Protocol.MONGODB, new MongoFramer.Beginning(), MongoFramer::new),
            new ProtocolSpec(Protocol.MYSQL, new MySqlFramer.Beginning(), MySqlFramer::new),
            new ProtocolSpec(Protocol.CASSANDRA, CassandraFramer::begins, CassandraFramer::new),
            new ProtocolSpec(Protocol.KAFKA, KafkaFramer::begins, KafkaFramer::new),
            new ProtocolSpec(Protocol.MEMCACHED, MemcachedFramer.BEGINNING, MemcachedFramer::new),
            new ProtocolSpec(Protocol.NATS, NatsFramer.BEGINNING, NatsFramer::new),
            new ProtocolSpec(Protocol.SMTP, new SmtpFramer.Beginning(), SmtpFramer::new),
            new ProtocolSpec(Protocol.FTP, new FtpFramer.Beginning(), FtpFramer::new),
            new ProtocolSpec(Protocol.SSH, new SshFramer.Beginning(), SshFramer::new),
            new ProtocolSpec(Protocol.WEBSOCKET, new WebSocketFramer.Beginning(), WebSocketFramer::new),
            of(new DubboFormat()),
            of(new BrpcFormat()),
            of(new RedisBusFormat()),
            of(new MemcachedBinaryFormat()),
            of(new Amqp1Format()),
            of(new MqttFormat()),
            of(new LdapFormat()),
            new ProtocolSpec(Protocol.ZMTP, new ZmtpFramer.Beginning(), ZmtpFramer::new),
            of(new ThriftFormat()),
            of(new TnsFormat()),
            of(new TdsFormat()),
            of(new ProxyHeaderFormat()),
            of(new SmbFormat()),
            of(new OncRpcFormat()),
            of(new KerberosFormat()),
            of(new FastCgiFormat()),
            of(new DiameterFormat()),
            of(new AjpFormat()),
            of(new SmppFormat()),
            new ProtocolSpec(Protocol.FIX, FixFramer::begins, FixFramer::new),
            new ProtocolSpec(Protocol.HADOOP_RPC, HadoopRpcFramer::begins, HadoopRpcFramer::new),
            new ProtocolSpec(Protocol.HDFS, HdfsFramer::begins, HdfsFramer::new),
            new ProtocolSpec(Protocol.STOMP, StompFramer::begins, StompFramer::new),
            new ProtocolSpec(Protocol.OPENWIRE, new OpenWireFramer.Beginning(), OpenWireFramer::new),
            new ProtocolSpec(Protocol.RMI, new RmiFramer.Beginning(), RmiFramer::new),
            new ProtocolSpec(Protocol.UWSGI, new UwsgiFramer.Beginning(), UwsgiFramer::new),
            new ProtocolSpec(Protocol.DCE_RPC, DceRpcFramer::begins, DceRpcFramer::new),
            new ProtocolSpec(Protocol.SOCKS, SocksFramer::begins, SocksFramer::new),
            new ProtocolSpec(Protocol.DNS, new DnsStreamFramer.Beginning(), DnsStreamFramer::new),
            new ProtocolSpec(Protocol.HAZELCAST, HazelcastFramer::begins, HazelcastFramer::new));

    private static final ProtocolSpec LEARNT = new ProtocolSpec(
            Protocol.LENGTH_PREFIXED,
            (context, direction, bytes, offset, length) -> Signature.Verdict.NO,
            LearntFramer::new);

    private static ProtocolSpec of(FrameFormat format) {
        return new ProtocolSpec(format.protocol(), format, () -> new FormatFramer(format));
    }

    /** A new framer for a protocol; for one whose shape is learnt, one that has to learn. */
    static MessageFramer newFramer(Protocol protocol) {
        return Stream.concat(ALL.stream(), Stream.of(LEARNT))
                .filter(spec -> spec.protocol == protocol)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no framer for " + protocol))
                .framer
                .get();
    }
}
