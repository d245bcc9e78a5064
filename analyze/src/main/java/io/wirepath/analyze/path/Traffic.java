package io.wirepath.analyze.path;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How often each node asked each other one, and on which fixed ports: what the roles are made from. */
final class Traffic {

    /** A port that takes a smaller share of a node's requests says nothing about its role. */
    private static final double MAIN_PORT_SHARE = 0.05;

    private static final int MAX_NAMED = 3;

    private static final int MIN_CALLS_OF_A_CALLER = 30;
    private static final int LIGHT_CALLERS = -1;
    private static final int MAX_PLACE = 8;

    private final List<Map<Integer, Long>> callsTo = new ArrayList<>();
    private final List<Map<Integer, Long>> callsFrom = new ArrayList<>();
    private final List<Map<Integer, Long>> portUse = new ArrayList<>();
    private final List<Map<Protocol, Long>> protocols = new ArrayList<>();
    private final List<Map<Integer, RoleProfile>> asked = new ArrayList<>();
    private final long[] served;

    /** Counts every message that is not a response, nor part of the set-up of a connection. */
    Traffic(MessageTable messages, @Nullable CallTable calls, FixedPorts ports) {
        served = new long[messages.nodes().size()];
        for (int node = 0; node < served.length; node++) {
            callsTo.add(new TreeMap<>());
            callsFrom.add(new TreeMap<>());
            portUse.add(new TreeMap<>());
            protocols.add(new TreeMap<>());
            asked.add(new TreeMap<>());
        }
        int[] place = places(messages, calls);
        long[] made = new long[served.length];
        for (int row = 0; row < messages.size(); row++) {
            made[messages.source(row)] += messages.role(row) == Role.RESPONSE ? 0 : 1;
        }
        for (int row = 0; row < messages.size(); row++) {
            boolean setup = (messages.flags(row) & SightingCodec.FLAG_SETUP) != 0;
            int to = messages.destination(row);
            boolean isFixed = ports.isFixed(to, messages.destinationPort(row));
            boolean isDelivery = messages.role(row) == Role.ONE_WAY && !ports.isClient(to);
            if (setup || messages.role(row) == Role.RESPONSE || !isFixed && !isDelivery) {
                continue;
            }
            served[to]++;
            callsTo.get(messages.source(row)).merge(to, 1L, Long::sum);
            callsFrom.get(to).merge(messages.source(row), 1L, Long::sum);
            if (isFixed) {
                portUse.get(to).merge(messages.destinationPort(row), 1L, Long::sum);
            }
            protocols.get(to).merge(messages.protocol(row), 1L, Long::sum);
            boolean isLight =
                    ports.isClient(messages.source(row)) && made[messages.source(row)] < MIN_CALLS_OF_A_CALLER;
            asked.get(to)
                    .computeIfAbsent(isLight ? LIGHT_CALLERS : messages.source(row), unseen -> new RoleProfile(0))
                    .countRequest(what(messages, row), size(messages, row), place[row]);
        }
    }

    /** How many calls of its task come before each request, none where there is no task. */
    private static int[] places(MessageTable messages, @Nullable CallTable calls) {
        int[] place = new int[messages.size()];
        if (calls == null) {
            return place;
        }
        int[] made = new int[calls.size()];
        for (int call = 0; call < made.length; call++) {
            int parent = calls.parent()[call];
            place[calls.request()[call]] = parent == MessageTable.NONE ? 0 : Math.min(MAX_PLACE, ++made[parent]);
        }
        return place;
    }

    private static int what(MessageTable messages, int row) {
        int operation = messages.operationNumber(row);
        return operation == 0 ? messages.typeWord(row, 0) : -operation;
    }

    /** Whether a message is twice as long says what it is; a byte more does not. */
    private static int size(MessageTable messages, int row) {
        return Long.SIZE - Long.numberOfLeadingZeros(messages.lengthBytes(row));
    }

    /** What each caller asked the node for; clients that ask little are one caller. */
    Map<Integer, RoleProfile> asked(int node) {
        return asked.get(node);
    }

    /** Requests that came to this node. */
    long served(int node) {
        return served[node];
    }

    /** The fixed ports that took a fair share of the node's requests, in order. */
    List<Integer> mainPorts(int node) {
        return portUse.get(node).entrySet().stream()
                .filter(use -> use.getValue() >= MAIN_PORT_SHARE * served[node])
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * Protocol and port that the node serves, such as {@code redis:6379}, or {@code port 9000}; {@code ports 80, 9000}
     * where several programs may share it; {@code worker} where nobody saw any.
     */
    String service(int node) {
        if (portUse.get(node).isEmpty()) {
            return "worker";
        }
        List<Integer> several = mainPorts(node);
        if (several.size() > 1) {
            return "ports "
                    + several.stream().limit(MAX_NAMED).map(String::valueOf).collect(Collectors.joining(", "));
        }
        int port = mostUsed(portUse.get(node), 0);
        Protocol protocol = mostUsed(protocols.get(node), Protocol.UNKNOWN);
        return switch (protocol) {
            // what was learnt of an unknown protocol is no name for a person
            case UNKNOWN, LENGTH_PREFIXED, ECHOED_FIELD -> "port " + port;
            case HTTP1, HTTP2 -> "http:" + port;
            default -> protocol.name().toLowerCase(Locale.ROOT) + ":" + port;
        };
    }

    /** What the node calls and is called by, its peers taken by their groups. */
    RoleProfile profile(int node, int[] group) {
        RoleProfile profile = new RoleProfile(served[node]);
        callsTo.get(node).forEach((to, number) -> profile.count(2L * group[to], number));
        callsFrom.get(node).forEach((from, number) -> profile.count(2L * group[from] | RoleProfile.CALLED, number));
        return profile;
    }

    private static <K> K mostUsed(Map<K, Long> uses, K otherwise) {
        K most = otherwise;
        long times = 0;
        for (Map.Entry<K, Long> use : uses.entrySet()) {
            if (use.getValue() > times) {
                most = use.getKey();
                times = use.getValue();
            }
        }
        return most;
    }
}
