package io.wirepath.connect.oidc;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.oauth2.sdk.GeneralException;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.TokenErrorResponse;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import io.wirepath.appliance.listen.Issuer.Refused;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The issuer over the network: describes itself once, when first asked; its keys are kept and asked for anew as they
 * change, half a minute apart at least.
 */
final class Provider {

    /** Who cannot be reached is not asked again for so long: each who signs in would wait for it. */
    private static final long PAUSE_NANOS = 5_000_000_000L;

    /** Those with a key of the issuer's own that nobody else holds. */
    private static final Set<JWSAlgorithm> SIGNED = signed();

    private final Issuer name;
    private final WholeAnswers http;
    private final LongSupplier clock;
    private @Nullable Described described;

    /** Why it did not describe itself, and when it was asked. */
    private @Nullable String failure;

    private long askedNanos;

    /**
     * What an issuer says of itself.
     *
     * @param metadata where it answers
     * @param keys those that sign its tokens
     */
    record Described(OIDCProviderMetadata metadata, JWSVerificationKeySelector<SecurityContext> keys) {}

    /**
     * One that was not asked yet.
     *
     * @param patience how long an answer may take
     * @param clock time in nanoseconds
     */
    Provider(URI issuer, Duration patience, LongSupplier clock) {
        this.name = new Issuer(issuer);
        this.http = new WholeAnswers(patience);
        this.clock = clock;
    }

    Issuer name() {
        return name;
    }

    private static Set<JWSAlgorithm> signed() {
        Set<JWSAlgorithm> all = new HashSet<>(JWSAlgorithm.Family.RSA);
        all.addAll(JWSAlgorithm.Family.EC);
        return all;
    }

    /** What it says of itself. */
    synchronized Described described() throws Refused {
        Described known = described;
        if (known != null) {
            return known;
        }
        String before = failure;
        if (before != null && clock.getAsLong() - askedNanos < PAUSE_NANOS) {
            throw new Refused(before, true);
        }
        try {
            known = describe();
            described = known;
            return known;
        } catch (Refused e) {
            failure = e.getMessage();
            askedNanos = clock.getAsLong();
            throw e;
        }
    }

    private Described describe() throws Refused {
        try {
            OIDCProviderMetadata metadata = OIDCProviderMetadata.parse(
                    http.retrieveResource(OIDCProviderMetadata.resolveURL(name)).getContent());
            if (!metadata.getIssuer().equals(name)) {
                throw new Refused(name + " calls itself " + metadata.getIssuer(), true);
            }
            JWKSource<SecurityContext> keys = JWKSourceBuilder.create(
                            metadata.getJWKSetURI().toURL(), http)
                    .build();
            return new Described(metadata, new JWSVerificationKeySelector<>(SIGNED, keys));
        } catch (GeneralException | MalformedURLException e) {
            throw new Refused(name + " does not describe itself: " + e.getMessage(), true);
        } catch (IOException e) {
            throw unreachable(e);
        }
    }

    /** Asks for tokens. */
    OIDCTokenResponse tokens(TokenRequest request) throws Refused {
        try {
            TokenResponse answer =
                    OIDCTokenResponseParser.parse(request.toHTTPRequest().send(http));
            if (answer instanceof OIDCTokenResponse tokens) {
                return tokens;
            }
            String code = answer instanceof TokenErrorResponse error
                    ? String.valueOf(error.getErrorObject().getCode())
                    : "an answer without an ID token";
            throw new Refused("the issuer gave no token: " + code, false);
        } catch (ParseException | IllegalArgumentException e) {
            throw new Refused("the issuer's answer cannot be read: " + e.getMessage(), true);
        } catch (IOException e) {
            throw unreachable(e);
        }
    }

    private Refused unreachable(IOException e) {
        return new Refused(name + " is not reached: " + Failure.reason(e), true);
    }
}
