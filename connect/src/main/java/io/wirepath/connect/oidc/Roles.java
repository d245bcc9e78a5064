package io.wirepath.connect.oidc;

import com.nimbusds.jwt.JWTClaimsSet;
import io.wirepath.appliance.listen.AccessToken;
import io.wirepath.appliance.listen.Issuer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the claims of a token mean here.
 *
 * @param claim that holds groups or roles; a dot leads into an object
 * @param roles what may be done, by a value of it
 */
record Roles(String claim, Map<String, AccessToken.Grant> roles) {

    private static final int LONGEST_NAME = 64;

    /** Who it is, and what that one may do: the most that any of the values allows. */
    AccessToken caller(JWTClaimsSet claims) throws Issuer.Refused {
        String name = name(claims);
        AccessToken.Grant most = null;
        for (Object value : values(claims)) {
            AccessToken.Grant role = roles.get(String.valueOf(value));
            if (role != null && (most == null || role.compareTo(most) > 0)) {
                most = role;
            }
        }
        if (most == null) {
            throw new Issuer.Refused(name + " has no role here", false);
        }
        return new AccessToken(name, most, "");
    }

    /** The subject, which nobody can choose, after the name that people know, where there is one. */
    private static String name(JWTClaimsSet claims) {
        String subject = plain(Objects.requireNonNullElse(claims.getSubject(), "nobody"));
        Object known = claims.getClaim("preferred_username");
        return known instanceof String text && !text.equals(claims.getSubject())
                ? plain(text) + "/" + subject
                : subject;
    }

    private static String plain(String text) {
        String kept = text.replaceAll("[^\\w.@:-]", "_");
        return kept.length() <= LONGEST_NAME ? kept : kept.substring(0, LONGEST_NAME);
    }

    private List<?> values(JWTClaimsSet claims) {
        @Nullable Object at = claims.getClaim(claim);
        if (at == null) {
            at = claims.getClaims();
            for (String step : claim.split("\\.", -1)) {
                at = at instanceof Map<?, ?> inside ? inside.get(step) : null;
            }
        }
        if (at instanceof List<?> list) {
            return list;
        }
        return at instanceof String text ? List.of(text.split(" ", -1)) : List.of();
    }
}
