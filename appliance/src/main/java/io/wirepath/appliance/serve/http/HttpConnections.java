package io.wirepath.appliance.serve.http;

import io.wirepath.appliance.listen.OpenConnections;
import io.wirepath.appliance.listen.OpenFiles;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.SocketChannelEndPoint;

/**
 * Bounds the connections to a port of HTTP, as a bean of its connector: of more than {@value #MAX} the oldest of the
 * address with most of them is closed ({@link OpenConnections}). Thread-safe.
 */
public final class HttpConnections implements Connection.Listener {

    /** Far more than pages and scrapers need, far fewer than there are descriptors. */
    static final int MAX = 256;

    private final OpenConnections<EndPoint> open = new OpenConnections<>(OpenFiles.share(MAX), endPoint -> false);

    /** Of one port, on which nothing is open. */
    public HttpConnections() {}

    @Override
    public void onOpened(Connection connection) {
        EndPoint endPoint = connection.getEndPoint();
        if (endPoint instanceof SocketChannelEndPoint) {
            EndPoint victim = open.opened(endPoint, address(endPoint));
            if (victim != null) {
                victim.close(new EofException("closed for another connection"));
            }
        }
    }

    @Override
    public void onClosed(Connection connection) {
        open.closed(connection.getEndPoint());
    }

    private static Object address(EndPoint endPoint) {
        SocketAddress remote = endPoint.getRemoteSocketAddress();
        return remote instanceof InetSocketAddress internet && internet.getAddress() != null
                ? internet.getAddress()
                : String.valueOf(remote);
    }
}
