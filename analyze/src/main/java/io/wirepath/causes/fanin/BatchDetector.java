package io.wirepath.causes.fanin;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeOrder;
import io.wirepath.causes.linking.OwnerLinks;
import io.wirepath.flows.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntArrayList;

/**
 * Finds nodes that gather messages and send one for all of them: always so many, whenever a clock ticks, or so many at
 * most and for so long at most.
 *
 * <p>Were each sending caused by one message, and the others by chance without an effect, the number that waits would
 * be spread geometrically; a batch has the same number nearly always. A clock has the same time between sendings, or a
 * multiple of it, whatever the messages do; that it sends for them shows in the length of what it sends. A timer that
 * the first message of a batch starts leaves the same wait of that first message, but for batches that are full before.
 * Where a consumer acknowledges what it took together, that tells the batches ({@link AcknowledgedTogether}).
 *
 * <p>A node that sends as much as it receives may have a cause for each sending: to share messages out in turn among
 * others is no batch, though each of those gets one of two.
 */
final class BatchDetector {

    private static final int MIN_SENDINGS = 20;

    /** Ports of a node of which each of what comes is compared with each of what leaves: a scan has thousands. */
    private static final int MAX_PORTS = 32;

    private static final double MIN_GAIN = 20;
    private static final double MOSTLY = 0.6;
    private static final double NEARLY_ALWAYS = 0.9;
    private static final double MIN_MEAN = 1.5;

    private final MessageTable messages;

    private BatchDetector(MessageTable messages) {
        this.messages = messages;
    }

    static List<Batch> detect(MessageTable messages) {
        int nodes = messages.nodes().size();
        IntArrayList[] received = new IntArrayList[nodes];
        IntArrayList[] sent = new IntArrayList[nodes];
        Arrays.setAll(received, node -> new IntArrayList());
        Arrays.setAll(sent, node -> new IntArrayList());
        for (int row = 0; row < messages.size(); row++) {
            if (OwnerLinks.opens(messages, row)) {
                received[messages.destination(row)].addInt(row);
                sent[messages.source(row)].addInt(row);
            }
        }
        BatchDetector detector = new BatchDetector(messages);
        List<Batch> batches = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            if (!received[node].isEmpty() && !sent[node].isEmpty()) {
                detector.judge(node, received[node], sent[node], batches);
            }
        }
        return batches;
    }

    private void judge(int node, IntArrayList received, IntArrayList sent, List<Batch> to) {
        Map<Integer, IntArrayList> sentByPort = byPort(sent);
        byPort(received).forEach((port, rows) -> {
            List<IntArrayList> all = sentByPort.values().stream()
                    .filter(sendings -> sendings.size() >= MIN_SENDINGS)
                    .filter(sendings -> isOneWay(rows) || isFewer(sendings.size(), rows.size()))
                    .toList();
            if (all.isEmpty()) {
                return;
            }
            int[] arrivals = byArrival(rows.toIntArray());
            all.stream()
                    .map(sendings -> judge(node, arrivals, sendings.toIntArray(), sent.size()))
                    .filter(batch -> batch.gainNats() >= 0)
                    .max(Comparator.comparingDouble(Batch::gainNats))
                    .ifPresent(to::add);
        });
    }

    private boolean isOneWay(IntArrayList rows) {
        return messages.role(rows.getInt(0)) == Role.ONE_WAY;
    }

    /** Whether so many are sent that each may be for several of what comes. */
    private static boolean isFewer(int sendings, int arrivals) {
        return arrivals >= MIN_MEAN * sendings;
    }

    private int[] byArrival(int[] rows) {
        int[] order = TimeOrder.of(Arrays.stream(rows)
                .mapToLong(row -> OwnerLinks.receivedNanos(messages, row))
                .toArray());
        return Arrays.stream(order).map(x -> rows[x]).toArray();
    }

    /** Rows by the port of the server, and apart those that want an answer; of many ports those with most. */
    private Map<Integer, IntArrayList> byPort(IntArrayList rows) {
        Int2ObjectHashMap<IntArrayList> ofKey = new Int2ObjectHashMap<>();
        for (int x = 0; x < rows.size(); x++) {
            int row = rows.getInt(x);
            int key = 2 * Kinds.serverPort(messages, row) + (messages.role(row) == Role.REQUEST ? 1 : 0);
            ofKey.computeIfAbsent(key, k -> new IntArrayList()).addInt(row);
        }
        Map<Integer, IntArrayList> byPort = new TreeMap<>(ofKey);
        if (byPort.size() > MAX_PORTS) {
            List<Integer> rarer = byPort.entrySet().stream()
                    .sorted(Comparator.comparingInt(port -> -port.getValue().size()))
                    .skip(MAX_PORTS)
                    .map(Map.Entry::getKey)
                    .toList();
            rarer.forEach(byPort::remove);
        }
        return byPort;
    }

    private Batch judge(int node, int[] arrivals, int[] sendings, int sentInAll) {
        Waiting waiting = Waiting.of(messages, arrivals, sendings);
        boolean isOneWay = messages.role(arrivals[0]) == Role.ONE_WAY;
        FirstWait first = isOneWay ? FirstWait.of(waiting) : FirstWait.NONE;
        int[][] together = isOneWay ? AcknowledgedTogether.of(messages, arrivals, sendings.length) : new int[0][];
        if (together.length > 0) {
            int size = Arrays.stream(together)
                    .mapToInt(group -> group.length)
                    .max()
                    .orElse(0);
            return new Batch(
                    node,
                    first.timerNanos() > 0 ? Join.Kind.TIMED_BATCH : Join.Kind.GATHERED,
                    arrivals,
                    together,
                    size,
                    first.timerNanos(),
                    together.length,
                    first.gainNats());
        }
        if (first.gainNats() > MIN_GAIN) {
            return new Batch(
                    node,
                    Join.Kind.TIMED_BATCH,
                    arrivals,
                    first.groups(waiting),
                    first.fullSize(),
                    first.timerNanos(),
                    first.times(),
                    first.gainNats());
        }
        return ofGroups(node, arrivals, sendings, waiting, sentInAll);
    }

    /** A batch of an equal number of messages each time, or of all that came since the last tick of a clock. */
    private Batch ofGroups(int node, int[] arrivals, int[] sendings, Waiting waiting, int sentInAll) {
        int[] counts = waiting.counts();
        double mean = Arrays.stream(counts).average().orElse(0);
        if (mean < MIN_MEAN || !isFewer(sendings.length, arrivals.length)) {
            return none(node);
        }
        Map<Integer, Integer> count = new HashMap<>();
        Arrays.stream(counts).forEach(n -> count.merge(n, 1, Integer::sum));
        int usual = count.entrySet().stream()
                .max(Map.Entry.<Integer, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .orElseThrow()
                .getKey();
        double gain = gainOverChance(counts, count, 1 / mean);
        if (usual > 1
                && isFewer(sentInAll, arrivals.length)
                && isUsual(count, usual, counts.length)
                && gain > MIN_GAIN) {
            int times = count.getOrDefault(usual, 0);
            return new Batch(node, Join.Kind.BATCH, arrivals, waiting.groups(), usual, 0, times, gain);
        }
        if (Ticks.isTimed(messages, sendings)
                && !Ticks.isTimed(messages, arrivals)
                && Ticks.growsWith(messages, sendings, counts)) {
            int size = Arrays.stream(counts).max().orElse(0);
            return new Batch(
                    node, Join.Kind.TIMED_BATCH, arrivals, waiting.groups(), size, 0, counts.length, Math.max(0, gain));
        }
        return none(node);
    }

    private static Batch none(int node) {
        return new Batch(node, Join.Kind.BATCH, new int[0], new int[0][], 0, 0, 0, -1);
    }

    /** Whether nearly all numbers are the usual one; one more or less comes of what arrives while a batch is sent. */
    private static boolean isUsual(Map<Integer, Integer> count, int usual, int all) {
        int near = count.getOrDefault(usual, 0) + count.getOrDefault(usual - 1, 0) + count.getOrDefault(usual + 1, 0);
        return count.getOrDefault(usual, 0) >= MOSTLY * all && near >= NEARLY_ALWAYS * all;
    }

    private static double gainOverChance(int[] counts, Map<Integer, Integer> count, double chance) {
        double gain = 0;
        for (int n : counts) {
            double seen = (double) count.getOrDefault(n, 0) / counts.length;
            double byChance = chance * Math.pow(1 - chance, Math.max(0, n - 1));
            gain += Math.log(seen) - Math.log(Math.max(byChance, Double.MIN_NORMAL));
        }
        return gain;
    }
}
