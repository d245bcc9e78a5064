package io.wirepath.merge.reconcile;

import static io.wirepath.merge.reconcile.SightedCalls.HOP;
import static io.wirepath.merge.reconcile.SightedNetwork.MILLI;
import static io.wirepath.merge.reconcile.SightedNetwork.START;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.CloseReason;
import io.wirepath.flows.Role;
import io.wirepath.merge.reconcile.SightedCalls.Way;
import io.wirepath.merge.reconcile.SightedNetwork.Merged;
import io.wirepath.merge.reconcile.SightedNetwork.Passing;
import io.wirepath.merge.result.LinkLoss;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That a side ends a connection on which a call is open has no bytes and no time to live: nothing is learnt of it. */
final class EndsOfCallsMergeTest {

    private static final String CLIENT = "10.0.0.1:40000";
    private static final String SERVER = "10.0.1.9:80";
    private static final long END = START + 40 * 5 * MILLI;

    private final SightedCalls calls = new SightedCalls();
    private final SightedNetwork network = calls.network;
    private final Passing closing = new Passing().between(CLIENT, SERVER).closes(90_000, 39);

    /** The sniffer near the client comes second. */
    @Test
    void whatTheLinkLostIsToldOfConnectionsThatAreGivenUp() {
        int far = network.sniffer(0, 0);
        int near = network.sniffer(0, 0);
        calls.calls(near, far, Way.routed(CLIENT, SERVER), 1, 40);
        network.pass(near, closing, END);
        network.pass(far, closing, END + HOP);
        Passing back = new Passing().between(SERVER, CLIENT).closes(80_000, 39);
        network.pass(far, back, END + MILLI);
        network.pass(near, back, END + MILLI + HOP);
        long last = END + 2 * MILLI;
        network.end(near, closing, START, last, CloseReason.FINISHED, 43, 4300, 50, 0, 40, 36_000, 45, 0);
        network.end(far, closing, START + HOP, last, CloseReason.FINISHED, 41, 4100, 46, 0, 40, 36_000, 45, 0);
        assertEquals(
                List.of(new LinkLoss(0, 1, 1, 0, 0, 0, 0), new LinkLoss(1, 0, 1, 2, 4, 200, 0)),
                network.merge().result.losses());
    }

    /** By clocks that are off by more than the way takes. */
    @Test
    void anEndThatSeemsToComeBeforeItWentTranslatesNothingBack() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(0, 0);
        Way way = new Way(CLIENT, SERVER, "192.0.2.1:1000", SERVER);
        calls.calls(near, far, way, 1, 40);
        network.pass(far, new Passing().between("192.0.2.1:1000", SERVER).closes(90_000, 39), END);
        network.pass(near, closing, END + HOP);
        Merged merged = network.merge();
        assertEquals(81, merged.messages.size());
        assertEquals(CLIENT, merged.messages.get(80).source());
        assertEquals(
                1,
                merged.result.translations().size(),
                merged.result.translations().toString());
        assertEquals(80, merged.result.translations().get(0).evidence());
    }

    /** One sniffer has missed a piece of the request that the other has seen whole. */
    @Test
    void anEndWithinARequestIsNoPartOfIt() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(0, 0);
        calls.calls(near, far, Way.routed(CLIENT, SERVER), 1, 40);
        Passing asking = new Passing().between(CLIENT, SERVER).content(90_000, 1000, 5);
        network.pass(near, asking.call(40, Role.REQUEST), END);
        network.pass(far, new Passing().between(CLIENT, SERVER).closes(90_500, 40), END + HOP);
        Merged merged = network.merge();
        assertEquals(82, merged.messages.size());
        assertEquals(
                1, merged.messages.stream().filter(own -> own.length() == 1000).count());
    }

    /** To one sniffer another call is open for longest, for it has missed a response. */
    @Test
    void callsKeepTheirNumbers() {
        int near = network.sniffer(0, 0);
        int far = network.sniffer(0, 0);
        calls.calls(near, far, Way.routed(CLIENT, SERVER), 1, 40);
        network.pass(near, closing, END);
        network.pass(far, new Passing().between(CLIENT, SERVER).closes(90_000, 20), END + HOP);
        Passing late =
                new Passing().between(SERVER, CLIENT).content(70_000, 300, 5).call(39, Role.RESPONSE);
        network.pass(far, late, END + MILLI);
        assertEquals(
                39,
                network.merge().messages.stream()
                        .filter(own -> own.length() == 300)
                        .findFirst()
                        .orElseThrow()
                        .call());
    }
}
