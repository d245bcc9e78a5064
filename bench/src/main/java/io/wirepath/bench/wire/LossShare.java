package io.wirepath.bench.wire;

import io.wirepath.flows.Role;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Of the exchanges that no missing frame touches, how many are as they are when nothing is missing. */
final class LossShare {

    /** Exchanges not touched; those of them that are the same; calls that are nowhere in the whole recording. */
    record Count(long untouched, long same, long invented) {

        Count plus(Count other) {
            return new Count(untouched + other.untouched, same + other.same, invented + other.invented);
        }
    }

    private final Recording recording;
    private final List<Exchange> whole;
    private final List<Recording.Packet> packets;
    private final Map<Exchange.Flow, NavigableMap<Long, Exchange.Message>> said = new HashMap<>();
    private final Map<Exchange.Flow, Map<Long, Long>> copied = new HashMap<>();

    LossShare(Recording recording) {
        this.recording = recording;
        whole = recording.exchanges(frame -> true);
        packets = recording.packets();
        for (Exchange exchange : whole) {
            for (Exchange.Message message : exchange.messages()) {
                said.computeIfAbsent(message.flow(), flow -> new TreeMap<>()).put(message.firstNanos(), message);
            }
        }
        for (Recording.Packet payload : packets) {
            copied.computeIfAbsent(payload.flow(), flow -> new HashMap<>())
                    .put(payload.timeNanos(), payload.copiedNanos());
        }
    }

    /** Counts by protocol what becomes of the recording without these frames. */
    Map<String, Count> without(BitSet missing) {
        Map<Exchange.Flow, NavigableMap<Long, Integer>> lost = new HashMap<>();
        Set<Exchange.Flow> poorer = new HashSet<>();
        for (Recording.Packet packet : packets) {
            if (missing.get(packet.frame())) {
                poorer.add(packet.flow());
                poorer.add(packet.flow().back());
            }
            if (packet.speaks() && missing.get(packet.frame())) {
                lost.computeIfAbsent(packet.flow(), flow -> new TreeMap<>()).put(packet.timeNanos(), packet.frame());
            }
        }
        Map<Exchange, Integer> found = new HashMap<>();
        Map<Exchange.Message, Integer> asked = new HashMap<>();
        recording.exchanges(frame -> !missing.get(frame)).forEach(exchange -> found.merge(exchange, 1, Integer::sum));
        Map<String, Count> counts = new TreeMap<>();
        for (Exchange exchange : whole) {
            asked.merge(exchange.first(), 1, Integer::sum);
            boolean touched = touches(lost, exchange.first())
                    || exchange.answer() != null && touches(lost, exchange.answer())
                    || exchange.isIncomplete()
                    || exchange.isAttempt() && poorer.contains(exchange.first().flow())
                    || exchange.answer() == null && touches(lost, said, exchange.first());
            boolean same = found.merge(exchange, -1, Integer::sum) >= 0;
            if (!touched) {
                counts.merge(exchange.protocol().name(), new Count(1, same ? 1 : 0, 0), Count::plus);
            }
        }
        found.forEach((exchange, left) -> {
            boolean call = exchange.first().role() == Role.REQUEST && !asked.containsKey(original(exchange.first()));
            if (left > 0 && call && exchange.first().missing() == 0 && !touches(lost, exchange.first())) {
                counts.merge(exchange.protocol().name(), new Count(0, 0, left), Count::plus);
            }
        });
        return counts;
    }

    /**
     * Counts by protocol what becomes of the exchanges where each frame is cut behind so many bytes: an outcome that
     * stands behind the cut may be unknown, but not another one.
     */
    Map<String, Count> cut(int snapLength) {
        Map<Exchange, Integer> found = new HashMap<>();
        recording
                .exchanges(frame -> true, snapLength)
                .forEach(exchange -> found.merge(exchange.whole(), 1, Integer::sum));
        Map<String, Count> counts = new TreeMap<>();
        for (Exchange exchange : whole) {
            if (!exchange.isIncomplete()) {
                boolean same = found.merge(exchange, -1, Integer::sum) >= 0
                        || found.merge(exchange.ofUnknownOutcome(), -1, Integer::sum) >= 0;
                counts.merge(exchange.protocol().name(), new Count(1, same ? 1 : 0, 0), Count::plus);
            }
        }
        return counts;
    }

    /**
     * Counts by protocol what becomes of the messages of one side where the frames of the other are missing: the same
     * bytes, times, protocol, role and outcome. Whether it answers set-up may be known by the request alone.
     *
     * @param asking whether the side is seen that asks more often
     */
    Map<String, Count> oneSided(boolean asking) {
        Set<Exchange.Flow> seen = asking();
        BitSet missing = new BitSet();
        for (Recording.Packet packet : packets) {
            missing.set(packet.frame(), seen.contains(packet.flow()) != asking);
        }
        Map<Exchange.Message, Integer> found = new HashMap<>();
        recording.exchanges(frame -> !missing.get(frame)).stream()
                .flatMap(exchange -> exchange.messages().stream())
                .forEach(message -> found.merge(message, 1, Integer::sum));
        Map<String, Count> counts = new TreeMap<>();
        for (Exchange exchange : whole) {
            for (Exchange.Message message : exchange.messages()) {
                if (message.missing() == 0 && seen.contains(message.flow()) == asking) {
                    boolean exact = found.merge(message, -1, Integer::sum) >= 0;
                    boolean answers = message.role() == Role.RESPONSE && !asking;
                    long same = exact || answers && found.merge(message.ofCall(), -1, Integer::sum) >= 0 ? 1 : 0;
                    counts.merge(exchange.protocol().name(), new Count(1, same, 0), Count::plus);
                }
            }
        }
        return counts;
    }

    /** The flows that ask more often than those of the other direction; of equals the one that speaks first. */
    Set<Exchange.Flow> asking() {
        Map<Exchange.Flow, Integer> asked = new HashMap<>();
        for (Exchange exchange : whole) {
            boolean asks = exchange.first().role() == Role.REQUEST;
            asked.merge(exchange.first().flow(), asks ? 2 : 0, Integer::sum);
        }
        packets.forEach(packet -> {
            if (!asked.containsKey(packet.flow().back())) {
                asked.putIfAbsent(packet.flow(), 1);
            }
        });
        return asked.entrySet().stream()
                .filter(flow ->
                        flow.getValue() > asked.getOrDefault(flow.getKey().back(), 0))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** A message as it is where no frame is missing: the first mirror copy of a packet tells when it passed. */
    private Exchange.Message original(Exchange.Message message) {
        Map<Long, Long> times = copied.getOrDefault(message.flow(), Map.of());
        return message.at(
                times.getOrDefault(message.firstNanos(), message.firstNanos()),
                times.getOrDefault(message.lastNanos(), message.lastNanos()));
    }

    /**
     * Whether the message before it of the other side is touched, which a message that is no answer may still follow.
     */
    private static boolean touches(
            Map<Exchange.Flow, NavigableMap<Long, Integer>> lost,
            Map<Exchange.Flow, NavigableMap<Long, Exchange.Message>> said,
            Exchange.Message message) {
        NavigableMap<Long, Exchange.Message> other = said.get(message.flow().back());
        Map.Entry<Long, Exchange.Message> before = other == null ? null : other.lowerEntry(message.firstNanos());
        return before != null && touches(lost, before.getValue());
    }

    private static boolean touches(Map<Exchange.Flow, NavigableMap<Long, Integer>> lost, Exchange.Message message) {
        NavigableMap<Long, Integer> times = lost.get(message.flow());
        Long first = times == null ? null : times.ceilingKey(message.firstNanos());
        return first != null && first <= message.lastNanos();
    }
}
