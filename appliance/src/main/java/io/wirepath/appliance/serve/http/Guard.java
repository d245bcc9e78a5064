package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import io.wirepath.analyze.field.Fields;
import io.wirepath.appliance.config.binding.HostPort;
import io.wirepath.appliance.listen.AccessToken;
import io.wirepath.appliance.listen.Issuer;
import io.wirepath.report.FieldJson;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask, and for what. With tokens, those that show one, what its role allows; without one, the service listens
 * on the loopback, and a request must be addressed to it: a web page whose name was made to point here (DNS rebinding)
 * is addressed otherwise.
 *
 * <p>A browser shows the token once and gets a cookie for it, which no script can read and no other site can have sent.
 * The cookie is made from the token with HMAC-SHA256, so that it needs no memory here and does not tell the token. What
 * comes from a page of another origin is refused, whatever it shows. Who signs in at an {@link Issuer} gets a cookie of
 * {@link Sessions}.
 */
final class Guard {

    private static final String SCHEME = "Bearer ";
    /** Name of the cookie. */
    static final String COOKIE = "wirepath-session";

    /** Who asks. */
    static final Fields<Caller> SESSION = Fields.<Caller>of("Session", "Who asks, and what that may do.")
            .text("caller", "Name of the token, or of who signed in.", Caller::name)
            .text("role", "view, ask or change.", Caller::role)
            .truth("signedIn", "Whether a cookie says so, which signing out ends.", Caller::isSignedIn);

    /** Attribute of a request that passed: the {@link AccessToken} of the caller. */
    private static final String CALLER = "wirepath.caller";

    /** Attribute of a request that passed: when work on it began. */
    private static final String BEGUN = "wirepath.begun";

    /** What an answer is that lasts as long as somebody listens. */
    private static final String EVENTS = "text/event-stream";

    /** Who asks where no token is needed. */
    private static final AccessToken ANYBODY = new AccessToken("loopback", AccessToken.Grant.CHANGE, "");

    private record Caller(String name, String role, boolean isSignedIn) {}

    private final List<AccessToken> tokens;
    private final @Nullable Issuer issuer;
    private final FailedSignIns failed;
    private final Sessions sessions;
    private final CallerBudgets budgets;

    /**
     * A guard.
     *
     * @param tokens those that are known here
     * @param issuer tells of others, or null
     * @param failed who shows wrong ones
     * @param sessions of who signed in at the issuer
     * @param budgets of time, of each caller
     */
    Guard(
            List<AccessToken> tokens,
            @Nullable Issuer issuer,
            FailedSignIns failed,
            Sessions sessions,
            CallerBudgets budgets) {
        this.budgets = budgets;
        this.issuer = issuer;
        this.failed = failed;
        this.tokens = List.copyOf(tokens);
        this.sessions = sessions;
    }

    /** Whether nobody is asked who he is. */
    private boolean isOpen() {
        return tokens.isEmpty() && issuer == null;
    }

    /** Lets a request for what holds no data pass, or throws. */
    void checkAddress(Context context) {
        if (isOpen()) {
            check(context);
        }
    }

    /** Gives the browser the cookie that replaces the token, after the check. */
    void signIn(Context context) {
        AccessToken shown = caller(context);
        if (shown != null && !isOpen()) {
            boolean known = !shown.token().isEmpty();
            give(context, known ? sessionOf(shown) : sessions.begin(shown));
        }
        context.status(204);
    }

    /** Gives the browser of somebody whom the issuer told the cookie of a session. */
    void begin(Context context, AccessToken caller) {
        failed.succeeded(context.ip());
        give(context, sessions.begin(caller));
    }

    /** Ends the session of a browser, and takes its cookie away. */
    void signOut(Context context) {
        sessions.end(Objects.requireNonNullElse(context.cookie(COOKIE), ""));
        context.removeCookie(COOKIE, "/");
        context.status(204);
    }

    /** Who asks, what that may do, and whether a cookie says so, which signing out ends. */
    ObjectNode session(Context context) {
        AccessToken caller = Objects.requireNonNull(context.attribute(CALLER));
        boolean isSignedIn = !isOpen() && context.cookie(COOKIE) != null && context.header("Authorization") == null;
        return FieldJson.of(SESSION, new Caller(caller.caller(), caller.role().word(), isSignedIn));
    }

    private static void give(Context context, String session) {
        context.cookie(new Cookie(COOKIE, session, "/", -1, context.req().isSecure(), true, null, SameSite.STRICT));
    }

    /** Refuses an address that failed too often lately. */
    void checkFailures(Context context) {
        failed.check(context.ip());
    }

    /** Somebody came back from the issuer and was refused. */
    void failed(Context context) {
        failed.failed(context.ip());
    }

    /** Writes what became of a request into the log, where it passed. */
    static void audit(Context context, AuditLog log) {
        AccessToken caller = context.attribute(CALLER);
        if (caller != null) {
            log.add(context, caller.caller());
        }
    }

    /** Who asks, of a request that passed. */
    static String reader(Context context) {
        return Objects.requireNonNull(context.<AccessToken>attribute(CALLER)).caller() + " at " + context.ip();
    }

    /** Lets the request pass, or throws. */
    void check(Context context) {
        AccessToken caller = identify(context);
        if (!isOpen()) {
            checkBudget(context, caller.caller());
        }
        require(caller.role().allows(context.method().name()), caller);
    }

    /** As {@link #check}, and takes nothing from the time of its caller: monitoring sees who is refused, too. */
    void checkWatcher(Context context) {
        AccessToken caller = identify(context);
        require(caller.role().allows(context.method().name()), caller);
    }

    private AccessToken identify(Context context) {
        String origin = context.header("Origin");
        if (origin != null && !origin.endsWith("://" + context.header("Host"))) {
            throw new Problem(
                    403,
                    "this request comes from a page of another site",
                    "ask from the service's own page, or without one");
        }
        String address = context.ip();
        boolean shown = !isOpen() && isShown(context);
        if (shown) {
            failed.check(address);
        }
        AccessToken caller = caller(context);
        if (shown && caller != null) {
            failed.succeeded(address);
        } else if (shown) {
            failed.failed(address);
        }
        if (caller == null) {
            throw isOpen()
                    ? new Problem(
                            403,
                            "this request is addressed to another host",
                            "ask by the name or address of the loopback, such as http://127.0.0.1")
                    : new Problem(
                            401,
                            "the token is missing or wrong",
                            "send the header 'Authorization: Bearer TOKEN' with a token of http.token-file"
                                    + (issuer == null ? "" : ", or sign in at " + SignInResource.BEGIN));
        }
        context.attribute(CALLER, caller);
        return caller;
    }

    private void checkBudget(Context context, String caller) {
        long wait = budgets.waitSeconds(caller);
        if (wait > 0) {
            context.header("Retry-After", String.valueOf(wait));
            throw new Problem(
                    429,
                    "answers to " + caller + " took more time than one caller has",
                    "ask again in " + wait + " s, for less at a time; each caller has "
                            + CallerBudgets.AT_HAND.toSeconds() + " s, and " + CallerBudgets.BACK_A_SECOND
                            + " more each second");
        }
        context.attribute(BEGUN, budgets.now());
    }

    /** Takes the time that the answer to a request took from what its caller has at hand; who listens takes none. */
    void answered(Context context) {
        Long begun = context.attribute(BEGUN);
        AccessToken caller = context.attribute(CALLER);
        boolean listened = String.valueOf(context.res().getContentType()).startsWith(EVENTS);
        if (begun != null && caller != null && !listened) {
            budgets.took(caller.caller(), budgets.now() - begun);
        }
    }

    /** Lets a request that passed pass on where its caller may do so much, or throws. */
    static void require(Context context, AccessToken.Grant wanted) {
        AccessToken caller = Objects.requireNonNull(context.<AccessToken>attribute(CALLER));
        require(caller.role().compareTo(wanted) >= 0, caller);
    }

    private static void require(boolean allowed, AccessToken caller) {
        if (!allowed) {
            throw new Problem(
                    403,
                    "this token may " + caller.role().word() + ", and not do this",
                    "ask as a caller whose role, in http.token-file or http.oidc, allows it");
        }
    }

    /** Whether the caller shows a token, right or wrong. */
    private static boolean isShown(Context context) {
        return context.header("Authorization") != null || context.cookie(COOKIE) != null;
    }

    /** Whether the caller may see everything. */
    boolean isAllowed(Context context) {
        return caller(context) != null;
    }

    /** Who asks; null for nobody who may. Takes the same time for every wrong token of one length. */
    private @Nullable AccessToken caller(Context context) {
        if (isOpen()) {
            return HostPort.isLoopback(hostOf(context.header("Host"))) ? ANYBODY : null;
        }
        String cookie = Objects.requireNonNullElse(context.cookie(COOKIE), "");
        String header = Objects.requireNonNullElse(context.header("Authorization"), "");
        String token =
                header.startsWith(SCHEME) ? header.substring(SCHEME.length()).strip() : "";
        AccessToken found = null;
        for (AccessToken each : tokens) {
            if (isEqual(each.token(), token) || isEqual(sessionOf(each), cookie)) {
                found = each;
            }
        }
        if (found == null) {
            found = sessions.of(cookie);
        }
        return found == null ? ofIssuer(token) : found;
    }

    /** Who shows a token of the issuer, which is three words with dots between; null for nobody who may. */
    private @Nullable AccessToken ofIssuer(String token) {
        if (issuer == null || token.split("\\.", -1).length != 3) {
            return null;
        }
        try {
            return issuer.ofToken(token);
        } catch (Issuer.Refused e) {
            if (e.unreachable()) {
                throw new Problem(503, String.valueOf(e.getMessage()), "try again; see http.oidc of the service");
            }
            return null;
        }
    }

    private static boolean isEqual(String known, String shown) {
        return MessageDigest.isEqual(known.getBytes(StandardCharsets.UTF_8), shown.getBytes(StandardCharsets.UTF_8));
    }

    private static String sessionOf(AccessToken token) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(token.token().getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(COOKIE.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String hostOf(@Nullable String header) {
        if (header == null) {
            return "";
        }
        if (header.startsWith("[")) {
            int end = header.indexOf(']');
            return end < 0 ? "" : header.substring(1, end);
        }
        int colon = header.indexOf(':');
        return colon < 0 ? header : header.substring(0, colon);
    }
}
