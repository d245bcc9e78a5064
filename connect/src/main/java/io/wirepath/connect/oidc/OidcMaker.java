package io.wirepath.connect.oidc;

import io.wirepath.appliance.listen.Issuer;
import io.wirepath.appliance.listen.TokenFile;
import java.nio.file.Path;
import java.time.Duration;

/** Makes issuers of OpenID Connect. */
public final class OidcMaker implements Issuer.Maker {

    /** Who signs in looks at an empty page for so long, at most twice. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    @Override
    public Issuer of(Issuer.Settings settings) {
        Path secret = settings.secretFile();
        Provider provider = new Provider(settings.issuer(), PATIENCE, System::nanoTime);
        return new OidcIssuer(settings, provider, secret == null ? "" : TokenFile.readGiven(secret));
    }
}
