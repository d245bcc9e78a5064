package io.wirepath.analyze.finding;

import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.CountText;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Says where several programs share an address, so that they are one node here. Calls from the address to itself show
 * it; an address that serves several ports and calls others may be one, or a translation that nobody told of. Nothing
 * is said where nearly all calls are from an address to itself: that is a fault of the capture, and reported as such.
 */
final class SharedAddresses implements Detector {

    private static final double LOOPBACK_ALONE = 0.8;
    private static final int MAX_NAMED = 4;

    /** What a node serves at each port, how many of these calls are its own, and how many it makes. */
    private static final class Tally {
        private final Map<Integer, Long> atPort = new TreeMap<>();
        private long served;
        private long own;
        private long made;

        private boolean isShared() {
            return own >= DetectorInput.FEW && own >= DetectorInput.MIN_SHARE * served;
        }

        private boolean mayBeShared() {
            return !isShared()
                    && made >= DetectorInput.MIN_CALLS
                    && atPort.values().stream()
                                    .filter(calls -> calls >= DetectorInput.MIN_CALLS)
                                    .count()
                            > 1;
        }

        private String ports() {
            return atPort.entrySet().stream()
                    .filter(port ->
                            port.getValue() >= DetectorInput.FEW && port.getValue() >= DetectorInput.MIN_SHARE * served)
                    .map(port -> String.valueOf(port.getKey()))
                    .collect(Collectors.joining(", "));
        }

        private String text() {
            return isShared()
                    ? "serves at " + ports() + ", and " + CountText.of(own) + " of the " + CountText.of(served, "call")
                            + " are its own"
                    : "serves at " + ports() + ", and makes " + CountText.of(made, "call");
        }
    }

    @Override
    public List<Finding> detect(DetectorInput input) {
        Map<Integer, Tally> tallies = tallies(input.messages());
        long all = tallies.values().stream().mapToLong(tally -> tally.served).sum();
        long own = tallies.values().stream().mapToLong(tally -> tally.own).sum();
        if (own >= LOOPBACK_ALONE * all) {
            return List.of();
        }
        Map<Integer, Tally> shared = new TreeMap<>();
        Map<Integer, Tally> maybe = new TreeMap<>();
        tallies.forEach((node, tally) -> {
            if (tally.isShared()) {
                shared.put(node, tally);
            } else if (tally.mayBeShared()) {
                maybe.put(node, tally);
            }
        });
        List<Finding> found = new ArrayList<>();
        if (!shared.isEmpty()) {
            found.add(finding("Several programs share the address of ", shared, input));
        }
        if (!maybe.isEmpty()) {
            found.add(finding("Several programs or hosts may share the address of ", maybe, input));
        }
        return found;
    }

    private static Map<Integer, Tally> tallies(MessageTable messages) {
        Map<Integer, Tally> tallies = new TreeMap<>();
        for (int row = 0; row < messages.size(); row++) {
            boolean setup = (messages.flags(row) & SightingCodec.FLAG_SETUP) != 0;
            if (setup || messages.role(row) != Role.REQUEST) {
                continue;
            }
            int node = messages.destination(row);
            Tally tally = tallies.computeIfAbsent(node, n -> new Tally());
            tally.served++;
            tally.atPort.merge(messages.destinationPort(row), 1L, Long::sum);
            tally.own += messages.source(row) == node ? 1 : 0;
            tallies.computeIfAbsent(messages.source(row), n -> new Tally()).made++;
        }
        return tallies;
    }

    private static Finding finding(String title, Map<Integer, Tally> nodes, DetectorInput input) {
        String named = nodes.keySet().stream().limit(MAX_NAMED).map(input::name).collect(Collectors.joining(", "));
        String more = nodes.size() > MAX_NAMED ? " and " + (nodes.size() - MAX_NAMED) + " more" : "";
        String each = nodes.entrySet().stream()
                .limit(MAX_NAMED)
                .map(node -> input.name(node.getKey()) + " " + node.getValue().text())
                .collect(Collectors.joining("; "));
        return new Finding(
                Severity.FACT,
                "shared-address",
                title + named + more,
                each
                        + ". A node is an address here: paths show it once for each of its programs, and its times,"
                        + " errors and comparisons are of all of them. The port in a step tells which one serves."
                        + " To tell them apart, capture behind the address (the bridge of the containers, the inner"
                        + " side of the gateway), or give the translation with '--nat-rules FILE'.",
                nodes.keySet().stream().map(input::name).toList(),
                0,
                0);
    }
}
