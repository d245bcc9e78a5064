package io.wirepath.appliance.listen;

import io.wirepath.pipeline.OptionalJars;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells of callers whom the site's own log-in knows who they are and what they may do. {@link Maker} makes it, from
 * jars beside the program: see {@link OptionalJars}. Thread-safe.
 */
public interface Issuer {

    /**
     * Whom to ask, and what its answers mean here.
     *
     * @param issuer address of the issuer, under which it describes itself
     * @param client what this service is called there
     * @param secretFile file with what this service shows there, or null for a public client
     * @param scopes what is asked for besides {@code openid}
     * @param audience whom tokens of machines must be for, or null where none are taken
     * @param rolesClaim the claim that holds groups or roles; a dot leads into an object
     * @param roles what may be done, by a value of that claim
     * @param page address of the service's page in browsers, or null for where it listens
     */
    record Settings(
            URI issuer,
            String client,
            @Nullable Path secretFile,
            List<String> scopes,
            @Nullable String audience,
            String rolesClaim,
            Map<String, AccessToken.Grant> roles,
            @Nullable URI page) {}

    /**
     * A browser on its way to the issuer.
     *
     * @param to where it goes
     * @param pass what it shows when it comes back, and nobody else knows
     */
    record Departure(URI to, String pass) {}

    /** Somebody who does not come in, and why. */
    final class Refused extends Exception {

        private static final long serialVersionUID = 1;

        private final boolean unreachable;

        /**
         * Somebody does not come in.
         *
         * @param unreachable whether the issuer is the reason, and not the one who asks
         */
        public Refused(String why, boolean unreachable) {
            super(why);
            this.unreachable = unreachable;
        }

        /** Whether the issuer is the reason, and not the one who asks. */
        public boolean unreachable() {
            return unreachable;
        }
    }

    /**
     * Sends a browser to the issuer.
     *
     * @param back where the issuer sends it back to
     */
    Departure depart(URI back) throws Refused;

    /**
     * Who came back, and what that one may do.
     *
     * @param back as it was at the departure
     * @param query what the issuer added to that address
     * @param pass what the browser showed
     */
    AccessToken arrive(URI back, String query, String pass) throws Refused;

    /** Who shows this token of the issuer, and what that one may do. */
    AccessToken ofToken(String token) throws Refused;

    /** Makes issuers. */
    interface Maker {

        /**
         * An issuer; it is not asked for anything yet.
         *
         * @throws Failure when a file cannot be used
         */
        Issuer of(Settings settings);
    }

    /**
     * An issuer; it is not asked for anything yet.
     *
     * @throws Failure when what makes it is not installed, or a file cannot be used
     */
    static Issuer of(Settings settings) {
        return OptionalJars.CONNECT
                .find(Maker.class, maker -> true)
                .orElseThrow(() -> OptionalJars.lackOfConnect("http.oidc"))
                .of(settings);
    }
}
