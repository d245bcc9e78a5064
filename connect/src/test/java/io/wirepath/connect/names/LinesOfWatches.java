package io.wirepath.connect.names;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/** API servers send watches as lines or by WebSocket, Fabric8's by WebSocket alone: this gives its messages as lines. */
final class LinesOfWatches implements AutoCloseable {

    private static final String END = "";

    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final int behind;

    LinesOfWatches(int behind) throws IOException {
        this.behind = behind;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String asked = "127.0.0.1:" + behind + exchange.getRequestURI();
        try (exchange) {
            if (asked.contains("watch=true")) {
                watch(URI.create("ws://" + asked), exchange);
            } else {
                byte[] body = client.send(
                                HttpRequest.newBuilder(URI.create("http://" + asked))
                                        .build(),
                                HttpResponse.BodyHandlers.ofByteArray())
                        .body();
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch(URI address, HttpExchange to) throws IOException, InterruptedException {
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        WebSocket socket = client.newWebSocketBuilder()
                .buildAsync(address, new Lines(lines))
                .join();
        to.sendResponseHeaders(200, 0);
        for (String line = lines.take(); !line.equals(END); line = lines.take()) {
            to.getResponseBody().write((line + "\n").getBytes(UTF_8));
            to.getResponseBody().flush();
        }
        socket.abort();
    }

    private record Lines(BlockingQueue<String> to, StringBuilder begun) implements WebSocket.Listener {

        Lines(BlockingQueue<String> to) {
            this(to, new StringBuilder());
        }

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
            begun.append(text);
            if (last) {
                to.add(begun.toString());
                begun.setLength(0);
            }
            return WebSocket.Listener.super.onText(socket, text, last);
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
            to.add(END);
            return WebSocket.Listener.super.onClose(socket, status, reason);
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            to.add(END);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
