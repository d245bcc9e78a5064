package io.wirepath.appliance.ship;

import io.grpc.MethodDescriptor;
import io.wirepath.report.export.ByteMarshaller;

/**
 * The methods of the shipping service; their messages are bytes, which {@link ShipMessage} and {@link RingMessage}
 * draw.
 */
final class ShipService {

    static final String NAME = "wirepath.Shipping";

    static final MethodDescriptor<byte[], byte[]> SHIP = method("Ship");

    static final MethodDescriptor<byte[], byte[]> RING = method("Ring");

    private ShipService() {}

    private static MethodDescriptor<byte[], byte[]> method(String name) {
        return MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(NAME, name))
                .setRequestMarshaller(new ByteMarshaller())
                .setResponseMarshaller(new ByteMarshaller())
                .build();
    }
}
