package io.wirepath.appliance.serve.http;

import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A key store in memory, of a certificate and its private key as PEM files (RFC 7468). */
final class PemKeyStore {

    /** Protects nothing: the store never leaves the memory of this process, but the interface asks for one. */
    static final String PASSWORD = "in-memory";

    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

    private PemKeyStore() {}

    /**
     * Reads both files.
     *
     * @throws Failure when one cannot be used
     */
    static KeyStore of(Path certificate, Path key) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            Certificate[] chain = chain(certificate);
            store.setKeyEntry("wirepath", key(key), PASSWORD.toCharArray(), chain);
            return store;
        } catch (IOException | GeneralSecurityException e) {
            throw new Failure(certificate + ", " + key + ": do not make a key store: " + e.getMessage(), e);
        }
    }

    private static Certificate[] chain(Path file) {
        try (InputStream from = Files.newInputStream(file)) {
            Certificate[] chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(from)
                    .toArray(new Certificate[0]);
            if (chain.length == 0) {
                throw new Failure(file + ": holds no certificate in PEM form (-----BEGIN CERTIFICATE-----)");
            }
            return chain;
        } catch (IOException | GeneralSecurityException e) {
            throw Failure.of(file, "cannot be read as a PEM file of certificates", e);
        }
    }

    private static PrivateKey key(Path file) throws GeneralSecurityException {
        String text;
        try {
            text = Files.readString(file);
        } catch (IOException e) {
            throw Failure.of(file, "cannot be read as a PEM file of a private key", e);
        }
        Matcher matcher = KEY.matcher(text);
        if (!matcher.find()) {
            throw new Failure(file + ": holds no private key in PKCS #8 form without a password (-----BEGIN PRIVATE"
                    + " KEY-----); make one with: openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW");
        }
        PKCS8EncodedKeySpec bytes =
                new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(matcher.group(1)));
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(bytes);
            } catch (InvalidKeySpecException e) {
                // of another algorithm: the next one
            }
        }
        throw new Failure(file + ": holds a private key that is none of " + String.join(", ", ALGORITHMS));
    }
}
