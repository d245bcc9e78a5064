package io.wirepath.report.export;

import io.grpc.ChannelCredentials;
import io.grpc.TlsChannelCredentials;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Whom to trust, and who we are, where a receiver of OTLP is asked with TLS: by the variables of the environment that
 * OpenTelemetry's exporters have. Source: OpenTelemetry Protocol Exporter, "Configuration Options".
 *
 * @param authority PEM file with the certificates that the receiver's is checked by; null for those that Java trusts
 * @param certificate PEM file with the certificate that is shown to it; null for none
 * @param key PEM file with the key of that
 */
record OtlpTls(
        @Nullable Path authority,
        @Nullable Path certificate,
        @Nullable Path key) {

    private static final String BEGIN = "OTEL_EXPORTER_OTLP_";

    /**
     * As the environment says.
     *
     * @throws IllegalArgumentException where it names a certificate without its key, or a key alone
     */
    static OtlpTls of(Map<String, String> environment) {
        Path certificate = file(environment, "CLIENT_CERTIFICATE");
        Path key = file(environment, "CLIENT_KEY");
        if ((certificate == null) != (key == null)) {
            throw new IllegalArgumentException(BEGIN + (key == null ? "CLIENT_KEY" : "CLIENT_CERTIFICATE")
                    + " is missing; certificate and key belong together");
        }
        return new OtlpTls(file(environment, "CERTIFICATE"), certificate, key);
    }

    private static @Nullable Path file(Map<String, String> environment, String name) {
        String file = environment.getOrDefault(BEGIN + name, "");
        return file.isEmpty() ? null : Path.of(file);
    }

    /**
     * For gRPC.
     *
     * @throws IllegalArgumentException where a file cannot be used; the message says which
     */
    ChannelCredentials forChannel() {
        TlsChannelCredentials.Builder builder = TlsChannelCredentials.newBuilder();
        File of = null;
        try {
            if (authority != null) {
                of = authority.toFile();
                builder.trustManager(of);
            }
            if (certificate != null && key != null) {
                of = certificate.toFile();
                builder.keyManager(of, key.toFile());
            }
            return builder.build();
        } catch (IOException e) {
            throw new IllegalArgumentException(of + ": cannot be read: " + reason(e), e);
        }
    }

    private static String reason(Exception e) {
        boolean isNone = e instanceof NoSuchFileException || e instanceof FileNotFoundException;
        return isNone ? "there is no such file that may be read" : String.valueOf(e.getMessage());
    }

    /**
     * For HTTP, where no certificate is shown.
     *
     * @throws IllegalArgumentException where a file cannot be used; the message says which
     */
    SSLContext forHttp() {
        try {
            if (authority == null) {
                return SSLContext.getDefault();
            }
            return TrustedCertificates.context(authority);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(authority + ": cannot be used as certificates: " + reason(e), e);
        }
    }
}
