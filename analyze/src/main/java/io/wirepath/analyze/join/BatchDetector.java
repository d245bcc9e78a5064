package io.wirepath.analyze.join;

import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.linking.OwnerLinks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.collections.IntArrayList;

/**
 * Finds nodes that gather messages and send one for all of them: always so many, or whenever a timer fires.
 *
 * <p>What waits for a sending are the one-way messages that came since the sending before, and the requests that came since
 * then and are still unanswered. Were each sending caused by one message, and the others by chance without an effect, the
 * number that waits would be spread geometrically; a batch has the same number nearly always. A timer has the same time between
 * sendings, or a multiple of it, whatever the messages do; that it sends for them shows in the length of what it sends.
 */
final class BatchDetector {

    private static final int LEAST_SENDINGS = 20;
    private static final double LEAST_GAIN = 20;
    private static final double MOSTLY = 0.6;
    private static final double NEARLY_ALWAYS = 0.9;
    private static final double LEAST_MEAN = 1.5;
    /** A timer's ticks vary by less than this share of their distance; arrivals at chance vary by all of it. */
    private static final double TIMER_JITTER = 0.05;

    private static final double CHANCE = 0.3;
    private static final double LEAST_CORRELATION = 0.7;

    private final MessageTable messages;
    private final Kinds kinds;

    private BatchDetector(MessageTable messages, Kinds kinds) {
        this.messages = messages;
        this.kinds = kinds;
    }

    static List<Join> detect(MessageTable messages, Kinds kinds) {
        Map<Integer, IntArrayList> received = new TreeMap<>();
        Map<Integer, IntArrayList> sent = new TreeMap<>();
        for (int row = 0; row < messages.size(); row++) {
            if (OwnerLinks.opens(messages, row)) {
                received.computeIfAbsent(messages.destination(row), n -> new IntArrayList())
                        .addInt(row);
                sent.computeIfAbsent(messages.source(row), n -> new IntArrayList())
                        .addInt(row);
            }
        }
        BatchDetector detector = new BatchDetector(messages, kinds);
        List<Join> joins = new ArrayList<>();
        sent.forEach((node, rows) -> {
            if (received.containsKey(node)) {
                detector.judge(node, detector.byArrival(received.get(node)), rows.toIntArray(), joins);
            }
        });
        return joins;
    }

    private int[] byArrival(IntArrayList rows) {
        return rows.stream()
                .sorted(Comparator.comparingLong(row -> OwnerLinks.receivedNanos(messages, row)))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private void judge(int node, int[] received, int[] sent, List<Join> to) {
        Map<Integer, IntArrayList> inKinds = new TreeMap<>();
        Map<Integer, IntArrayList> outKinds = new TreeMap<>();
        for (int row : received) {
            inKinds.computeIfAbsent(kinds.received(row), k -> new IntArrayList())
                    .addInt(row);
        }
        for (int row : sent) {
            outKinds.computeIfAbsent(kinds.sent(row), k -> new IntArrayList()).addInt(row);
        }
        outKinds.forEach((out, sendings) -> {
            if (sendings.size() >= LEAST_SENDINGS) {
                inKinds.forEach((in, arrivals) -> judge(node, in, arrivals.toIntArray(), sendings.toIntArray(), to));
            }
        });
    }

    private void judge(int node, int kind, int[] arrivals, int[] sendings, List<Join> to) {
        if (arrivals.length < LEAST_MEAN * sendings.length) {
            return;
        }
        int[] waiting = waiting(arrivals, sendings);
        Map<Integer, Integer> count = new HashMap<>();
        double sum = 0;
        for (int n : waiting) {
            count.merge(n, 1, Integer::sum);
            sum += n;
        }
        double mean = sum / waiting.length;
        if (mean < LEAST_MEAN) {
            return;
        }
        int usual = count.entrySet().stream()
                .max(Map.Entry.<Integer, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .orElseThrow()
                .getKey();
        double gain = gainOverChance(waiting, count, 1 / mean);
        List<String> joined = List.of(kinds.name(kind));
        if (usual > 1 && isUsual(count, usual, waiting.length) && gain > LEAST_GAIN) {
            to.add(new Join(node, Join.Kind.BATCH, joined, usual, count.getOrDefault(usual, 0), gain));
        } else if (isTimed(sendings) && !isTimed(arrivals) && growsWith(sendings, waiting)) {
            int size = (int) Math.round(mean);
            to.add(new Join(node, Join.Kind.TIMED_BATCH, joined, size, waiting.length, Math.max(0, gain)));
        }
    }

    /** Whether nearly all numbers are the usual one; one more or less comes of what arrives while a batch is sent. */
    private static boolean isUsual(Map<Integer, Integer> count, int usual, int all) {
        int near = count.getOrDefault(usual, 0) + count.getOrDefault(usual - 1, 0) + count.getOrDefault(usual + 1, 0);
        return count.getOrDefault(usual, 0) >= MOSTLY * all && near >= NEARLY_ALWAYS * all;
    }

    /** How many messages wait at each sending but the first, before which nothing is known. */
    private int[] waiting(int[] arrivals, int[] sendings) {
        int[] waiting = new int[sendings.length - 1];
        int next = 0;
        for (int s = 0; s < sendings.length; s++) {
            long moment = messages.timeNanos(sendings[s]);
            int found = 0;
            while (next < arrivals.length && OwnerLinks.receivedNanos(messages, arrivals[next]) <= moment) {
                found += isOpen(arrivals[next++], moment) ? 1 : 0;
            }
            if (s > 0) {
                waiting[s - 1] = found;
            }
        }
        return waiting;
    }

    private boolean isOpen(int row, long moment) {
        int answer = OwnerLinks.answer(messages, row);
        return answer == MessageTable.NONE || messages.timeNanos(answer) >= moment;
    }

    private static double gainOverChance(int[] waiting, Map<Integer, Integer> count, double chance) {
        double gain = 0;
        for (int n : waiting) {
            double seen = (double) count.getOrDefault(n, 0) / waiting.length;
            double byChance = chance * Math.pow(1 - chance, Math.max(0, n - 1));
            gain += Math.log(seen) - Math.log(Math.max(byChance, Double.MIN_NORMAL));
        }
        return gain;
    }

    /** Whether sendings are the longer the more messages waited for them, so that they do hold these. */
    private boolean growsWith(int[] sendings, int[] waiting) {
        double[] length = new double[waiting.length];
        Arrays.setAll(length, x -> messages.lengthBytes(sendings[x + 1]));
        double meanLength = Arrays.stream(length).average().orElse(0);
        double meanWaiting = Arrays.stream(waiting).average().orElse(0);
        double both = 0;
        double ofLength = 0;
        double ofWaiting = 0;
        for (int x = 0; x < waiting.length; x++) {
            both += (length[x] - meanLength) * (waiting[x] - meanWaiting);
            ofLength += (length[x] - meanLength) * (length[x] - meanLength);
            ofWaiting += (waiting[x] - meanWaiting) * (waiting[x] - meanWaiting);
        }
        return both > LEAST_CORRELATION * Math.sqrt(ofLength * ofWaiting);
    }

    /** Whether these rows were sent at the ticks of a clock, some of which may be left out. */
    private boolean isTimed(int[] rows) {
        long[] gaps = new long[rows.length - 1];
        for (int x = 0; x < gaps.length; x++) {
            gaps[x] = messages.timeNanos(rows[x + 1]) - messages.timeNanos(rows[x]);
        }
        long[] sorted = gaps.clone();
        Arrays.sort(sorted);
        double tick = sorted.length == 0 ? 0 : sorted[sorted.length / 2];
        if (tick <= 0) {
            return false;
        }
        int fitting = 0;
        for (long gap : gaps) {
            double ticks = Math.max(1, Math.rint(gap / tick));
            fitting += Math.abs(gap / tick - ticks) < TIMER_JITTER ? 1 : 0;
        }
        // Chance alone puts a tenth of all gaps so near to a multiple.
        return fitting > (1 - CHANCE) * gaps.length;
    }
}
