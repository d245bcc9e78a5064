package io.wirepath.connect.mcp;

import io.modelcontextprotocol.server.transport.HeaderAccessor;
import io.modelcontextprotocol.server.transport.ServerHttpHeaderValidator;
import io.modelcontextprotocol.server.transport.ServerTransportSecurityException;
import io.wirepath.appliance.config.binding.HostPort;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask over HTTP: who addresses this machine by the loopback, comes from no page of another site, and shows the
 * token where there is one.
 *
 * @param token null where none is asked for here
 */
record Gate(@Nullable String token) implements ServerHttpHeaderValidator {

    private static final Pattern PORT = Pattern.compile(":[0-9]+$");

    @Override
    public void validate(HeaderAccessor headers) throws ServerTransportSecurityException {
        String host = header(headers, "Host");
        if (!HostPort.isLoopback(PORT.matcher(host).replaceFirst("").replaceAll("[\\[\\]]", ""))) {
            throw new ServerTransportSecurityException(403, "this request is addressed to another host");
        }
        String origin = header(headers, "Origin");
        if (!origin.isEmpty() && !origin.endsWith("://" + host)) {
            throw new ServerTransportSecurityException(403, "this request comes from a page of another site");
        }
        if (token != null
                && !MessageDigest.isEqual(bytes("Bearer " + token), bytes(header(headers, "Authorization")))) {
            throw new ServerTransportSecurityException(401, "the token is missing or wrong");
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A header; empty where it is not there. More than one of a name are none that is right. */
    private static String header(HeaderAccessor headers, String name) {
        List<String> values = headers.getHeader(name);
        return values == null ? "" : String.join(", ", values);
    }
}
