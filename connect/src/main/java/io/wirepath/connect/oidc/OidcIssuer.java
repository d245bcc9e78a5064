package io.wirepath.connect.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.AuthenticationResponse;
import com.nimbusds.openid.connect.sdk.AuthenticationResponseParser;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import io.wirepath.appliance.listen.AccessToken;
import io.wirepath.appliance.listen.Issuer;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An issuer of OpenID Connect. A browser comes with a code that this service alone can change into a token, as it alone
 * knows what the code was asked for with (PKCE); state and nonce say that it is the browser that departed. All three
 * are in the browser's cookie, so that nothing is kept of who never comes back.
 */
final class OidcIssuer implements Issuer {

    /** What a browser shows when it comes back: three words with dots between, none of which has one. */
    private record Pass(State state, Nonce nonce, CodeVerifier verifier) {

        private static final int PARTS = 3;

        static Pass of(String text) throws Refused {
            String[] parts = text.split("\\.", -1);
            try {
                if (parts.length == PARTS) {
                    return new Pass(new State(parts[0]), new Nonce(parts[1]), new CodeVerifier(parts[2]));
                }
            } catch (IllegalArgumentException e) {
                // not ours: a browser may show anything
            }
            throw new Refused("this browser did not begin to sign in here, or more than ten minutes ago", false);
        }

        String text() {
            return state + "." + nonce + "." + verifier.getValue();
        }
    }

    private final Settings settings;
    private final Provider provider;
    private final String secret;
    private final ClientID client;
    private final Roles roles;

    /**
     * An issuer that was not asked yet.
     *
     * @param secret what this service shows there; empty for a public client
     */
    OidcIssuer(Settings settings, Provider provider, String secret) {
        this.settings = settings;
        this.provider = provider;
        this.secret = secret;
        client = new ClientID(settings.client());
        roles = new Roles(settings.rolesClaim(), settings.roles());
    }

    @Override
    public Departure depart(URI back) throws Refused {
        Pass pass = new Pass(new State(), new Nonce(), new CodeVerifier());
        Scope scope = new Scope("openid");
        settings.scopes().forEach(scope::add);
        AuthenticationRequest request = new AuthenticationRequest.Builder(
                        new ResponseType(ResponseType.Value.CODE), scope, client, back)
                .endpointURI(provider.described().metadata().getAuthorizationEndpointURI())
                .state(pass.state)
                .nonce(pass.nonce)
                .codeChallenge(pass.verifier, CodeChallengeMethod.S256)
                .build();
        return new Departure(request.toURI(), pass.text());
    }

    @Override
    public AccessToken arrive(URI back, String query, String shown) throws Refused {
        Pass pass = Pass.of(shown);
        AuthorizationCode code = code(back + "?" + query, pass.state);
        JWT token = provider.tokens(request(code, back, pass.verifier))
                .getOIDCTokens()
                .getIDToken();
        IDTokenValidator validator = new IDTokenValidator(
                provider.name(), client, provider.described().keys(), null);
        try {
            return roles.caller(validator.validate(token, pass.nonce).toJWTClaimsSet());
        } catch (ParseException e) {
            throw new Refused("the ID token cannot be read: " + e.getMessage(), false);
        } catch (KeySourceException e) {
            throw noKeys(e);
        } catch (BadJOSEException | JOSEException e) {
            throw new Refused("the ID token is none of the issuer's for this service: " + e.getMessage(), false);
        }
    }

    private AuthorizationCode code(String arrived, State expected) throws Refused {
        try {
            AuthenticationResponse answer = AuthenticationResponseParser.parse(new URI(arrived));
            if (!expected.equals(answer.getState())) {
                throw new Refused("this is the answer to another browser", false);
            }
            if (answer.getIssuer() != null && !answer.getIssuer().equals(provider.name())) {
                throw new Refused("this is the answer of another issuer", false);
            }
            if (!answer.indicatesSuccess()) {
                throw new Refused(
                        "the issuer refused: "
                                + answer.toErrorResponse().getErrorObject().getCode(),
                        false);
            }
            @Nullable AuthorizationCode code = answer.toSuccessResponse().getAuthorizationCode();
            if (code == null) {
                throw new Refused("the issuer's answer has no code", false);
            }
            return code;
        } catch (ParseException | URISyntaxException | IllegalArgumentException e) {
            // the last of a code, or a scope, of blanks
            throw new Refused("this is no answer of an issuer", false);
        }
    }

    private TokenRequest request(AuthorizationCode code, URI back, CodeVerifier verifier) throws Refused {
        URI endpoint = provider.described().metadata().getTokenEndpointURI();
        AuthorizationCodeGrant grant = new AuthorizationCodeGrant(code, back, verifier);
        return secret.isEmpty()
                ? new TokenRequest.Builder(endpoint, client, grant).build()
                : new TokenRequest.Builder(endpoint, new ClientSecretBasic(client, new Secret(secret)), grant).build();
    }

    @Override
    public AccessToken ofToken(String token) throws Refused {
        String audience = settings.audience();
        if (audience == null) {
            throw new Refused("tokens of the issuer are not taken here", false);
        }
        DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
        processor.setJWSTypeVerifier(
                new DefaultJOSEObjectTypeVerifier<>(JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null));
        processor.setJWSKeySelector(provider.described().keys());
        processor.setJWTClaimsSetVerifier(new DefaultJWTClaimsVerifier<>(
                audience,
                new JWTClaimsSet.Builder().issuer(provider.name().getValue()).build(),
                Set.of("sub", "exp")));
        try {
            return roles.caller(processor.process(token, null));
        } catch (java.text.ParseException e) {
            throw new Refused("this is no token", false);
        } catch (KeySourceException e) {
            throw noKeys(e);
        } catch (BadJOSEException | JOSEException e) {
            throw new Refused("the token is none of the issuer's for this service: " + e.getMessage(), false);
        }
    }

    private Refused noKeys(KeySourceException e) {
        return new Refused("the keys of " + provider.name() + " are not to be had: " + e.getMessage(), true);
    }
}
