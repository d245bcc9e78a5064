import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import org.postgresql.PGConnection;

/**
 * A shop with a pool of connections to PostgreSQL, and its users. The shop prints who held which connection, and when:
 * the truth of the recordings. Not compiled by the build.
 */
public final class PoolLoad {

    private static final int PORT = 8080;

    /** When a request asked for a connection, had it and gave it back, in ns since 1970, and the server's process. */
    private record Hold(long asked, long had, long left, int server, String path) {}

    private final ConcurrentLinkedQueue<Hold> holds = new ConcurrentLinkedQueue<>();
    private final HikariDataSource pool;
    private final int statements;

    private PoolLoad(String database, int size, int statements) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:postgresql://" + database + "/shop");
        config.setUsername("shop");
        config.setMaximumPoolSize(size);
        config.setAutoCommit(statements == 1);
        pool = new HikariDataSource(config);
        this.statements = statements;
    }

    /** {@code shop ADDRESS DATABASE SIZE STATEMENTS}, or {@code users SHOP THREADS REQUESTS THINK_MILLIS SEED}. */
    public static void main(String[] args) throws Exception {
        if (args[0].equals("shop")) {
            new PoolLoad(args[2], Integer.parseInt(args[3]), Integer.parseInt(args[4])).serve(args[1]);
        } else {
            use(
                    args[1],
                    Integer.parseInt(args[2]),
                    Integer.parseInt(args[3]),
                    Double.parseDouble(args[4]),
                    Integer.parseInt(args[5]));
        }
    }

    private static long now() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    private void serve(String address) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(address, PORT), 100);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/cart", exchange -> answer(exchange, 4));
        server.createContext("/report", exchange -> answer(exchange, 30));
        server.createContext("/ready", exchange -> say(exchange, "ready"));
        server.createContext("/holds", exchange -> say(exchange, told()));
        server.start();
    }

    /** Thinks, asks the database on a connection of the pool, thinks again, and answers. */
    private void answer(HttpExchange exchange, double millis) throws IOException {
        think(2);
        String path = exchange.getRequestURI().getPath();
        long asked = now();
        try (Connection connection = pool.getConnection()) {
            long had = now();
            for (int each = 0; each < statements; each++) {
                if (each > 0) {
                    think(1);
                }
                query(connection, millis / statements);
            }
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
            holds.add(new Hold(asked, had, now(), connection.unwrap(PGConnection.class).getBackendPID(), path));
        } catch (SQLException failed) {
            throw new IOException(failed);
        }
        think(1);
        say(exchange, "a page of " + path);
    }

    /** Takes at least half of the time, and the rest at random. */
    private static void query(Connection connection, double millis) throws SQLException {
        double rest = -Math.log(1 - ThreadLocalRandom.current().nextDouble());
        double seconds = millis * (0.5 + 0.5 * rest) / 1000;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*), pg_sleep(" + seconds + ") FROM stock")) {
            rows.next();
        }
    }

    /** The client's port of a connection, and the times of each who had it. */
    private String told() throws IOException {
        Map<Integer, Integer> ports = new HashMap<>();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT pid, client_port FROM pg_stat_activity")) {
            while (rows.next()) {
                ports.put(rows.getInt(1), rows.getInt(2));
            }
        } catch (SQLException failed) {
            throw new IOException(failed);
        }
        StringBuilder text = new StringBuilder();
        for (Hold hold : holds) {
            text.append(ports.get(hold.server))
                    .append(',')
                    .append(hold.asked)
                    .append(',')
                    .append(hold.had)
                    .append(',')
                    .append(hold.left)
                    .append(',')
                    .append(hold.path)
                    .append('\n');
        }
        return text.toString();
    }

    private static void say(HttpExchange exchange, String text) throws IOException {
        byte[] answer = text.getBytes(StandardCharsets.US_ASCII);
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private static void think(double millis) {
        sleep(millis * (0.7 + 0.6 * ThreadLocalRandom.current().nextDouble()));
    }

    private static void sleep(double millis) {
        try {
            Thread.sleep((long) millis, (int) (millis % 1 * 1e6));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void use(String shop, int users, int requests, double thinkMillis, int seed) throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int user = 0; user < users; user++) {
            Random random = new Random(100L * seed + user);
            threads.add(new Thread(() -> {
                for (int i = 0; i < requests; i++) {
                    sleep(-thinkMillis * Math.log(1 - random.nextDouble()));
                    get("http://" + shop + ":" + PORT + (random.nextInt(4) == 0 ? "/report" : "/cart"));
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void get(String url) {
        try (InputStream in = ((HttpURLConnection) new URL(url).openConnection()).getInputStream()) {
            in.readAllBytes();
        } catch (IOException failed) {
            throw new IllegalStateException(url, failed);
        }
    }
}
