package io.wirepath.analyze.finding;

import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Says where several programs share an address, so that they are one node here: calls from the address to itself show it. Where nearly all
 * calls are such, the capture is that of a loopback, and said to be.
 */
final class SharedAddresses implements Detector {

    private static final int LEAST_CALLS = 3;
    private static final double LEAST_SHARE = 0.01;
    private static final double LOOPBACK_ALONE = 0.8;
    private static final int MOST_NAMED = 4;

    /** What a node serves: how many calls at each port, and how many of all are its own. */
    private static final class Tally {
        private final Map<Integer, Long> atPort = new TreeMap<>();
        private long served;
        private long own;

        private List<Integer> ports() {
            return atPort.entrySet().stream()
                    .filter(port -> port.getValue() >= LEAST_CALLS && port.getValue() >= LEAST_SHARE * served)
                    .map(Map.Entry::getKey)
                    .toList();
        }
    }

    @Override
    public List<Finding> detect(DetectorInput input) {
        Map<Integer, Tally> tallies = new TreeMap<>();
        MessageTable messages = input.messages();
        long all = 0;
        long own = 0;
        for (int row = 0; row < messages.size(); row++) {
            boolean setup = (messages.flags(row) & SightingCodec.FLAG_SETUP) != 0;
            if (setup || messages.role(row) != Role.REQUEST) {
                continue;
            }
            int node = messages.destination(row);
            Tally tally = tallies.computeIfAbsent(node, n -> new Tally());
            tally.served++;
            tally.atPort.merge(messages.destinationPort(row), 1L, Long::sum);
            boolean toItself = messages.source(row) == node;
            tally.own += toItself ? 1 : 0;
            own += toItself ? 1 : 0;
            all++;
        }
        if (own >= LOOPBACK_ALONE * all) {
            return List.of();
        }
        List<String> shared = new ArrayList<>();
        List<String> nodes = new ArrayList<>();
        tallies.forEach((node, tally) -> {
            if (tally.own >= LEAST_CALLS && tally.own >= LEAST_SHARE * tally.served) {
                nodes.add(input.name(node));
                shared.add(text(input.name(node), tally));
            }
        });
        return nodes.isEmpty() ? List.of() : List.of(finding(nodes, shared));
    }

    private static String text(String name, Tally tally) {
        String ports = tally.ports().stream().map(String::valueOf).collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "%s serves at %s, and %,d of the %,d calls are its own",
                name,
                ports,
                tally.own,
                tally.served);
    }

    private static Finding finding(List<String> nodes, List<String> shared) {
        String named = nodes.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
        String more = nodes.size() > MOST_NAMED ? " and " + (nodes.size() - MOST_NAMED) + " more" : "";
        return new Finding(
                Severity.FACT,
                "shared-address",
                "Several programs share the address of " + named + more,
                shared.stream().limit(MOST_NAMED).collect(Collectors.joining("; "))
                        + ". A node is an address here: paths show it once for each of its programs, and its times,"
                        + " errors and comparisons are of all of them. The port in a step tells which one serves.",
                List.copyOf(nodes),
                0,
                0);
    }
}
