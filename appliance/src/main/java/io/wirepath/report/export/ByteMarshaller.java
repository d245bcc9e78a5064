package io.wirepath.report.export;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Messages of gRPC that are bytes already. Stateless. */
public final class ByteMarshaller implements MethodDescriptor.Marshaller<byte[]> {

    /** Tells gRPC the length beforehand, so that it copies once. */
    private static final class Known extends ByteArrayInputStream implements KnownLength {

        Known(byte[] message) {
            super(message);
        }
    }

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
