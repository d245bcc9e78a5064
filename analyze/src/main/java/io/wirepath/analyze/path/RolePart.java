package io.wirepath.analyze.path;

import io.wirepath.causes.NodeTable;
import java.util.Map;
import java.util.TreeMap;

/**
 * Nodes that play one role as far as is known. Names decide: nodes of two services are none, of one they are, unless
 * they call mostly other services. Where names say nothing, it is one role where neither lacks calls that the other
 * makes or gets, and most of the callers that both have ask both for the same. Not thread-safe.
 */
final class RolePart {

    private final ServiceName name;
    private final RoleProfile profile;
    private final Map<Integer, RoleProfile> asked = new TreeMap<>();

    /** A part of one node: what it calls and is called by, and what each caller asked it for. */
    RolePart(NodeTable.Node node, RoleProfile profile, Map<Integer, RoleProfile> asked) {
        name = ServiceName.of(node);
        this.profile = new RoleProfile(0);
        this.profile.add(profile);
        addAsked(asked);
    }

    private void addAsked(Map<Integer, RoleProfile> other) {
        other.forEach((caller, own) ->
                asked.computeIfAbsent(caller, unseen -> new RoleProfile(0)).add(own));
    }

    /** Adds the nodes of another part. */
    void add(RolePart other) {
        profile.add(other.profile);
        addAsked(other.asked);
    }

    boolean hasName() {
        return !name.label().isEmpty();
    }

    /** Whether the nodes of both play one role. */
    boolean isLike(RolePart other) {
        ServiceName.Relation names = name.to(other.name);
        return switch (names) {
            case SAME -> profile.callsMostlyLike(other.profile);
            case SILENT -> profile.agreesWith(other.profile) && isAskedLike(other);
            case DIFFERENT -> false;
        };
    }

    private boolean isAskedLike(RolePart other) {
        int alike = 0;
        int different = 0;
        for (Map.Entry<Integer, RoleProfile> own : asked.entrySet()) {
            RoleProfile theirs = other.asked.get(own.getKey());
            boolean differ = theirs != null && !own.getValue().agreesWith(theirs);
            different += differ ? 1 : 0;
            alike += theirs == null || differ ? 0 : 1;
        }
        return different == 0 || different < alike;
    }
}
