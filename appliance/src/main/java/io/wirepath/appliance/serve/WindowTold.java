package io.wirepath.appliance.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What the report of a window tells, as the {@link FindingLog} asks for it. Facts are left out, but for what became
 * faster.
 *
 * @param roles the role of each node
 * @param findings the first finding of each key, in the order of the report
 * @param alerts those that somebody is to be woken by
 * @param dated those that are told with their moment
 * @param betterNanos when nodes became faster, or another load began, the latest of each
 */
record WindowTold(
        Map<String, String> roles,
        Map<FindingKey, ObjectNode> findings,
        Set<FindingKey> alerts,
        Set<FindingKey> dated,
        Map<FindingKey, Long> betterNanos) {

    static WindowTold of(ObjectNode report) {
        WindowTold told = new WindowTold(
                new HashMap<>(), new LinkedHashMap<>(), new HashSet<>(), new HashSet<>(), new HashMap<>());
        for (JsonNode role : report.path("roles")) {
            role.path("nodes")
                    .forEach(node ->
                            told.roles.put(node.asText(), role.path("name").asText()));
        }
        for (JsonNode finding : report.path("findings")) {
            if (finding instanceof ObjectNode own) {
                told.add(FindingKey.of(own), own);
            }
        }
        return told;
    }

    private void add(FindingKey key, ObjectNode own) {
        if (key.isFaster() || key.isOfLoad()) {
            betterNanos.merge(key, own.path("onsetNanos").asLong(), Math::max);
        }
        if (own.path("severity").asText().equals("fact")) {
            return;
        }
        findings.putIfAbsent(key, own);
        if (own.has("onsetNanos")) {
            dated.add(key);
        }
        if (LoggedFinding.isAlert(own)) {
            alerts.add(key);
        }
    }

    /** Whether it tells this one, or of a replica that is in it; of an alert, as an alert. */
    boolean tells(LoggedFinding entry) {
        return entry.keys().anyMatch((entry.isAlert() ? alerts : findings.keySet())::contains);
    }

    /** Whether it tells, with its moment, that it goes on. */
    boolean tellsThatItGoesOn(LoggedFinding entry) {
        return findings.entrySet().stream()
                .filter(own -> entry.isOf(own.getKey()) && dated.contains(own.getKey()))
                .filter(own -> alerts.contains(own.getKey()) || !entry.isAlert())
                .anyMatch(own -> own.getValue().path("endNanos").isNull());
    }

    /** Whether it tells the same trouble of some of its nodes, and maybe of others. */
    boolean tellsAlike(LoggedFinding entry) {
        return findings.keySet().stream()
                .anyMatch(own -> own.trouble().equals(entry.key.trouble()) && own.shares(entry.key));
    }

    /** Whether it tells the moment of one that it tells. */
    boolean isDated(LoggedFinding entry) {
        return entry.keys().anyMatch(dated::contains);
    }

    /** When its nodes became faster again, or the load another, where that is told. */
    OptionalLong betterSince(LoggedFinding entry) {
        return betterNanos.entrySet().stream()
                .filter(own -> entry.key.shares(own.getKey())
                        && entry.key.isOfLoad() == own.getKey().isOfLoad())
                .mapToLong(Map.Entry::getValue)
                .filter(onset -> onset >= entry.onsetNanos())
                .max();
    }
}
