package io.wirepath.appliance.serve;

import io.wirepath.appliance.synthetic.FrameComposer;
import io.wirepath.appliance.synthetic.FrameComposer.Way;
import io.wirepath.appliance.synthetic.PcapWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What a sniffer sees of a small site, one of whose parts is at fault for a while: three clients ask two web servers
 * over HTTP, each of these asks the log-in server, then one of two application servers, which asks a PostgreSQL.
 */
final class SiteOfFaults {

    private static final int ETHERNET = 1;
    private static final long TICK = 20_000;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1000 * MILLI;
    private static final int PACKETS_AT_A_TIME = 100_000;
    private static final int RESET = 0x04;
    private static final int HTTP = 8080;
    private static final int POSTGRES = 5432;
    private static final int WEB = 21;
    private static final int APP = 31;
    private static final int AUTH = 41;
    private static final int DB = 51;
    private static final byte[] EMPTY = new byte[0];
    private static final String[] OPERATIONS = {"/items/", "/carts/", "/orders/", "/reports/"};

    /** What goes wrong. */
    enum Fault {
        NONE,
        /** Nothing either, but no minute is like another, and single requests are slow, lost or fail all the time. */
        NONE_IN_ROUGH_TRAFFIC,
        /** One that clients ask themselves. */
        SLOW_FRONT,
        SLOW_REPLICA,
        SLOW_OPERATION,
        /** Every request to a server that takes little of the time of its callers' requests. */
        SLOW_BY_LITTLE,
        /** One request in eight at each replica, whatever it asks. */
        SLOW_TAIL,
        LOSS,
        DEAD_DATABASE,
        REFUSED_LOG_INS,
        ERRORS,
        SURGE
    }

    /** When something goes wrong and when that is mended, ns since the epoch. */
    record Span(Fault fault, long fromNanos, long toNanos) {}

    private record Packet(long nanos, byte[] frame) {}

    private final List<Span> faults;
    private final SplittableRandom random;
    private final FrameComposer composer = new FrameComposer();
    private final List<Packet> packets = new ArrayList<>();
    private final Map<Long, List<Connection>> pools = new HashMap<>();
    private int nextPort = 40_000;

    /** Whether its programs trace their requests: by headers, and by comments of SQL. */
    private boolean isTraced;

    private long traces;
    private long spans;

    private SiteOfFaults(List<Span> faults, long seed) {
        this.faults = faults;
        random = new SplittableRandom(seed);
    }

    /**
     * Writes the capture.
     *
     * @param nanos when it begins, when something goes wrong, when that is mended, when it ends
     * @param rate requests a second
     */
    static void write(Fault fault, long[] nanos, double rate, long seed, Path capture) throws IOException {
        write(List.of(new Span(fault, nanos[1], nanos[2])), nanos[0], nanos[3], rate, seed, capture);
    }

    /** The same of several faults. */
    static void write(List<Span> faults, long fromNanos, long toNanos, double rate, long seed, Path capture)
            throws IOException {
        new SiteOfFaults(faults, seed).write(fromNanos, toNanos, rate, capture);
    }

    /** The same of a site without a fault, whose programs trace their requests. */
    static void writeTraced(long[] nanos, double rate, long seed, Path capture) throws IOException {
        SiteOfFaults site = new SiteOfFaults(List.of(), seed);
        site.isTraced = true;
        site.write(nanos[0], nanos[3], rate, capture);
    }

    private void write(long fromNanos, long toNanos, double rate, Path capture) throws IOException {
        try (PcapWriter out = new PcapWriter(capture, ETHERNET)) {
            for (long at = fromNanos; at < toNanos; ) {
                request(at);
                double now = rate * (is(Fault.SURGE, at) ? 4 : swing(at));
                at += (long) (-Math.log(1 - random.nextDouble()) * SECOND / now);
                if (packets.size() > PACKETS_AT_A_TIME) {
                    writeUntil(at, out);
                }
            }
            writeUntil(Long.MAX_VALUE, out);
        }
    }

    /** Nothing that is yet to come is earlier. */
    private void writeUntil(long nanos, PcapWriter out) throws IOException {
        packets.sort(Comparator.comparingLong(Packet::nanos));
        int ready = 0;
        for (; ready < packets.size() && packets.get(ready).nanos < nanos; ready++) {
            Packet packet = packets.get(ready);
            out.write(packet.nanos, packet.frame, packet.frame.length, packet.frame.length);
        }
        packets.subList(0, ready).clear();
    }

    /** How much is asked, of what is asked on average: swells of 20 minutes and fewer, and a job each 5 minutes. */
    private double swing(long at) {
        if (!isRough()) {
            return 1;
        }
        double minutes = (double) at / (60 * SECOND);
        double swell = 0.35 * Math.sin(2 * Math.PI * minutes / 20) + 0.15 * Math.sin(2 * Math.PI * minutes / 3.7);
        return 1 + swell + (minutes % 5 < 0.2 ? 0.5 : 0);
    }

    private boolean isRough() {
        return faults.stream().anyMatch(each -> each.fault == Fault.NONE_IN_ROUGH_TRAFFIC);
    }

    /** In rough traffic, one in so many. */
    private boolean oneIn(int many) {
        return isRough() && random.nextInt(many) == 0;
    }

    private boolean is(Fault asked, long nanos) {
        return faults.stream().anyMatch(each -> each.fault == asked && nanos >= each.fromNanos && nanos < each.toNanos);
    }

    private boolean chance(double share) {
        return random.nextDouble() < share;
    }

    private long about(double millis) {
        double stretched = oneIn(100) ? 4 * millis * (1 + 2 * random.nextDouble()) : millis;
        return (long) (stretched * MILLI * Math.exp((isRough() ? 0.5 : 0.25) * random.nextGaussian()));
    }

    /** Until when a node that collects garbage does nothing, which it does for a moment each half a minute or so. */
    private long awakeNanos(int node, long at) {
        long turn = (25 + 3L * (node % 7)) * SECOND;
        long begun = at - Math.floorMod(at + 7L * node * SECOND, turn);
        return isRough() ? Math.max(at, begun + (60 + 10 * (begun / SECOND % 8)) * MILLI) : at;
    }

    /** What names the trace, and the span that sends the request. */
    private String traceparent() {
        return String.format("00-%032x-%016x-01", traces, ++spans);
    }

    /** The end of a head. */
    private String head() {
        return (isTraced ? "traceparent: " + traceparent() + "\r\n" : "") + "\r\n";
    }

    private void request(long at) {
        traces++;
        int client = 11 + random.nextInt(3);
        int web = WEB + random.nextInt(2);
        int operation = Math.min(3, (int) (5 * random.nextDouble()));
        String path = OPERATIONS[operation] + random.nextInt(100_000);
        Connection connection = connection(client, web, HTTP, at);
        long here = connection.ask("GET " + path + " HTTP/1.1\r\nHost: shop\r\n" + head(), connection.freeNanos(at));
        long known = here + about(1.5);
        Connection toAuth = connection(web, AUTH, HTTP, known);
        long asked = toAuth.ask("GET /session HTTP/1.1\r\nHost: auth\r\n" + head(), toAuth.freeNanos(known));
        boolean refused = is(Fault.ERRORS, asked) && chance(0.3) || oneIn(400);
        long checked =
                toAuth.answer(http(refused ? 500 : 200, 40), asked + about(is(Fault.SLOW_BY_LITTLE, asked) ? 3 : 2), 0);
        int status = refused ? 502 : 200;
        long last = checked;
        if (!refused) {
            long[] app = app(web, path, operation, checked + about(1));
            last = app[0];
            status = (int) app[1];
        }
        connection.answer(http(status, 900), last + about(is(Fault.SLOW_FRONT, last) ? 40 : 1), 0);
    }

    /** When the application has answered, and with what. */
    private long[] app(int web, String path, int operation, long at) {
        int app = APP + random.nextInt(2);
        Connection connection = connection(web, app, HTTP, at);
        long here = connection.ask("GET " + path + " HTTP/1.1\r\nHost: app\r\n" + head(), connection.freeNanos(at));
        double own = 4;
        own += is(Fault.SLOW_REPLICA, here) && app == APP + 1 ? 40 : 0;
        own += is(Fault.SLOW_OPERATION, here) && operation == 2 ? 60 : 0;
        own += is(Fault.SLOW_TAIL, here) && random.nextInt(8) == 0 ? 400 : 0;
        long next = awakeNanos(app, here + about(own));
        boolean failed = false;
        for (int i = 0; i < 1 + operation % 2 && !failed; i++) {
            String comment = isTraced ? " /*traceparent='" + traceparent() + "'*/" : "";
            String statement = "SELECT * FROM t" + operation + " WHERE id = " + random.nextInt(100_000) + comment;
            long done = query(app, statement, next);
            failed = done < 0;
            next = Math.abs(done) + about(0.5);
        }
        long lost = is(Fault.LOSS, next) && chance(0.08) || oneIn(500)
                ? 200 * MILLI + random.nextInt((int) (5 * MILLI))
                : 0;
        return new long[] {connection.answer(http(failed ? 500 : 200, 700), next, lost), failed ? 502 : 200};
    }

    /** When the database has answered; as a negative number where it has not. */
    private long query(int app, String statement, long at) {
        if (is(Fault.DEAD_DATABASE, at)) {
            return -refusedConnection(app, at);
        }
        if (is(Fault.REFUSED_LOG_INS, at)) {
            pools.remove(pool(app, DB));
            Connection connection = new Connection(app, DB, POSTGRES, at);
            long asked = connection.send(connection.there, startup(), at + 3 * TICK);
            long refused = connection.send(connection.back, refusal(), asked + about(1.5));
            connection.close(refused + TICK);
            return -refused;
        }
        Connection connection = connection(app, DB, POSTGRES, at);
        long asked = connection.send(connection.there, pg('Q', statement + "\0"), connection.freeNanos(at));
        return connection.reply(rows(), asked + about(3));
    }

    private long refusedConnection(int app, long at) {
        List<Connection> open = pools.remove(pool(app, DB));
        if (open != null) {
            open.forEach(each -> each.add(each.back, at, RESET | FrameComposer.ACK, EMPTY));
        }
        Connection refused = new Connection(new Way(address(app), nextPort++, address(DB), POSTGRES));
        refused.add(refused.there, at, FrameComposer.SYN, EMPTY);
        refused.sentThere++;
        refused.add(refused.back, at + 5 * TICK, RESET | FrameComposer.ACK, EMPTY);
        return at + 6 * TICK;
    }

    private static byte[] http(int status, int bytes) {
        String head = "HTTP/1.1 " + status + " OK\r\nContent-Length: " + bytes + "\r\n\r\n";
        return (head + "x".repeat(bytes)).getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] pg(char type, String body) {
        byte[] text = body.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(5 + text.length)
                .put((byte) type)
                .putInt(4 + text.length)
                .put(text)
                .array();
    }

    private static byte[] startup() {
        byte[] text = "user\0shop\0database\0shop\0\0".getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(8 + text.length)
                .putInt(8 + text.length)
                .putInt(196_608)
                .put(text)
                .array();
    }

    private static byte[] refusal() {
        return pg('E', "SFATAL\0C28P01\0Mpassword authentication failed\0\0");
    }

    private static byte[] rows() {
        return joined(pg('D', "\0\1\0\0\0\4abcd"), pg('C', "SELECT 1\0"), pg('Z', "I"));
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static int address(int node) {
        return 10 << 24 | 9 << 16 | 1 << 8 | node;
    }

    private static long pool(int from, int to) {
        return (long) from << 32 | to;
    }

    private Connection connection(int from, int to, int port, long at) {
        List<Connection> pool = pools.computeIfAbsent(pool(from, to), unseen -> new ArrayList<>());
        for (Connection each : pool) {
            if (each.freeNanos < at) {
                return each;
            }
        }
        Connection opened = new Connection(from, to, port, at);
        if (port == POSTGRES) {
            long asked = opened.send(opened.there, startup(), at + 3 * TICK);
            opened.reply(joined(pg('R', "\0\0\0\0"), pg('Z', "I")), asked + about(0.5));
        }
        pool.add(opened);
        return opened;
    }

    /** A TCP connection, used by one call at a time. */
    private final class Connection {
        private final Way there;
        private final Way back;
        private long sentThere = random.nextInt() & 0xffff_ffffL;
        private long sentBack = random.nextInt() & 0xffff_ffffL;
        private long freeNanos;

        Connection(Way there) {
            this.there = there;
            back = there.reversed();
        }

        Connection(int from, int to, int port, long at) {
            this(new Way(address(from), nextPort++, address(to), port));
            add(there, at, FrameComposer.SYN, EMPTY);
            sentThere++;
            add(back, at + TICK, FrameComposer.SYN | FrameComposer.ACK, EMPTY);
            sentBack++;
            add(there, at + 2 * TICK, FrameComposer.ACK, EMPTY);
            freeNanos = at + 2 * TICK;
        }

        /** The first moment from this one on at which it is free. */
        long freeNanos(long at) {
            return Math.max(at, freeNanos + TICK);
        }

        long ask(String request, long at) {
            return send(there, request.getBytes(StandardCharsets.US_ASCII), at);
        }

        long reply(byte[] answer, long at) {
            return answer(answer, at, 0);
        }

        /** Answers; where it is lost, once more after this time. */
        long answer(byte[] answer, long at, long lostNanos) {
            freeNanos = at + lostNanos + 2 * TICK;
            if (lostNanos > 0) {
                add(back, at, FrameComposer.ACK | FrameComposer.PUSH, answer);
            }
            long came = send(back, answer, at + lostNanos);
            add(there, came + TICK, FrameComposer.ACK, EMPTY);
            return came;
        }

        long send(Way way, byte[] payload, long at) {
            add(way, at, FrameComposer.ACK | FrameComposer.PUSH, payload);
            sentThere += way.equals(there) ? payload.length : 0;
            sentBack += way.equals(back) ? payload.length : 0;
            return at + TICK;
        }

        void close(long at) {
            add(back, at, FrameComposer.FIN | FrameComposer.ACK, EMPTY);
            sentBack++;
            add(there, at + TICK, FrameComposer.FIN | FrameComposer.ACK, EMPTY);
            sentThere++;
            add(back, at + 2 * TICK, FrameComposer.ACK, EMPTY);
        }

        void add(Way way, long at, int flags, byte[] payload) {
            boolean out = way.equals(there);
            packets.add(new Packet(
                    at,
                    composer.tcp(
                            way,
                            out ? sentThere : sentBack,
                            out ? sentBack : sentThere,
                            flags,
                            payload,
                            0,
                            payload.length)));
        }
    }
}
