package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import java.util.List;

/** The table of protocols that need no more than a {@link FrameFormat}. */
final class FrameFormats {

    /** All of them, in the order in which first bytes are held against them. */
    static final List<FrameFormat> ALL = List.of(
            new DubboFormat(),
            new BrpcFormat(),
            new RedisBusFormat(),
            new MemcachedBinaryFormat(),
            new Amqp1Format(),
            new MqttFormat(),
            new LdapFormat(),
            new ThriftFormat(),
            new TnsFormat(),
            new TdsFormat());

    private FrameFormats() {}

    /** A framer for this protocol. */
    static MessageFramer framer(Protocol protocol) {
        for (FrameFormat format : ALL) {
            if (format.protocol() == protocol) {
                return new FormatFramer(format);
            }
        }
        throw new IllegalArgumentException("no framer for " + protocol);
    }
}
