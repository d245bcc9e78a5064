package io.wirepath.appliance.serve.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.wirepath.appliance.listen.OpenFiles;
import io.wirepath.imports.UlmLine;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Receives lines of logs over TCP and UDP, as NetLogger's netlogd does (Tierney, Gunter, LBNL-51276, §3.3): whoever
 * connects writes lines, a datagram holds some. One thread for all; a connection has a buffer of one line. It answers
 * nothing, and a full pipe or a slow sender holds nobody up.
 */
public final class UlmReceiver implements Closeable {

    static final int MAX_CONNECTIONS = 256;
    static final int MAX_OF_AN_ADDRESS = 16;
    private static final int BATCH = 64;

    private final int mostConnections = OpenFiles.share(MAX_CONNECTIONS);
    private final UlmIntake to;
    private final Consumer<String> log;
    private final Selector selector;
    private final ServerSocketChannel server;
    private final DatagramChannel datagrams;
    private final ByteBuffer datagram = ByteBuffer.allocate(1 << 16);
    private final Map<String, Integer> connected = new HashMap<>();
    private final Thread thread = new Thread(this::run, "wirepath-ulm");
    private volatile boolean closing;

    /** What a connection has sent of a line that is not over. */
    private static final class Sender {
        private final String address;
        private final ByteBuffer begun = ByteBuffer.allocate(UlmLine.LONGEST);
        private boolean isTooLong;

        private Sender(String address) {
            this.address = address;
        }
    }

    private UlmReceiver(UlmIntake to, Consumer<String> log) throws IOException {
        this.to = to;
        this.log = log;
        selector = Selector.open();
        server = ServerSocketChannel.open();
        datagrams = DatagramChannel.open();
    }

    /** Listens at an address on both protocols, on one port. */
    public static UlmReceiver start(InetSocketAddress at, UlmIntake to, Consumer<String> log) throws IOException {
        UlmReceiver receiver = new UlmReceiver(to, log);
        try {
            receiver.server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            receiver.server.bind(at);
            receiver.datagrams.bind(new InetSocketAddress(at.getAddress(), receiver.port()));
            receiver.server.configureBlocking(false).register(receiver.selector, SelectionKey.OP_ACCEPT);
            receiver.datagrams.configureBlocking(false).register(receiver.selector, SelectionKey.OP_READ);
        } catch (IOException e) {
            receiver.shut();
            throw e;
        }
        receiver.thread.setDaemon(true);
        receiver.thread.start();
        return receiver;
    }

    /** The port of both. */
    public int port() {
        return server.socket().getLocalPort();
    }

    @Override
    public void close() {
        closing = true;
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void shut() {
        try {
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
            server.close();
            datagrams.close();
            selector.close();
        } catch (IOException e) {
            log.accept("logs: the port does not close: " + e.getMessage());
        }
    }

    private void run() {
        try {
            while (!closing) {
                selector.select(this::serve);
            }
        } catch (IOException e) {
            log.accept("logs are received no more: " + e.getMessage());
        } finally {
            shut();
        }
    }

    private void serve(SelectionKey key) {
        if (!key.isValid()) {
            return;
        }
        try {
            if (key.isAcceptable()) {
                accept();
            } else if (key.attachment() instanceof Sender sender) {
                read(key, sender);
            } else {
                readDatagrams();
            }
        } catch (IOException e) {
            end(key);
        }
    }

    private void accept() throws IOException {
        for (int i = 0; i < BATCH; i++) {
            SocketChannel channel = server.accept();
            if (channel == null) {
                return;
            }
            String address = address(channel.getRemoteAddress());
            int present = connected.getOrDefault(address, 0);
            int all = connected.values().stream().mapToInt(Integer::intValue).sum();
            if (present == MAX_OF_AN_ADDRESS || all == mostConnections) {
                to.count(UlmCounter.CONNECTIONS_REFUSED);
                channel.close();
                continue;
            }
            connected.put(address, present + 1);
            // of a host that went without a word the system finds out, and its connections are free for others
            channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
            channel.configureBlocking(false).register(selector, SelectionKey.OP_READ, new Sender(address));
        }
    }

    private static String address(@Nullable Object from) {
        return from instanceof InetSocketAddress inet ? inet.getAddress().getHostAddress() : "";
    }

    private void end(SelectionKey key) {
        if (key.attachment() instanceof Sender sender) {
            key.cancel();
            connected.merge(sender.address, -1, Integer::sum);
            connected.remove(sender.address, 0);
            try {
                key.channel().close();
            } catch (IOException e) {
                log.accept("logs: a connection does not close: " + e.getMessage());
            }
        }
    }

    private void read(SelectionKey key, Sender sender) throws IOException {
        int count = ((SocketChannel) key.channel()).read(sender.begun);
        sender.begun.flip();
        lines(sender, count < 0);
        sender.begun.compact();
        if (count < 0) {
            end(key);
        } else if (!sender.begun.hasRemaining()) {
            sender.isTooLong = true;
            sender.begun.clear();
        }
    }

    private void lines(Sender sender, boolean isLast) {
        ByteBuffer bytes = sender.begun;
        int begin = bytes.position();
        for (int at = begin; at < bytes.limit(); at++) {
            if (bytes.get(at) == '\n') {
                take(sender, begin, at);
                begin = at + 1;
            }
        }
        if (isLast && begin < bytes.limit()) {
            take(sender, begin, bytes.limit());
            begin = bytes.limit();
        }
        bytes.position(begin);
    }

    private void take(Sender sender, int from, int end) {
        if (sender.isTooLong) {
            to.count(UlmCounter.LINES_SENSELESS);
            sender.isTooLong = false;
        } else {
            String line = new String(sender.begun.array(), from, end - from, UTF_8);
            to.take(sender.address, line, System.nanoTime());
        }
    }

    private void readDatagrams() throws IOException {
        for (int i = 0; i < BATCH; i++) {
            datagram.clear();
            Object from = datagrams.receive(datagram);
            if (from == null) {
                return;
            }
            String text = new String(datagram.array(), 0, datagram.position(), UTF_8);
            text.lines().forEach(line -> to.take(address(from), line, System.nanoTime()));
        }
    }
}
