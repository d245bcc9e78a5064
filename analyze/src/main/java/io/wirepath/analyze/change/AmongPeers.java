package io.wirepath.analyze.change;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * What the replicas of a role took as multiples of what their peers took for the same around the same time: what slows
 * all of them, a busy host or a slow neighbour, is not in it, and a change of one of them stands out (differences in
 * differences). Pure.
 */
public final class AmongPeers {

    private static final int NONE = -1;

    private final Observations role;
    private final int nodes;
    private final Map<Integer, Observations> ofNode = new HashMap<>();

    private AmongPeers(Observations role, int nodes) {
        this.role = role;
        this.nodes = nodes;
    }

    /**
     * The multiples of each node that has any, by its number; those of a node without peers, and of requests without
     * enough like them, are left out. What was held together until one moment counts once.
     *
     * @param role durations at all replicas; the keys of their kinds are those that may be compared between replicas,
     *     times {@code nodes}, plus the number of the node
     */
    public static Map<Integer, Observations> of(Observations role, int nodes) {
        AmongPeers own = new AmongPeers(role.bounded().heldOnce(), nodes);
        own.fill();
        return own.ofNode;
    }

    /** Per place the nearest one of its kind on a way, and the nearest of its kind and another node. */
    private record Way(int[] next, int[] peer) {}

    private Way way(boolean back) {
        Map<Long, Integer> latest = new HashMap<>();
        Way way = new Way(new int[role.size()], new int[role.size()]);
        for (int i = 0; i < role.size(); i++) {
            int at = back ? i : role.size() - 1 - i;
            int next = latest.getOrDefault(kind(at), NONE);
            way.next[at] = next;
            way.peer[at] = next != NONE && node(next) == node(at) ? way.peer[next] : next;
            latest.put(kind(at), at);
        }
        return way;
    }

    private void fill() {
        Way back = way(true);
        Way on = way(false);
        double[] around = new double[2 * ChangeModel.MIN_WITNESSES];
        for (int at = 0; at < role.size(); at++) {
            int number = peers(at, back, around, 0);
            number = peers(at, on, around, number);
            if (number >= ChangeModel.MIN_WITNESSES) {
                Arrays.sort(around, 0, number);
                double usual = (around[(number - 1) / 2] + around[number / 2]) / 2;
                if (usual > 0) {
                    ofNode.computeIfAbsent(node(at), unseen -> new Observations())
                            .addLike(role, at, kind(at), role.value(at) / usual);
                }
            }
        }
    }

    /** Adds what peers took, up to so many on this way from a place; returns how many there are. */
    private int peers(int from, Way way, double[] to, int number) {
        int filled = number;
        for (int at = way.peer[from]; at != NONE && filled < number + ChangeModel.MIN_WITNESSES; ) {
            boolean isPeer = node(at) != node(from);
            if (isPeer) {
                to[filled++] = role.value(at);
            }
            at = isPeer ? way.next[at] : way.peer[at];
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
