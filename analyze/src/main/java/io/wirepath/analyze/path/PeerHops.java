package io.wirepath.analyze.path;

import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Role;
import java.util.Arrays;
import org.agrona.collections.Int2IntHashMap;

/**
 * Who a node is among its peers in a path (WAP5 §2.2, §6.4). Nodes of one role that ask each other, as those of a
 * distributed hash table do, keep how many hops they are from the one with which the path came to the role:
 *
 * <pre>
 *   iterative   dht → [dht hop 1, dht hop 1, dht hop 1]       the origin asks one after the other
 *   recursive   dht → dht hop 1 → dht hop 2                   each hands on; the last may answer the origin
 * </pre>
 *
 * Holds the hops of the instance that was taken last. Not thread-safe.
 */
final class PeerHops implements CanonicalTree.LabelHash {

    private static final int UNSEEN = -1;

    private final MessageTable messages;
    private final MessageLabels labels;
    private final RoleAggregation roles;
    private final Int2IntHashMap hopOf = new Int2IntHashMap(UNSEEN);
    private final boolean anyPeers;
    private int[] from = {};
    private int[] to = {};

    PeerHops(MessageTable messages, MessageLabels labels, RoleAggregation roles) {
        this.messages = messages;
        this.labels = labels;
        this.roles = roles;
        boolean found = false;
        for (int row = 0; row < messages.size() && !found; row++) {
            found = isBetweenPeers(row);
        }
        anyPeers = found;
    }

    private boolean isBetweenPeers(int row) {
        int source = messages.source(row);
        int destination = messages.destination(row);
        return source != destination
                && roles.role(source) == roles.role(destination)
                && !roles.name(source).equals(RoleAggregation.CLIENT);
    }

    @Override
    public void begin(PathInstance instance) {
        if (!anyPeers) {
            return;
        }
        if (from.length < instance.size()) {
            from = new int[2 * instance.size()];
            to = new int[2 * instance.size()];
        }
        Arrays.fill(from, 0, instance.size(), 0);
        Arrays.fill(to, 0, instance.size(), 0);
        hopOf.clear();
        // entries come after what caused them, so the hop of who sends is known
        for (int entry = 0; entry < instance.size(); entry++) {
            int row = instance.row(entry);
            int sender = messages.source(row);
            int receiver = messages.destination(row);
            if (isBetweenPeers(row) && messages.role(row) != Role.RESPONSE) {
                hopOf.putIfAbsent(sender, 0);
                hopOf.putIfAbsent(receiver, hopOf.get(sender) + 1);
            }
            from[entry] = Math.max(0, hopOf.get(sender));
            to[entry] = Math.max(0, hopOf.get(receiver));
        }
    }

    @Override
    public long of(PathInstance instance, int entry) {
        long hash = labels.roleHash(instance.row(entry));
        return !anyPeers || from[entry] + to[entry] == 0 ? hash : ShapeHash.then(hash, from[entry] * 64L + to[entry]);
    }

    /** What an entry of the instance shows. */
    MessageLabels.Label label(PathInstance instance, int entry) {
        MessageLabels.Label label = labels.byRole(instance.row(entry));
        return !anyPeers || from[entry] + to[entry] == 0
                ? label
                : label.between(named(label.from(), from[entry]), named(label.to(), to[entry]));
    }

    private static String named(String role, int hop) {
        return hop == 0 ? role : role + " hop " + hop;
    }
}
