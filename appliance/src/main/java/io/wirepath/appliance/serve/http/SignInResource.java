package io.wirepath.appliance.serve.http;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.HttpStatus;
import io.javalin.http.SameSite;
import io.wirepath.appliance.listen.AccessToken;
import io.wirepath.appliance.listen.Issuer;
import java.net.URI;
import java.util.Objects;
import java.util.function.Supplier;

/** Sends browsers to the site's own log-in, and takes them back. */
final class SignInResource {

    /** Where a browser goes to sign in; from the page's own address. */
    static final String BEGIN = "/sign-in";

    private static final String DONE = BEGIN + "/done";
    private static final String PASS = "wirepath-sign-in";
    private static final int SECONDS = 600;

    private final Issuer issuer;
    private final Guard guard;
    private final Supplier<URI> page;

    /**
     * Nobody is on the way.
     *
     * @param page tells the address of the page, as the issuer knows it
     */
    SignInResource(Issuer issuer, Guard guard, Supplier<URI> page) {
        this.issuer = issuer;
        this.guard = guard;
        this.page = page;
    }

    void add(JavalinConfig config) {
        config.routes.get(BEGIN, this::depart);
        config.routes.get(DONE, this::arrive);
    }

    private URI back() {
        return page.get().resolve(DONE.substring(1));
    }

    private void depart(Context context) {
        try {
            Issuer.Departure departure = issuer.depart(back());
            pass(context, departure.pass(), SECONDS);
            lead(context, departure.to().toString());
        } catch (Issuer.Refused e) {
            throw problem(e);
        }
    }

    private void arrive(Context context) {
        guard.checkFailures(context);
        String pass = Objects.requireNonNullElse(context.cookie(PASS), "");
        pass(context, "", 0);
        try {
            AccessToken caller = issuer.arrive(back(), Objects.requireNonNullElse(context.queryString(), ""), pass);
            guard.begin(context, caller);
            lead(context, page.get().toString());
        } catch (Issuer.Refused e) {
            if (!e.unreachable()) {
                guard.failed(context);
            }
            throw problem(e);
        }
    }

    /** The issuer sends the browser back from another site, so the cookie goes with links from there. */
    private static void pass(Context context, String pass, int seconds) {
        context.cookie(new Cookie(PASS, pass, BEGIN, seconds, context.req().isSecure(), true, null, SameSite.LAX));
    }

    private static void lead(Context context, String to) {
        context.header("Cache-Control", "no-store");
        context.header("Referrer-Policy", "no-referrer");
        context.redirect(to, HttpStatus.FOUND);
    }

    private static Problem problem(Issuer.Refused refused) {
        return new Problem(
                refused.unreachable() ? 503 : 401,
                String.valueOf(refused.getMessage()),
                refused.unreachable()
                        ? "try again; see http.oidc of the service"
                        : "sign in again at the service's page, or ask who runs the service for a role");
    }
}
