package io.wirepath.appliance.serve.http;

import io.wirepath.appliance.config.binding.HostPort;
import io.wirepath.appliance.listen.AccessToken;
import io.wirepath.appliance.listen.Issuer;
import io.wirepath.pipeline.Failure;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the service answers requests, and who may ask.
 *
 * @param host address or name to listen on
 * @param port 0 lets the system choose
 * @param certificate PEM file of the certificate with its chain, or null for no TLS
 * @param key PEM file of its private key, PKCS #8, without a password, or null
 * @param tokenFile file with the tokens that callers show, or null for none
 * @param audit file that tells who asked for what, or null for none
 * @param auditBytes bound of it and of the one before it
 * @param oidc the site's own log-in, or null for none
 */
public record HttpSettings(
        String host,
        int port,
        @Nullable Path certificate,
        @Nullable Path key,
        @Nullable Path tokenFile,
        @Nullable Path audit,
        long auditBytes,
        Issuer.@Nullable Settings oidc) {

    /**
     * Refuses to answer a network in the clear, or anyone.
     *
     * @throws Failure saying what is missing
     */
    public HttpSettings {
        if ((certificate == null) != (key == null)) {
            throw new Failure("http: certificate and key belong together; name both, or neither");
        }
        if (!HostPort.isLoopback(host) && (certificate == null || tokenFile == null && oidc == null)) {
            throw new Failure(
                    host + ":" + port + " is not the loopback: the API answers there with TLS and a token only;"
                            + " give a certificate, its key and a token file, or listen on 127.0.0.1");
        }
    }

    /** Without an audit log. */
    public HttpSettings(
            String host, int port, @Nullable Path certificate, @Nullable Path key, @Nullable Path tokenFile) {
        this(host, port, certificate, key, tokenFile, null, 0, null);
    }

    /** Listens on the loopback, without TLS or a token. */
    public static HttpSettings onLoopback(int port) {
        return new HttpSettings("127.0.0.1", port, null, null, null);
    }

    /** The address of the page, as a browser takes it, where the API listens at this port. */
    public String url(int listening) {
        String scheme = certificate == null ? "http" : "https";
        return scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + listening + "/";
    }

    /** The address of the page as browsers and the issuer know it. */
    URI page(int listening) {
        return oidc == null || oidc.page() == null ? URI.create(url(listening)) : oidc.page();
    }

    /** The issuer that tells of callers; null where there is none. */
    @Nullable
    Issuer issuer() {
        return oidc == null ? null : Issuer.of(oidc);
    }

    /**
     * The tokens; none where none is asked for.
     *
     * @throws Failure when the file cannot be used
     */
    List<AccessToken> tokens() {
        return tokenFile == null ? List.of() : AccessToken.read(tokenFile);
    }
}
