package io.wirepath.appliance.config.binding;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A host and a port: {@code 127.0.0.1:4317}, {@code [::1]:4317}, {@code merge.example.org:4317}. Nothing is looked up.
 *
 * @param host name or address; an IPv6 address without its brackets
 * @param port 0 to 65535, 0 for any that is free
 */
public record HostPort(String host, int port) {

    private static final Pattern FORM = Pattern.compile(
            "(?:\\[(?<v6>[0-9A-Fa-f:.]+(?:%[\\w.-]+)?)]|(?<host>[A-Za-z0-9_.*-]+)):(?<port>[0-9]{1,5})");
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|127(?:\\.[0-9]{1,3}){3}|::1|(?:0{1,4}:){7}0{0,3}1");
    private static final int MAX = 65_535;

    /** Refuses what is not a port. */
    public HostPort {
        if (host.isEmpty() || port < 0 || port > MAX) {
            throw new IllegalArgumentException(
                    "a host and a port of 0 to 65535 are needed, not '" + host + "' and " + port);
        }
    }

    /**
     * Reads a host and a port.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static HostPort parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches() || Integer.parseInt(matcher.group("port")) > MAX) {
            throw new IllegalArgumentException("'" + text
                    + "' is not a host and port; write it like 127.0.0.1:4890, [::1]:4890 or merge.example.org:4890");
        }
        String v6 = matcher.group("v6");
        return new HostPort(v6 == null ? matcher.group("host") : v6, Integer.parseInt(matcher.group("port")));
    }

    /** Whether the host is this one by its loopback address or as {@code localhost}. */
    public boolean isLoopback() {
        return isLoopback(host);
    }

    /** Whether a host, an IPv6 address without its brackets, is this machine by its loopback address or name. */
    public static boolean isLoopback(String host) {
        return LOOPBACK.matcher(host).matches();
    }

    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
