package io.wirepath.connect.names;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that answers paths as told: a status of three digits, then a body. */
final class AnsweringServer implements AutoCloseable {

    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<String> tokens = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    AnsweringServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    AnsweringServer with(String pathAndQuery, String answer) {
        answers.put(pathAndQuery, answer);
        return this;
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** What callers showed. */
    List<String> tokens() {
        return tokens;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String answer = answers.getOrDefault(exchange.getRequestURI().toString(), "404{\"message\":\"not here\"}");
        exchange.getRequestHeaders().getOrDefault("Authorization", List.of()).forEach(tokens::add);
        exchange.getRequestHeaders().getOrDefault("X-consul-token", List.of()).forEach(tokens::add);
        byte[] body = answer.substring(3).getBytes(UTF_8);
        try (exchange) {
            exchange.sendResponseHeaders(Integer.parseInt(answer.substring(0, 3)), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
