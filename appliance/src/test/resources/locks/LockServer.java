import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A server whose {@code /w} requests hold something for as long as they ask: a thread ({@code single}), a
 * {@code synchronized} section ({@code sync}; {@code sync-20}: and 20 ms of work after it), nothing ({@code free}). All
 * answers of {@code syncflush-20} and {@code freeflush-20} wait for a flush of 20 ms, one for all that are there when
 * it begins. It logs who held it, and since when and until when: port, number on the connection, began and ended in us.
 */
final class LockServer {

    private static final Object LOCK = new Object();
    private static final BlockingQueue<CountDownLatch> UNFLUSHED = new LinkedBlockingQueue<>();
    private static final Map<Integer, Integer> ON = new ConcurrentHashMap<>();

    public static void main(String[] args) throws IOException {
        PrintWriter log = new PrintWriter(Path.of(args[2]).toFile());
        HttpServer server = HttpServer.create(new InetSocketAddress(args[0], 8000), 100);
        String mode = args[1].split("-")[0];
        int rest = args[1].contains("-") ? Integer.parseInt(args[1].split("-")[1]) : 0;
        boolean flushes = mode.endsWith("flush");
        server.createContext("/r", exchange -> {
            if (mode.equals("single")) {
                hold(exchange, log);
            }
            if (flushes) {
                awaitFlush();
            }
            answer(exchange);
        });
        server.createContext("/w", exchange -> {
            if (mode.startsWith("sync")) {
                synchronized (LOCK) {
                    hold(exchange, log);
                }
            } else {
                hold(exchange, log);
            }
            if (flushes) {
                awaitFlush();
            } else {
                work(rest);
            }
            answer(exchange);
        });
        server.setExecutor(mode.equals("single") ? null : Executors.newFixedThreadPool(16));
        if (flushes) {
            Thread flusher = new Thread(() -> flush(rest));
            flusher.setDaemon(true);
            flusher.start();
        }
        server.start();
    }

    private static void awaitFlush() {
        CountDownLatch done = new CountDownLatch(1);
        UNFLUSHED.add(done);
        try {
            done.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void flush(int millis) {
        try {
            while (true) {
                List<CountDownLatch> waiting = new ArrayList<>();
                waiting.add(UNFLUSHED.take());
                UNFLUSHED.drainTo(waiting);
                sleep(millis * 1_000_000L);
                waiting.forEach(CountDownLatch::countDown);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long now() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    /** What is done after the lock was let go, before the answer: half to one and a half times so many ms. */
    private static void work(int millis) {
        if (millis > 0) {
            sleep((long) (millis * 1e6 * (0.5 + ThreadLocalRandom.current().nextDouble())));
        }
    }

    private static void sleep(long nanos) {
        try {
            Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void hold(HttpExchange exchange, PrintWriter log) {
        long began = now();
        String asked = exchange.getRequestURI().getQuery();
        long nanos = asked == null ? 0 : Long.parseLong(asked) * 1000;
        sleep(nanos);
        int port = exchange.getRemoteAddress().getPort();
        String line = port + " " + ON.getOrDefault(port, 0) + " " + began + " ";
        synchronized (log) {
            log.println(line + now());
            log.flush();
        }
    }

    private static void answer(HttpExchange exchange) throws IOException {
        ON.merge(exchange.getRemoteAddress().getPort(), 1, Integer::sum);
        exchange.sendResponseHeaders(200, 2);
        exchange.getResponseBody().write(new byte[] {'o', 'k'});
        exchange.close();
    }
}
