import com.sun.net.httpserver.HttpServer;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;

/**
 * A gateway to HDFS, its users, and a client of all kinds of calls, which print what they did: the truth of the
 * recordings. Not compiled by the build.
 */
public final class HdfsLoad {

    private static final List<String> FILES =
            List.of("alpha", "bravo", "charlie", "delta", "echo", "golf", "hotel", "india");
    private static final int PORT = 8088;
    private static final int THREADS = 2;
    private static final PrintStream TRUTH = System.out;

    private HdfsLoad() {}

    /** {@code gateway ADDRESS}, {@code write USER GATEWAY...}, {@code read USER READS GATEWAY...}, and others. */
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "gateway" -> gateway(FileSystem.get(new Configuration()), args[1]);
            case "write" -> write(Integer.parseInt(args[1]), List.of(args).subList(2, args.length));
            case "read" ->
                read(Integer.parseInt(args[1]), Integer.parseInt(args[2]), List.of(args).subList(3, args.length));
            case "mixed" -> mixed(FileSystem.get(new Configuration()));
            default -> where(FileSystem.get(new Configuration()));
        }
    }

    private static Path path(String file) {
        return new Path("/study/" + file);
    }

    private static byte[] content(int file, int size) {
        byte[] line = ("line of file " + file + "\n").getBytes(StandardCharsets.US_ASCII);
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = line[i % line.length];
        }
        return bytes;
    }

    /** Reads and writes files for those who ask over HTTP: {@code GET /read/alpha}, {@code PUT /write/alpha}. */
    private static void gateway(FileSystem hdfs, String client) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(client, PORT), 0);
        server.setExecutor(Executors.newFixedThreadPool(4));
        server.createContext("/", exchange -> {
            byte[] asked = exchange.getRequestBody().readAllBytes();
            String target = exchange.getRequestURI().getPath();
            Path path = path(target.substring(target.lastIndexOf('/') + 1));
            byte[] answer = new byte[0];
            if (target.startsWith("/write/")) {
                try (FSDataOutputStream out = hdfs.exists(path) ? hdfs.append(path) : hdfs.create(path)) {
                    out.write(asked);
                }
                print("write," + client + "," + path + ",");
            } else if (target.startsWith("/read/")) {
                try (HdfsDataInputStream in = (HdfsDataInputStream) hdfs.open(path)) {
                    answer = in.readAllBytes();
                    print("read," + client + "," + path + ","
                            + in.getCurrentDatanode().getIpAddr());
                }
            }
            exchange.sendResponseHeaders(200, answer.length == 0 ? -1 : answer.length);
            if (answer.length > 0) {
                exchange.getResponseBody().write(answer);
            }
            exchange.close();
        });
        server.start();
    }

    private static void write(int number, List<String> gateways) throws Exception {
        Random random = new Random(number);
        for (String file : FILES) {
            ask("PUT", gateways.get(random.nextInt(gateways.size())), "/write/" + file, content(number, 2000));
        }
    }

    private static void read(int number, int reads, List<String> gateways) throws Exception {
        Thread[] threads = new Thread[THREADS];
        for (int t = 0; t < threads.length; t++) {
            Random own = new Random(31L * number + t);
            threads[t] = new Thread(() -> {
                try {
                    for (int i = 0; i < reads / THREADS; i++) {
                        String gateway = gateways.get(own.nextInt(gateways.size()));
                        ask("GET", gateway, "/read/" + FILES.get(own.nextInt(FILES.size())), null);
                        Thread.sleep(own.nextInt(40));
                    }
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void ask(String method, String gateway, String target, byte[] body) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                new URL("http://" + gateway + ":" + PORT + target).openConnection();
        connection.setRequestMethod(method);
        if (body != null) {
            connection.setDoOutput(true);
            connection.getOutputStream().write(body);
        }
        connection.getInputStream().readAllBytes();
    }

    /** Of each kind of call some: what fails, what is long, what is told in several blocks. */
    private static void mixed(FileSystem hdfs) throws Exception {
        hdfs.mkdirs(new Path("/mixed/deep"));
        Path large = new Path("/mixed/large");
        try (FSDataOutputStream out = hdfs.create(large)) {
            for (int i = 0; i < 4; i++) {
                out.write(content(i, 70_000));
                out.hflush();
            }
        }
        print("blocks," + hdfs.getFileBlockLocations(large, 0, Long.MAX_VALUE).length + ",,");
        try (HdfsDataInputStream in = (HdfsDataInputStream) hdfs.open(large)) {
            in.readAllBytes();
            in.seek(100_000);
            in.read(new byte[1000]);
            in.readFully(200_000, new byte[5000]);
        }
        for (int i = 0; i < 3; i++) {
            try {
                hdfs.open(new Path("/mixed/none" + i)).close();
            } catch (FileNotFoundException e) {
                print("refused,/mixed/none" + i + ",,");
            }
        }
        hdfs.getFileChecksum(large);
        hdfs.rename(large, new Path("/mixed/renamed"));
        hdfs.listStatus(new Path("/mixed"));
        Thread[] threads = new Thread[6];
        for (int t = 0; t < threads.length; t++) {
            Path path = new Path("/mixed/deep/t" + t);
            threads[t] = new Thread(() -> {
                try {
                    for (int i = 0; i < 5; i++) {
                        hdfs.exists(path);
                        hdfs.mkdirs(path);
                    }
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        hdfs.delete(new Path("/mixed"), true);
    }

    private static void where(FileSystem hdfs) throws IOException {
        for (String file : FILES) {
            FileStatus status = hdfs.getFileStatus(path(file));
            for (BlockLocation block : hdfs.getFileBlockLocations(status, 0, Long.MAX_VALUE)) {
                for (String name : block.getNames()) {
                    print("replica,," + path(file) + "," + name.substring(0, name.indexOf(':')));
                }
            }
        }
    }

    private static synchronized void print(String line) {
        TRUTH.println(line);
    }
}
