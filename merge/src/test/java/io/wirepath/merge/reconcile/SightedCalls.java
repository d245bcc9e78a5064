package io.wirepath.merge.reconcile;

import static io.wirepath.merge.reconcile.SightedNetwork.MILLI;
import static io.wirepath.merge.reconcile.SightedNetwork.START;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.Role;
import io.wirepath.merge.reconcile.SightedNetwork.Merged;
import io.wirepath.merge.reconcile.SightedNetwork.Passing;
import io.wirepath.nat.NatRules;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;

/** Calls that pass two sniffers with a router or translator between them, for tests. */
final class SightedCalls {

    static final long HOP = 25_000;
    static final long SERVICE = 3 * MILLI;

    final SightedNetwork network = new SightedNetwork();
    final Random random = new Random(7);

    /** Before and after a translation, as the sniffers near the client and near the server see a connection. */
    record Way(String client, String called, String clientSeen, String server) {

        static Way routed(String client, String server) {
            return new Way(client, server, client, server);
        }
    }

    /** One call: request and response pass both sniffers, a router between them; 2 ms apart from the next. */
    void call(int near, int far, long connection, int number, Way way, int sequence, long at) {
        long digest = random.nextLong();
        Passing request = new Passing().connection(connection).content(sequence, 100, digest);
        network.pass(near, request.between(way.client, way.called).ttl(64).call(number, Role.REQUEST), at);
        network.pass(far, request.between(way.clientSeen, way.server).ttl(63), at + HOP + random.nextInt(20_000));
        long answered = at + SERVICE;
        Passing response = new Passing().connection(connection).content(sequence * 7, 900, digest + 1);
        network.pass(far, response.between(way.server, way.clientSeen).ttl(64).call(number, Role.RESPONSE), answered);
        network.pass(near, response.between(way.called, way.client).ttl(63), answered + HOP + random.nextInt(20_000));
    }

    void calls(int near, int far, Way way, int connections, int callsEach) {
        for (int i = 0; i < connections * callsEach; i++) {
            int connection = i / callsEach;
            String client = way.client.split(":", -1)[0] + ":" + (40_000 + connection);
            String seen = way.client.equals(way.clientSeen)
                    ? client
                    : way.clientSeen.split(":", -1)[0] + ":" + (1_000 + connection);
            Way own = new Way(client, way.called, seen, way.server);
            call(near, far, connection + 1, i % callsEach, own, 1 + i * 2000, START + 5L * i * MILLI);
        }
    }

    static long count(Merged merged, int sightings) {
        return merged.messages.stream().filter(m -> m.sightings() == sightings).count();
    }

    static MergeSettings settings(String reference, Map<String, Long> ties, NatRules rules) {
        return new MergeSettings(reference, ties, rules, Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** Times since the epoch are too large for the floating-point form of assertEquals to tell them apart. */
    static void assertNear(long wanted, long found, long within) {
        assertTrue(Math.abs(found - wanted) <= within, "wanted " + wanted + " within " + within + ", found " + found);
    }
}
