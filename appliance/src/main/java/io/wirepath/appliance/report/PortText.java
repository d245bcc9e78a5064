package io.wirepath.appliance.report;

import java.util.regex.Pattern;

/** The port behind the name of a role, unless the role is called after it already, as {@code http:8080} and {@code port 8080 #2} are. */
public final class PortText {

    private PortText() {}

    /** Name and port. */
    public static String of(String role, String port) {
        return port.equals("0") || isCalledAfter(role, port) ? role : role + ":" + port;
    }

    private static boolean isCalledAfter(String role, String port) {
        return role.contains(port)
                && Pattern.compile("(^|.*[ :])" + Pattern.quote(port) + "( .*)?")
                        .matcher(role)
                        .matches();
    }
}
