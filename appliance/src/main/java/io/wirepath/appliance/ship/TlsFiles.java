package io.wirepath.appliance.ship;

import io.grpc.ChannelCredentials;
import io.grpc.ServerCredentials;
import io.grpc.TlsChannelCredentials;
import io.grpc.TlsServerCredentials;
import io.wirepath.appliance.config.TlsConfig;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The PEM files of mutual TLS: each side shows a certificate, and trusts those that the authority signed.
 *
 * @param certificate its own chain, the leaf first
 * @param key private key of the leaf, PKCS #8, without a password
 * @param authority certificates of the authority that signs the other side's
 */
public record TlsFiles(Path certificate, Path key, Path authority) {

    /** Those that the operator named; null where none are. */
    public static @Nullable TlsFiles of(TlsConfig config) {
        Path certificate = config.certificate();
        Path key = config.key();
        Path authority = config.authority();
        return certificate == null || key == null || authority == null
                ? null
                : new TlsFiles(certificate, key, authority);
    }

    /**
     * For the side that connects.
     *
     * @throws Failure when a file cannot be used
     */
    ChannelCredentials forChannel() {
        check();
        try {
            return TlsChannelCredentials.newBuilder()
                    .keyManager(certificate.toFile(), key.toFile())
                    .trustManager(authority.toFile())
                    .build();
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    /**
     * For the side that listens: a sniffer without a certificate of the authority is turned away.
     *
     * @throws Failure when a file cannot be used
     */
    ServerCredentials forServer() {
        check();
        try {
            return TlsServerCredentials.newBuilder()
                    .keyManager(certificate.toFile(), key.toFile())
                    .trustManager(authority.toFile())
                    .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE)
                    .build();
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    private void check() {
        for (Path file : new Path[] {certificate, key, authority}) {
            if (!Files.isReadable(file)) {
                throw new Failure(file + ": the PEM file cannot be read; check the path and who may read it");
            }
        }
    }

    /** What to say of PEM files that are there but are not what they should be. */
    Failure unusable(Exception cause) {
        return new Failure(
                certificate + ", " + key + ", " + authority + ": TLS cannot be set up with these PEM files ("
                        + Failure.reason(cause)
                        + "); wanted are a certificate, its PKCS #8 key without a password, and the"
                        + " authority's certificate",
                cause);
    }
}
