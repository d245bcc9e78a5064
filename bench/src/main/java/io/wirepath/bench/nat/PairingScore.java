package io.wirepath.bench.nat;

import io.wirepath.appliance.synthetic.FrameComposer.Way;
import io.wirepath.bench.nat.NatScene.Kind;
import io.wirepath.bench.nat.NatScene.Link;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.MessageSink;
import java.util.Arrays;
import java.util.BitSet;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Compares messages with what was so. A message of a connection is <em>paired</em> where it has the ends that its
 * client and its server have; it is a <em>half</em> where it has those of one side alone; anything else is
 * <em>wrong</em>. Not thread-safe.
 */
final class PairingScore implements MessageSink {

    private static final long EARLY_NANOS = 1_000_000;

    private final Link[] links;
    private final Long2ObjectHashMap<int[]> byOutside = new Long2ObjectHashMap<>();
    private final Long2ObjectHashMap<int[]> byInside = new Long2ObjectHashMap<>();
    private final BitSet paired = new BitSet();
    private final BitSet halved = new BitSet();
    private final BitSet wrong = new BitSet();
    private long strangers;
    private long messages;

    PairingScore(int connections) {
        NatScene scene = new NatScene();
        links = new Link[connections];
        for (int i = 0; i < connections; i++) {
            Link link = scene.next();
            links[i] = link;
            add(byOutside, end(link.outside().source(), link.outside().sourcePort()), i);
            add(byInside, end(link.inside().source(), link.inside().sourcePort()), i);
        }
    }

    private static void add(Long2ObjectHashMap<int[]> to, long key, int number) {
        int[] numbers = to.get(key);
        int[] more = numbers == null ? new int[1] : Arrays.copyOf(numbers, numbers.length + 1);
        more[more.length - 1] = number;
        to.put(key, more);
    }

    private static long end(int address, int port) {
        return (address & 0xffffffffL) << 16 | port;
    }

    @Override
    public void onMessage(MessageRecord message) {
        messages++;
        boolean asked = message.destinationPort() == 80 || message.destinationPort() == 8080;
        long source = end((int) message.sourceLow(), message.sourcePort());
        long destination = end((int) message.destinationLow(), message.destinationPort());
        long client = asked ? source : destination;
        long server = asked ? destination : source;
        long nanos = message.sentNanos() == Long.MIN_VALUE ? message.receivedNanos() : message.sentNanos();
        Link outside = latest(byOutside, client, nanos);
        Link inside = latest(byInside, client, nanos);
        boolean byOutsideFound = outside != null && (inside == null || outside.number() >= inside.number());
        Link link = byOutsideFound ? outside : inside;
        if (link == null) {
            strangers++;
        } else if (byOutsideFound && server == server(link.inside()) && client == client(link.outside())) {
            (message.sightings() > 1 ? paired : halved).set(link.number());
        } else if (server == server(link.outside()) || server == server(link.inside())) {
            halved.set(link.number());
        } else {
            wrong.set(link.number());
        }
    }

    private static long client(Way way) {
        return end(way.source(), way.sourcePort());
    }

    private static long server(Way way) {
        return end(way.destination(), way.destinationPort());
    }

    private @Nullable Link latest(Long2ObjectHashMap<int[]> in, long client, long nanos) {
        int[] numbers = in.get(client);
        Link latest = null;
        if (numbers != null) {
            for (int number : numbers) {
                if (links[number].beginNanos() - EARLY_NANOS <= nanos) {
                    latest = links[number];
                }
            }
        }
        return latest;
    }

    /** Prints a line for each kind, and one for all. */
    void print() {
        System.out.printf("%d messages, %d of nobody%n", messages, strangers);
        System.out.printf("%-12s %11s %11s %9s %9s%n", "kind", "connections", "paired", "in halves", "wrong");
        long right = 0;
        long false_ = 0;
        for (Kind kind : Kind.values()) {
            long all = 0;
            long whole = 0;
            long half = 0;
            long mistaken = 0;
            for (Link link : links) {
                if (link.kind() == kind) {
                    int at = link.number();
                    all++;
                    boolean isMistaken = wrong.get(at) || kind == Kind.MADE_UP && paired.get(at);
                    mistaken += isMistaken ? 1 : 0;
                    half += !isMistaken && halved.get(at) ? 1 : 0;
                    whole += !isMistaken && !halved.get(at) && paired.get(at) ? 1 : 0;
                }
            }
            right += kind.isTranslated() ? whole : 0;
            false_ += mistaken;
            System.out.printf("%-12s %11d %11d %9d %9d%n", kind, all, whole, half, mistaken);
        }
        System.out.printf("precision %.6f%n", (double) right / Math.max(1, right + false_));
    }
}
