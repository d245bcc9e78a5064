package io.wirepath.bench.nat;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.appliance.synthetic.FrameComposer;
import io.wirepath.appliance.synthetic.FrameComposer.Way;
import io.wirepath.bench.nat.NatScene.Kind;
import io.wirepath.bench.nat.NatScene.Link;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import java.util.Comparator;
import java.util.PriorityQueue;

/** What one of two taps sees of a {@link NatScene}. Its clock is right. Not thread-safe. */
final class NatTap implements FrameSource {

    private static final int ETHERNET = 1;
    private static final int SYN = FrameComposer.SYN;
    private static final int ACK = FrameComposer.ACK;
    private static final int FIN = FrameComposer.FIN;
    private static final byte[] NOTHING = {};

    /** Calls of a connection through a proxy of SYNs: other numbers are known by three messages of each side. */
    private static final int LONG_TALK = 6;

    /** From one tap to the other. */
    private static final long WAY_NANOS = 40_000;

    private static final long STEP_NANOS = 120_000;

    private final String name;
    private final boolean isInside;
    private final int connections;
    private final NatScene scene = new NatScene();
    private final FrameComposer composer = new FrameComposer();
    private final PriorityQueue<Passing> passing =
            new PriorityQueue<>(Comparator.comparingLong(Passing::nanos).thenComparingLong(Passing::number));
    private int begun;
    private long numbered;
    private long delivered;
    private long nanos;

    private record Passing(long nanos, long number, byte[] frame) {}

    NatTap(String name, boolean isInside, int connections) {
        this.name = name;
        this.isInside = isInside;
        this.connections = connections;
    }

    @Override
    public String sniffer() {
        return name;
    }

    @Override
    public boolean fill(FrameBlock block) {
        block.reset(delivered + 1);
        int at = 0;
        while (at + 2000 < block.bytes().capacity()) {
            while (begun < connections
                    && (passing.isEmpty()
                            || passing.element().nanos >= NatScene.START + begun * NatScene.APART_NANOS)) {
                pass(scene.next());
                begun++;
            }
            Passing next = passing.poll();
            if (next == null) {
                break;
            }
            block.bytes().put(at, next.frame);
            block.add(next.nanos, at, next.frame.length, next.frame.length, ETHERNET);
            at += next.frame.length;
            delivered++;
        }
        return block.count() > 0;
    }

    private void pass(Link link) {
        if (link.kind() == Kind.MADE_UP) {
            if (!isInside) {
                // the second one's server has numbers of its own
                say(link, link.outside(), 0, 0);
                say(link, link.inside(), link.shift(), 1_000_000);
            }
        } else if (link.kind() == Kind.HAIRPIN) {
            if (isInside) {
                say(link, link.outside(), 0, -WAY_NANOS);
                say(link, link.inside(), 0, WAY_NANOS);
            }
        } else {
            say(
                    link,
                    isInside ? link.inside() : link.outside(),
                    isInside ? 0 : link.shift(),
                    isInside ? WAY_NANOS : -WAY_NANOS);
        }
    }

    /** A connection as it passes: client's packets later by {@code delayNanos}, the server's earlier. */
    private void say(Link link, Way way, long shift, long delayNanos) {
        nanos = link.beginNanos() + 1_000_000;
        long client = link.clientFirst();
        long server = link.serverFirst() + shift;
        put(way, client++, 0, SYN, NOTHING, delayNanos);
        put(way.reversed(), server++, client, SYN | ACK, NOTHING, -delayNanos);
        put(way, client, server, ACK, NOTHING, delayNanos);
        int calls = link.kind() == Kind.SYN_PROXY ? LONG_TALK : 2;
        for (int call = 0; call < calls; call++) {
            int said = link.plain() ? call : LONG_TALK * link.number() + call;
            byte[] request = ("GET /item/" + said + " HTTP/1.1\r\nHost: shop\r\n\r\n").getBytes(US_ASCII);
            byte[] response = "HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n%020d"
                    .formatted(said)
                    .getBytes(US_ASCII);
            put(way, client, server, ACK | FrameComposer.PUSH, request, delayNanos);
            client += request.length;
            nanos += link.pauseNanos();
            put(way.reversed(), server, client, ACK | FrameComposer.PUSH, response, -delayNanos);
            server += response.length;
        }
        put(way, client++, server, FIN | ACK, NOTHING, delayNanos);
        put(way.reversed(), server++, client, FIN | ACK, NOTHING, -delayNanos);
        put(way, client, server, ACK, NOTHING, delayNanos);
    }

    private void put(Way way, long sequence, long acknowledged, int flags, byte[] payload, long delayNanos) {
        nanos += STEP_NANOS;
        byte[] frame = composer.tcp(way, sequence, acknowledged, flags, payload, 0, payload.length);
        passing.add(new Passing(nanos + delayNanos, numbered++, frame));
    }

    @Override
    public Progress progress() {
        return new Progress(0, -1, delivered);
    }

    @Override
    public void close() {}
}
