package io.wirepath.appliance.ship;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The one method of the shipping service; its messages are bytes, which {@link ShipMessage} draws. */
final class ShipService {

    static final String NAME = "wirepath.Shipping";

    static final MethodDescriptor<byte[], byte[]> SHIP = MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
            .setFullMethodName(MethodDescriptor.generateFullMethodName(NAME, "Ship"))
            .setRequestMarshaller(new Plain())
            .setResponseMarshaller(new Plain())
            .build();

    private ShipService() {}

    private static final class Plain implements MethodDescriptor.Marshaller<byte[]> {

        @Override
        public InputStream stream(byte[] message) {
            return new Known(message);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Tells gRPC the length beforehand, so that it copies once. */
    private static final class Known extends ByteArrayInputStream implements KnownLength {

        Known(byte[] message) {
            super(message);
        }
    }
}
