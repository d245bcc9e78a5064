package io.wirepath.merge.live;

import static io.wirepath.merge.reconcile.SightedNetwork.MILLI;
import static io.wirepath.merge.reconcile.SightedNetwork.SECOND;
import static io.wirepath.merge.reconcile.SightedNetwork.START;

import io.wirepath.flows.CloseReason;
import io.wirepath.flows.Role;
import io.wirepath.flows.SplitMix64;
import io.wirepath.merge.reconcile.SightedNetwork;
import io.wirepath.merge.reconcile.SightedNetwork.Passing;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/**
 * Traffic of a made-up site, for tests: clients call a virtual address (sniffer 0 sees them), a load balancer passes
 * them to web servers (sniffer 1), which ask a service and a name server by UDP (sniffer 2).
 *
 * <pre>
 *  client ── sniffer 0 ── load balancer ── sniffer 1 ── web server ── sniffer 1 ── router ── sniffer 2 ── service, DNS
 * </pre>
 *
 * Every message has a length of its own kind and a digest that no other has, so a test can name it by its digest.
 */
final class SightedSite {

    long callNanos = 10 * MILLI;

    private static final long HOP = 30_000;

    final SightedNetwork network;

    /** Digests of all messages that some sniffer saw. */
    final Set<Long> seen = new HashSet<>();

    /** The place of the next message in each stream. */
    private int sequence;

    private final Random random;
    private long connection;
    private long digest;

    SightedSite(long seed) {
        this(seed, new SightedNetwork(), 0);
        network.sniffer(1_732 * MILLI, 35);
        network.sniffer(-911 * MILLI, -20);
        network.sniffer(0, 0);
    }

    /** Other traffic past the same sniffers, with the same numbers of connections. */
    SightedSite(long seed, SightedNetwork network, long firstDigest) {
        random = new Random(seed);
        this.network = network;
        digest = firstDigest;
        sequence = (int) firstDigest * 1000 + 1000;
    }

    /** A message passes two sniffers, or only one of them where the other's port lost it. */
    private void pass(int near, Passing before, int far, Passing after, long at) {
        digest++;
        long delay = HOP + random.nextInt(20_000);
        boolean lost = random.nextInt(200) == 0;
        boolean first = random.nextBoolean();
        long last = at + (random.nextInt(50) == 0 ? 400 * MILLI : 0);
        before.content(sequence, 100 + digest % 1000, digest * SplitMix64.STEP);
        after.content(sequence, 100 + digest % 1000, digest * SplitMix64.STEP);
        seen.add(digest * SplitMix64.STEP);
        sequence += 2000;
        if (!lost || first) {
            network.pass(near, before.ttl(64).ipId((int) digest), at, last);
        }
        if (!lost || !first) {
            network.pass(far, after.ttl(63).ipId((int) digest), at + delay, last + delay);
        }
    }

    private void call(int near, int far, long number, int call, String client, String called, String server, long at) {
        Passing before = new Passing().connection(number).call(call, Role.REQUEST);
        Passing after = new Passing().connection(number).call(call, Role.REQUEST);
        pass(near, before.between(client, called), far, after.between(client, server), at);
        before.call(call, Role.RESPONSE);
        after.call(call, Role.RESPONSE);
        pass(far, after.between(server, client), near, before.between(called, client), at + 4 * MILLI);
    }

    /** Some seconds of traffic: connections of some calls each, a hundred calls a second, each with one behind it. */
    SightedSite run(long fromNanos, long toNanos) {
        String[] lanes = new String[4];
        long[] number = new long[4];
        int[] calls = new int[4];
        for (long at = fromNanos; at < toNanos; at += callNanos) {
            int lane = random.nextInt(lanes.length);
            if (lanes[lane] == null || calls[lane] == 20) {
                end(number[lane], lanes[lane], at);
                number[lane] = ++connection;
                lanes[lane] = "10.0.0.1" + lane + ":" + (20_000 + connection % 40_000);
                calls[lane] = 0;
            }
            int server = (int) (number[lane] % 3);
            String web = "10.2.0.1" + server;
            call(0, 1, number[lane], calls[lane]++, lanes[lane], "10.1.0.100:80", web + ":8080", at);
            call(
                    1,
                    2,
                    1_000_000 + lane * 3 + server,
                    (int) (at / callNanos),
                    web + ":5" + lane,
                    "10.3.0.9:90",
                    "10.3.0.9:90",
                    at + MILLI);
            if (random.nextInt(10) == 0) {
                long dns = 2_000_000 + ++connection;
                Passing datagram = new Passing().udp().connection(dns).call(1, Role.REQUEST);
                Passing same = new Passing().udp().connection(dns).call(1, Role.REQUEST);
                pass(
                        1,
                        datagram.between(web + ":53535", "10.3.0.53:53"),
                        2,
                        same.between(web + ":53535", "10.3.0.53:53"),
                        at);
                network.end(1, datagram, at, at + SECOND, CloseReason.IDLE, 1, 1, 0, 0, 0, 0, 0, 0);
                network.end(2, same, at, at + SECOND, CloseReason.IDLE, 1, 1, 0, 0, 0, 0, 0, 0);
            }
        }
        for (int lane = 0; lane < lanes.length; lane++) {
            end(number[lane], lanes[lane], toNanos);
        }
        return this;
    }

    private void end(long number, String client, long at) {
        if (client != null) {
            Passing of = new Passing().connection(number).between(client, "10.1.0.100:80");
            network.end(0, of, START, at, CloseReason.FINISHED, 1, 1, 1, 0, 1, 1, 1, 0);
            network.end(1, of, START, at + HOP, CloseReason.FINISHED, 1, 1, 1, 0, 1, 1, 1, 0);
        }
    }
}
