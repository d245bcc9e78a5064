/**
 * The site's own log-in for {@code wirepath serve}, by the protocol that {@code http.oidc} is named after; the
 * appliance finds it where it is configured.
 *
 * <pre>
 *  OidcMaker ─► OidcIssuer: a browser departs (code flow, PKCE) and arrives (ID token); machines show access tokens
 *                  ├► Provider: the issuer's own description, its keys, and answers of its token endpoint
 *                  └► Roles: who it is, and what that one may do, by the claims of a token
 * </pre>
 */
@NullMarked
package io.wirepath.connect.oidc;

import org.jspecify.annotations.NullMarked;
