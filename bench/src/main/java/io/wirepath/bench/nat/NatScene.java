package io.wirepath.bench.nat;

import io.wirepath.appliance.synthetic.FrameComposer.Way;
import java.util.Random;

/**
 * A site behind a gateway, connection by connection; the same for every reader. Each connection begins
 * {@value #APART_NANOS} ns after the one before, so that some forty are open at a time. Not thread-safe.
 *
 * <pre>
 *  clients ── outside tap ── gateway: translates, or not ── inside tap ── servers
 * </pre>
 */
final class NatScene {

    static final long START = 1_700_000_000_000_000_000L;
    static final long APART_NANOS = 1_000_000;

    private static final int CLIENTS = 2000;
    private static final int BACKENDS = 10;
    private static final int GATEWAY_PORTS = 4000;
    private static final int FIRST_PORT = 20_000;
    private static final int REUSED_AFTER = 5000;
    private static final int GATEWAY = 0xc6336401;
    private static final int SERVICE = 0xc6336450;
    private static final int ATTACKER = 0x0a420606;

    /** What happens to a connection on its way. */
    enum Kind {
        /** Nothing. */
        AS_IT_IS(40),
        /** A balancer leads it to one of ten servers. */
        BALANCED(15),
        /** Many clients share one address, whose ports are used again after twenty seconds. */
        MASQUERADED(15),
        /** Both at once, seen twice by the tap inside. */
        HAIRPIN(5),
        /** A balancer that answers the handshake itself, so that its sequence numbers are others than the server's. */
        SYN_PROXY(10),
        /** The same client address and port as five seconds before, led to another server. */
        PORT_AGAIN(5),
        /** An attack: strangers who call the servers with one initial number and one content. */
        ONE_NUMBER(5),
        /**
         * An attack: one client calls two servers with one initial number and the same bytes, as if one led to the
         * other.
         */
        MADE_UP(5);

        final int percent;

        Kind(int percent) {
            this.percent = percent;
        }

        boolean isTranslated() {
            return this != AS_IT_IS && this != ONE_NUMBER && this != MADE_UP;
        }
    }

    /**
     * A connection.
     *
     * @param number from 0
     * @param kind what happens to it
     * @param outside as its client sees it
     * @param inside as its server sees it
     * @param clientFirst sequence number that the client chose
     * @param serverFirst that the server chose
     * @param shift by which the client sees other numbers of the server's
     * @param plain whether it says what many others say
     * @param pauseNanos until its server answers
     */
    record Link(
            int number,
            Kind kind,
            Way outside,
            Way inside,
            long clientFirst,
            long serverFirst,
            long shift,
            boolean plain,
            long pauseNanos) {

        long beginNanos() {
            return START + number * APART_NANOS;
        }
    }

    private final Random random = new Random(23);
    private final Way[] before = new Way[REUSED_AFTER];
    private int made;
    private int translated;

    /** The next connection. */
    Link next() {
        int number = made++;
        Kind kind = kind(random.nextInt(100));
        Way again = before[number % REUSED_AFTER];
        int client = 0x0a010000 + random.nextInt(CLIENTS);
        int port = FIRST_PORT + random.nextInt(40_000);
        int backend = 0x0a020001 + random.nextInt(BACKENDS);
        long clientFirst = random.nextInt() & 0xffffffffL;
        long serverFirst = random.nextInt() & 0xffffffffL;
        long shift = random.nextInt() & 0xffffffffL;
        boolean plain = random.nextBoolean();
        long pause = 300_000L + random.nextInt(30_000_000);
        Way direct = new Way(client, port, backend, 8080);
        Way service = new Way(client, port, SERVICE, 80);
        Link link = switch (kind) {
            case AS_IT_IS -> new Link(number, kind, direct, direct, clientFirst, serverFirst, 0, plain, pause);
            case BALANCED -> new Link(number, kind, service, direct, clientFirst, serverFirst, 0, plain, pause);
            case MASQUERADED -> {
                Way behind = new Way(GATEWAY, FIRST_PORT + translated++ % GATEWAY_PORTS, backend, 8080);
                yield new Link(number, kind, direct, behind, clientFirst, serverFirst, 0, plain, pause);
            }
            case HAIRPIN -> {
                Way behind = new Way(GATEWAY, FIRST_PORT + translated++ % GATEWAY_PORTS, backend, 8080);
                yield new Link(number, kind, service, behind, clientFirst, serverFirst, 0, plain, pause);
            }
            case SYN_PROXY -> new Link(number, kind, service, direct, clientFirst, serverFirst, shift, plain, pause);
            case PORT_AGAIN -> {
                Way used = again == null ? service : new Way(again.source(), again.sourcePort(), SERVICE, 80);
                Way inside = new Way(used.source(), used.sourcePort(), backend, 8080);
                yield new Link(number, kind, used, inside, clientFirst, serverFirst, 0, plain, pause);
            }
            case ONE_NUMBER -> {
                Way stranger = new Way(0x0b000000 + number, port, backend, 8080);
                yield new Link(number, kind, stranger, stranger, 100, serverFirst, 0, true, pause);
            }
            case MADE_UP -> {
                Way first = new Way(ATTACKER, port, backend, 8080);
                Way second = new Way(ATTACKER, port + 1, 0x0a030001, 80);
                yield new Link(number, kind, first, second, clientFirst, serverFirst, shift, plain, pause);
            }
        };
        before[number % REUSED_AFTER] = link.outside();
        return link;
    }

    private static Kind kind(int place) {
        int upTo = 0;
        for (Kind kind : Kind.values()) {
            upTo += kind.percent;
            if (place < upTo) {
                return kind;
            }
        }
        throw new IllegalStateException("the kinds are no hundred percent");
    }
}
