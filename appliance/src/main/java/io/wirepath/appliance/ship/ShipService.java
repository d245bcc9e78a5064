package io.wirepath.appliance.ship;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.wirepath.report.export.ByteMarshaller;

/**
 * The methods of the shipping service; their messages are bytes, which {@link ShipMessage} and {@link RingMessage}
 * draw. {@code Salt} answers nothing with the bytes of the site's salt.
 */
final class ShipService {

    static final String NAME = "wirepath.Shipping";

    static final MethodDescriptor<byte[], byte[]> SHIP = method("Ship", MethodType.BIDI_STREAMING);

    static final MethodDescriptor<byte[], byte[]> RING = method("Ring", MethodType.BIDI_STREAMING);

    static final MethodDescriptor<byte[], byte[]> SALT = method("Salt", MethodType.UNARY);

    private ShipService() {}

    private static MethodDescriptor<byte[], byte[]> method(String name, MethodType type) {
        return MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(type)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(NAME, name))
                .setRequestMarshaller(new ByteMarshaller())
                .setResponseMarshaller(new ByteMarshaller())
                .build();
    }
}
