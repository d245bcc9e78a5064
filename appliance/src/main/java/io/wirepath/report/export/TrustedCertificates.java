package io.wirepath.report.export;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Certificates by which a server's is checked, in place of those that Java trusts. */
public final class TrustedCertificates {

    private TrustedCertificates() {}

    /**
     * TLS that trusts those of a PEM file alone, and shows none.
     *
     * @throws IOException where the file cannot be read
     * @throws GeneralSecurityException where it holds none, or what is none
     */
    public static SSLContext context(Path file) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(file)) {
            for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                trusted.setCertificateEntry("trusted-" + trusted.size(), each);
            }
        }
        if (trusted.size() == 0) {
            throw new CertificateException("it holds none");
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
