package io.wirepath.appliance.serve.http;

import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import io.wirepath.appliance.config.binding.HostPort;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask. With a token, those that show it; without one, the service listens on the loopback, and a request must
 * be addressed to it: a web page whose name was made to point here (DNS rebinding) is addressed otherwise.
 *
 * <p>A browser shows the token once and gets a cookie for it, which no script can read and no other site can have sent.
 * The cookie is made from the token with HMAC-SHA256, so that it needs no memory here and does not tell the token. What
 * comes from a page of another origin is refused, whatever it shows.
 */
final class Guard {

    private static final String SCHEME = "Bearer ";
    private static final String COOKIE = "wirepath-session";

    private final byte @Nullable [] token;
    private final String session;
    private final FailedSignIns failed;

    Guard(byte @Nullable [] token, FailedSignIns failed) {
        this.failed = failed;
        this.token = token == null ? null : token.clone();
        session = token == null ? "" : sessionOf(token);
    }

    /** Lets a request for what holds no data pass, or throws. */
    void checkAddress(Context context) {
        if (token == null) {
            check(context);
        }
    }

    /** Gives the browser the cookie that replaces the token, after the check. */
    void signIn(Context context) {
        if (token != null) {
            context.cookie(new Cookie(COOKIE, session, "/", -1, context.req().isSecure(), true, null, SameSite.STRICT));
        }
        context.status(204);
    }

    /** Lets the request pass, or throws. */
    void check(Context context) {
        String origin = context.header("Origin");
        if (origin != null && !origin.endsWith("://" + context.header("Host"))) {
            throw new Problem(
                    403,
                    "this request comes from a page of another site",
                    "ask from the service's own page, or without one");
        }
        String address = context.ip();
        boolean shown = token != null && isShown(context);
        if (shown) {
            failed.check(address);
        }
        boolean allowed = isAllowed(context);
        if (shown && allowed) {
            failed.succeeded(address);
        } else if (shown) {
            failed.failed(address);
        }
        if (!allowed) {
            throw token == null
                    ? new Problem(
                            403,
                            "this request is addressed to another host",
                            "ask by the name or address of the loopback, such as http://127.0.0.1")
                    : new Problem(
                            401,
                            "the token is missing or wrong",
                            "send the header 'Authorization: Bearer TOKEN' with the token of http.token-file");
        }
    }

    /** Whether the caller shows a token, right or wrong. */
    private static boolean isShown(Context context) {
        return context.header("Authorization") != null || context.cookie(COOKIE) != null;
    }

    /** Whether the caller may see everything. Takes the same time for every wrong token of one length. */
    boolean isAllowed(Context context) {
        if (token == null) {
            return HostPort.isLoopback(hostOf(context.header("Host")));
        }
        String cookie = context.cookie(COOKIE);
        if (cookie != null
                && MessageDigest.isEqual(
                        session.getBytes(StandardCharsets.US_ASCII), cookie.getBytes(StandardCharsets.UTF_8))) {
            return true;
        }
        String shown = context.header("Authorization");
        if (shown == null || !shown.startsWith(SCHEME)) {
            return false;
        }
        return MessageDigest.isEqual(
                token, shown.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8));
    }

    private static String sessionOf(byte[] token) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(token, "HmacSHA256"));
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
