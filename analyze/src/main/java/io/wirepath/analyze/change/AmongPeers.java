package io.wirepath.analyze.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.IntArrayList;

/**
 * What the replicas of a role took as multiples of what their peers took for the same around the same time: what slows
 * all of them, a busy host or a slow neighbour, is not in it, and a change of one of them stands out (differences in
 * differences). Pure.
 */
public final class AmongPeers {

    /** Peers' requests that each is compared with, before it and after it. */
    private static final int AROUND = 5;

    /** Requests of a role that are looked at; of more, evenly many are left out. */
    private static final int MOST = 50_000;

    private final Observations role;
    private final int nodes;
    private final List<Observations> ofNode = new ArrayList<>();

    private AmongPeers(Observations role, int nodes) {
        this.role = role;
        this.nodes = nodes;
        for (int node = 0; node < nodes; node++) {
            ofNode.add(new Observations());
        }
    }

    /**
     * The multiples of each node, by its number; those of a node without peers, and of requests without enough like
     * them, are left out. What was held together until one moment counts once.
     *
     * @param role durations at all replicas; the keys of their kinds are those that may be compared between replicas,
     *     times {@code nodes}, plus the number of the node
     */
    public static List<Observations> of(Observations role, int nodes) {
        Observations some = role;
        while (some.size() > MOST) {
            some = some.everySecond();
        }
        AmongPeers its = new AmongPeers(some.heldOnce(), nodes);
        its.fill();
        return its.ofNode;
    }

    private void fill() {
        Map<Long, IntArrayList> placesOfKind = new HashMap<>();
        int[] rank = new int[role.size()];
        for (int at = 0; at < rank.length; at++) {
            IntArrayList its = placesOfKind.computeIfAbsent(kind(at), unseen -> new IntArrayList());
            rank[at] = its.size();
            its.addInt(at);
        }
        double[] around = new double[2 * AROUND];
        for (int at = 0; at < rank.length; at++) {
            IntArrayList like = placesOfKind.getOrDefault(kind(at), new IntArrayList());
            int number = peers(like, rank[at], -1, around, 0);
            number = peers(like, rank[at], 1, around, number);
            if (number >= AROUND) {
                Arrays.sort(around, 0, number);
                double usual = (around[(number - 1) / 2] + around[number / 2]) / 2;
                if (usual > 0) {
                    ofNode.get(node(at)).addLike(role, at, kind(at), role.value(at) / usual);
                }
            }
        }
    }

    /** Adds what peers took, up to so many to one side of this place; returns how many there are. */
    private int peers(IntArrayList like, int from, int step, double[] to, int number) {
        int node = node(like.getInt(from));
        int filled = number;
        for (int i = from + step; i >= 0 && i < like.size() && filled < number + AROUND; i += step) {
            int at = like.getInt(i);
            if (node(at) != node) {
                to[filled++] = role.value(at);
            }
        }
        return filled;
    }

    private long kind(int at) {
        return role.kindKey(at) / nodes;
    }

    private int node(int at) {
        return (int) (role.kindKey(at) % nodes);
    }
}
