package io.wirepath.appliance.ship;

import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.SocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.wirepath.appliance.listen.OpenConnections;
import io.wirepath.appliance.listen.OpenFiles;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Bounds the connections to the receiver, from before their handshake on; see {@link OpenConnections}. Those with a
 * stream that was accepted stay. Thread-safe.
 */
final class SnifferConnections {

    /** Twice as many as sniffers are taken at a time, so that newcomers have as much room as those that are in. */
    static final int MAX = 2 * ReceivedSpools.MAX_OPEN;

    private final Set<SocketAddress> accepted = ConcurrentHashMap.newKeySet();
    private final OpenConnections<SocketChannel> open =
            new OpenConnections<>(OpenFiles.share(MAX), channel -> accepted.contains(channel.remoteAddress()));

    /** The stream of this connection was accepted. */
    void accept(SocketAddress remote) {
        accepted.add(remote);
    }

    /** It ended. */
    void release(SocketAddress remote) {
        accepted.remove(remote);
    }

    /** What listens for them. */
    ServerChannel listener() {
        return new Listener();
    }

    /** Whether a connection that was just opened may go on. */
    private boolean mayGoOn(SocketChannel channel) {
        InetSocketAddress remote = channel.remoteAddress();
        SocketChannel victim = open.opened(channel, remote == null ? "" : remote.getAddress());
        if (channel.equals(victim)) {
            channel.unsafe().closeForcibly();
            return false;
        }
        var unused = channel.closeFuture().addListener(closed -> open.closed(channel));
        if (victim != null) {
            unused = victim.close();
        }
        return true;
    }

    private final class Listener extends NioServerSocketChannel {

        @Override
        protected int doReadMessages(List<Object> to) throws Exception {
            int before = to.size();
            int read = super.doReadMessages(to);
            to.subList(before, to.size()).removeIf(each -> each instanceof SocketChannel channel && !mayGoOn(channel));
            return read;
        }
    }
}
