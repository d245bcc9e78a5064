package io.wirepath.analyze.path;

import io.wirepath.causes.LruMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What roles were called in earlier windows, so that a role keeps its name, and a pattern its identity, whichever of
 * its nodes a window shows, and in whatever order.
 *
 * <p>A role is the one of before that most of its nodes played. It keeps that name, unless the name came from one node
 * alone and there are more now. Bounded: of very many nodes those met last are kept. Not thread-safe.
 */
public final class RoleMemory {

    private static final int MAX_NODES = 100_000;

    private final Map<String, String> nameOf = new LruMap<>(MAX_NODES);

    /** Nothing is remembered yet. */
    public RoleMemory() {}

    /**
     * The names that roles keep.
     *
     * @param roles addresses of the nodes of each role
     * @return the name of each role by its place in the list; a role that is new or needs a better name has none
     */
    Map<Integer, String> keptNames(List<List<String>> roles) {
        record Claim(int role, String name, long nodes) {}
        Map<String, Integer> members = new HashMap<>();
        nameOf.values().forEach(name -> members.merge(name, 1, Integer::sum));
        List<Claim> claims = new ArrayList<>();
        for (int role = 0; role < roles.size(); role++) {
            Map<String, Long> votes = new TreeMap<>();
            for (String address : roles.get(role)) {
                String name = nameOf.get(address);
                if (name != null) {
                    votes.merge(name, 1L, Long::sum);
                }
            }
            for (Map.Entry<String, Long> vote : votes.entrySet()) {
                boolean ofOneNode = members.getOrDefault(vote.getKey(), 0) == 1;
                if (!ofOneNode || roles.get(role).size() == 1) {
                    claims.add(new Claim(role, vote.getKey(), vote.getValue()));
                }
            }
        }
        claims.sort(Comparator.comparingLong((Claim claim) -> -claim.nodes())
                .thenComparing(Claim::name)
                .thenComparingInt(Claim::role));
        Map<Integer, String> kept = new HashMap<>();
        for (Claim claim : claims) {
            if (!kept.containsKey(claim.role()) && !kept.containsValue(claim.name())) {
                kept.put(claim.role(), claim.name());
            }
        }
        return kept;
    }

    /** The names of nodes other than these, which no new role may take. */
    Set<String> namesBeside(Set<String> addresses) {
        Set<String> names = new HashSet<>();
        nameOf.forEach((address, name) -> {
            if (!addresses.contains(address)) {
                names.add(name);
            }
        });
        return names;
    }

    /** Remembers that this node played the role of this name. */
    void remember(String address, String name) {
        nameOf.put(address, name);
    }
}
