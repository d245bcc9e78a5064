package io.wirepath.appliance.serve.http;

import io.javalin.http.Context;
import io.wirepath.appliance.config.binding.HostPort;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask. With a token, whoever shows it; without one, the service listens on the loopback, and a request must be
 * addressed to it: a web page whose name was made to point here (DNS rebinding) is addressed otherwise.
 */
final class Guard {

    private static final String SCHEME = "Bearer ";

    private final byte @Nullable [] token;

    Guard(byte @Nullable [] token) {
        this.token = token == null ? null : token.clone();
    }

    /** Lets the request pass, or throws. */
    void check(Context context) {
        if (!isAllowed(context)) {
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

    /** Whether the caller may see everything. Takes the same time for every wrong token of one length. */
    boolean isAllowed(Context context) {
        if (token == null) {
            return HostPort.isLoopback(hostOf(context.header("Host")));
        }
        String shown = context.header("Authorization");
        if (shown == null || !shown.startsWith(SCHEME)) {
            return false;
        }
        return MessageDigest.isEqual(
                token, shown.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8));
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
