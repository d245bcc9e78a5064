package io.wirepath.merge.reconcile;

import static io.wirepath.merge.reconcile.SightedCalls.HOP;
import static io.wirepath.merge.reconcile.SightedCalls.count;
import static io.wirepath.merge.reconcile.SightedNetwork.MILLI;
import static io.wirepath.merge.reconcile.SightedNetwork.SECOND;
import static io.wirepath.merge.reconcile.SightedNetwork.START;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.Role;
import io.wirepath.merge.reconcile.SightedNetwork.Merged;
import io.wirepath.merge.reconcile.SightedNetwork.Passing;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Three sniffers in a row, and what their views of one connection count alike. */
final class SequenceBasesMergeTest {

    private static final String CLIENT = "10.0.0.1:40000";
    private static final String SERVER = "10.0.1.9:80";

    private final SightedNetwork network = new SightedNetwork();
    private final int[] sniffers = {network.sniffer(0, 0), network.sniffer(0, 0), network.sniffer(0, 0)};

    private void request(int sniffer, int sequence, long digest, long at) {
        Passing request = new Passing().connection(1).between(CLIENT, SERVER).call(0, Role.REQUEST);
        network.pass(sniffer, request.content(sequence, 100, digest).ttl(64 - sniffer), at + sniffer * HOP);
    }

    private void response(int sniffer, int sequence, long digest, long at) {
        Passing response = new Passing().connection(1).between(SERVER, CLIENT).call(0, Role.RESPONSE);
        network.pass(sniffer, response.content(sequence, 900, digest).ttl(62 + sniffer), at - sniffer * HOP);
    }

    private void calls(int count, int shiftBehindFirst) {
        for (int i = 0; i < count; i++) {
            for (int sniffer : sniffers) {
                int shift = sniffer == 0 ? 0 : shiftBehindFirst;
                request(sniffer, 100 * i + shift, 1000 + i, START + 5L * i * MILLI);
                response(sniffer, 900 * i, 5000 + i, START + 5L * i * MILLI + MILLI);
            }
        }
    }

    /** The second of two equal messages escapes the first sniffer, and all but that of the third, every time. */
    @Test
    void aConnectionThatSaysTheSameAgainIsNotRebased() {
        calls(20, 0);
        for (int i = 0; i < 6; i++) {
            long at = START + (i + 1) * 5L * SECOND;
            int sequence = 1_000_000 + 1000 * i;
            request(0, sequence, 77, at);
            request(1, sequence, 77, at);
            request(1, sequence + 100, 77, at + 10 * MILLI);
        }
        Merged merged = network.merge();
        assertEquals(40 + 12, merged.messages.size());
        assertEquals(40, count(merged, 3));
        assertEquals(6, count(merged, 2));
        assertEquals(6, count(merged, 1));
    }

    @Test
    void allSniffersBehindAFirewallThatRebasesAreShiftedTogether() {
        calls(60, 123_456_789);
        Merged merged = network.merge();
        assertEquals(120, merged.messages.size());
        assertEquals(120, count(merged, 3));
        assertEquals(List.of(), merged.result.translations());
    }
}
