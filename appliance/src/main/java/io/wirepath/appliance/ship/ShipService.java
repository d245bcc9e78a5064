package io.wirepath.appliance.ship;

import io.grpc.MethodDescriptor;
import io.wirepath.report.export.ByteMarshaller;

/** The one method of the shipping service; its messages are bytes, which {@link ShipMessage} draws. */
final class ShipService {

    static final String NAME = "wirepath.Shipping";

    static final MethodDescriptor<byte[], byte[]> SHIP = MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
            .setFullMethodName(MethodDescriptor.generateFullMethodName(NAME, "Ship"))
            .setRequestMarshaller(new ByteMarshaller())
            .setResponseMarshaller(new ByteMarshaller())
            .build();

    private ShipService() {}
}
