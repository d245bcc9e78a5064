package io.wirepath.bench.soak;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.appliance.synthetic.FrameComposer.Way;
import java.util.Random;

/**
 * Calls that must be told whatever else passes: fifty a second, each a client's of the site, which cause one another.
 *
 * <pre>
 *  10.1.0.1 … 8 ─► shop.example 10.2.0.1:80 ─► 10.2.0.2:8080 ─► 10.2.0.3:9000
 *                   2 ms                        3 ms             5 ms each works before it calls or answers
 * </pre>
 *
 * Not thread-safe.
 */
final class HonestCalls {

    /** Calls of clients in a second. */
    static final int A_SECOND = 50;

    /** The name that the site's resolver gives the first server. */
    static final String NAME = "shop.example";

    static final int WEB = Wire.address(10, 2, 0, 1);
    static final int APP = Wire.address(10, 2, 0, 2);
    static final int STORE = Wire.address(10, 2, 0, 3);

    private static final int RESOLVER = Wire.address(10, 2, 0, 53);
    private static final int CLIENTS = 8;
    private static final long MILLISECOND = 1_000_000;

    private final Wire wire;
    private final Random random = new Random(7);

    HonestCalls(Wire wire) {
        this.wire = wire;
    }

    /** Puts the call of a number, which begins at a time. */
    void put(long number, long nanos) {
        int client = Wire.address(10, 1, 0, 1 + (int) (number % CLIENTS));
        if (number % A_SECOND == 0) {
            Way asks = new Way(client, port(number), RESOLVER, 53);
            wire.udp(nanos - 2 * MILLISECOND, asks, DnsBytes.query((int) number, NAME));
            wire.udp(nanos - MILLISECOND, asks.reversed(), DnsBytes.answer((int) number, NAME, WEB));
        }
        CraftedConnection web = call(nanos, new Way(client, port(number), WEB, 80), "/buy?" + number);
        CraftedConnection app = call(web.nanos() + 2 * MILLISECOND, new Way(WEB, port(number), APP, 8080), "/order");
        CraftedConnection store = call(app.nanos() + 3 * MILLISECOND, new Way(APP, port(number), STORE, 9000), "/put");
        answer(store, store.nanos() + 5 * MILLISECOND);
        answer(app, store.nanos() + 3 * MILLISECOND);
        answer(web, app.nanos() + 2 * MILLISECOND);
    }

    private CraftedConnection call(long nanos, Way way, String path) {
        String text =
                "GET " + path + " HTTP/1.1\r\nHost: " + (way.destination() == WEB ? NAME : "internal") + "\r\n\r\n";
        CraftedConnection conversation =
                new CraftedConnection(wire, nanos, way, random.nextInt(), random.nextInt()).open();
        return conversation.asks(text.getBytes(US_ASCII));
    }

    private static void answer(CraftedConnection conversation, long nanos) {
        String text = "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nhello, there";
        conversation
                .waits(nanos - conversation.nanos())
                .answers(text.getBytes(US_ASCII))
                .close();
    }

    private static int port(long number) {
        return 20_000 + (int) (number % 40_000);
    }
}
