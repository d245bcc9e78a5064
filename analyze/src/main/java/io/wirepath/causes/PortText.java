package io.wirepath.causes;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The port behind the name of a role, unless the role is called after it already, as {@code http:8080} and
 * {@code port 8080 #2} are. A role that is called after another port gets it in words: {@code http:8080, port 9090}.
 */
public final class PortText {

    private static final Pattern CALLED_AFTER_A_PORT = Pattern.compile("(?:|.*[ :])([0-9]+)(?: .*)?");

    private PortText() {}

    /** Name and port. */
    public static String of(String role, String port) {
        if (port.equals("0")) {
            return role;
        }
        Matcher called = CALLED_AFTER_A_PORT.matcher(role);
        if (!called.matches()) {
            return role + ":" + port;
        }
        return called.group(1).equals(port) ? role : role + ", port " + port;
    }
}
