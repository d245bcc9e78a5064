package io.wirepath.connect.oidc;

import io.wirepath.appliance.listen.Issuer;
import io.wirepath.appliance.listen.TokenFile;
import java.nio.file.Path;

/** Makes issuers of OpenID Connect. */
public final class OidcMaker implements Issuer.Maker {

    @Override
    public Issuer of(Issuer.Settings settings) {
        Path secret = settings.secretFile();
        return new OidcIssuer(
                settings, new Provider(settings.issuer()), secret == null ? "" : TokenFile.readGiven(secret));
    }
}
