package io.wirepath.appliance.ship;

import io.wirepath.appliance.run.Failure;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * A host and a port: {@code merge.example.org:7171}, {@code 10.0.0.5:7171}, {@code [fd00::5]:7171}.
 *
 * @param host name or address, without brackets
 * @param port 0 to 65535; 0 lets the system choose where one listens
 */
public record Place(String host, int port) {

    /**
     * Reads HOST:PORT.
     *
     * @throws Failure when it is none
     */
    public static Place of(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? text : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.indexOf(':') >= 0) {
            host = "";
        }
        try {
            int port = Integer.parseInt(text, colon + 1, text.length(), 10);
            if (colon > 0 && !host.isEmpty() && port >= 0 && port <= 65535) {
                return new Place(host, port);
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw new Failure(text + ": wanted is HOST:PORT, with an IPv6 address in brackets");
    }

    /** Whether it is this machine's loopback: then nothing leaves the machine. */
    public boolean isLoopback() {
        try {
            for (InetAddress address : InetAddress.getAllByName(host)) {
                if (!address.isLoopbackAddress()) {
                    return false;
                }
            }
            return true;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** As a socket address; its host may not be known now. */
    InetSocketAddress address() {
        return new InetSocketAddress(host, port);
    }

    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
