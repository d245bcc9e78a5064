package io.wirepath.connect.oidc;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.oauth2.sdk.GeneralException;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.TokenErrorResponse;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import io.wirepath.appliance.listen.Issuer.Refused;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The issuer over the network: describes itself once, when first asked; its keys are kept and asked for anew as they
 * change, half a minute apart at least.
 */
final class Provider {

    private static final int MILLIS = 5000;
    private static final int MAX_BYTES = 1 << 20;

    /** Those with a key of the issuer's own that nobody else holds. */
    private static final Set<JWSAlgorithm> SIGNED = signed();

    private final Issuer name;
    private @Nullable Described described;

    /**
     * What an issuer says of itself.
     *
     * @param metadata where it answers
     * @param keys those that sign its tokens
     */
    record Described(OIDCProviderMetadata metadata, JWSVerificationKeySelector<SecurityContext> keys) {}

    Provider(URI issuer) {
        this.name = new Issuer(issuer);
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
        if (known == null) {
            known = describe();
            described = known;
        }
        return known;
    }

    private Described describe() throws Refused {
        try {
            OIDCProviderMetadata metadata = OIDCProviderMetadata.resolve(name, MILLIS, MILLIS);
            JWKSource<SecurityContext> keys = JWKSourceBuilder.create(
                            metadata.getJWKSetURI().toURL(), new DefaultResourceRetriever(MILLIS, MILLIS, MAX_BYTES))
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
            HTTPRequest http = request.toHTTPRequest();
            http.setConnectTimeout(MILLIS);
            http.setReadTimeout(MILLIS);
            TokenResponse answer = OIDCTokenResponseParser.parse(http.send());
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
