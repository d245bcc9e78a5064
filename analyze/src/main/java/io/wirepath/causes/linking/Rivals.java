package io.wirepath.causes.linking;

import io.wirepath.causes.MessageTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.IntArrayList;

/**
 * Per rebuilt call those that were open at the same time on its connection, and how well the durations suit if both
 * swapped responses.
 */
final class Rivals {

    private static final Some NONE = new Some(new int[0], new double[0]);
    private static final int BINS_PER_OCTAVE = 4;
    private static final int BINS = 64 * BINS_PER_OCTAVE;
    /** Samples that each bin has before any was seen. */
    private static final double ANYWHERE = 0.02;

    /**
     * Rivals of a call.
     *
     * @param row the request of each
     * @param odds how much likelier the durations are with the two responses swapped, at most 1
     */
    record Some(int[] row, double[] odds) {
        int size() {
            return row.length;
        }

        int row(int x) {
            return row[x];
        }

        double odds(int x) {
            return odds[x];
        }
    }

    private final MessageTable messages;
    private final Map<Integer, Some> ofRow = new HashMap<>();

    private Rivals(MessageTable messages) {
        this.messages = messages;
    }

    static Rivals of(MessageTable messages) {
        Rivals rivals = new Rivals(messages);
        Map<Long, Map<Integer, IntArrayList>> byServer = new HashMap<>();
        for (int row = 0; row < messages.size(); row++) {
            if (PairingDoubt.isRebuilt(messages, row)) {
                long server = (long) messages.destination(row) << Integer.SIZE | messages.destinationPort(row);
                byServer.computeIfAbsent(server, k -> new HashMap<>())
                        .computeIfAbsent(messages.connection(row), k -> new IntArrayList())
                        .addInt(row);
            }
        }
        byServer.values().forEach(connections -> rivals.find(List.copyOf(connections.values())));
        return rivals;
    }

    /** Rivals of the call that this row asks for; none where it is no rebuilt call. */
    Some of(int row) {
        return ofRow.getOrDefault(row, NONE);
    }

    private long sent(int row) {
        return messages.timeNanos(row);
    }

    private long answered(int row) {
        return messages.timeNanos(OwnerLinks.answer(messages, row));
    }

    private void find(List<IntArrayList> connections) {
        Map<Integer, IntArrayList> found = new HashMap<>();
        double[] alone = new double[BINS];
        for (IntArrayList calls : connections) {
            for (int x = 0; x < calls.size(); x++) {
                IntArrayList open = openWith(calls, x);
                found.put(calls.getInt(x), open);
                alone[bin(answered(calls.getInt(x)) - sent(calls.getInt(x)))] += open.isEmpty() ? 1 : 0;
            }
        }
        found.forEach((row, open) -> {
            if (!open.isEmpty()) {
                int[] own = open.toIntArray();
                double[] odds = new double[own.length];
                for (int x = 0; x < own.length; x++) {
                    odds[x] = odds(row, own[x], alone);
                }
                ofRow.put(row, new Some(own, odds));
            }
        });
    }

    /** Calls of the connection, which stand in order of sending, that were open while call {@code x} was. */
    private IntArrayList openWith(IntArrayList calls, int x) {
        IntArrayList open = new IntArrayList();
        int row = calls.getInt(x);
        // They are answered in order too: who was sent before is open still, or nobody before that is.
        for (int y = x - 1; y >= 0 && answered(calls.getInt(y)) > sent(row); y--) {
            addDifferent(calls.getInt(y), row, open);
        }
        for (int y = x + 1; y < calls.size() && sent(calls.getInt(y)) < answered(row); y++) {
            addDifferent(calls.getInt(y), row, open);
        }
        return open;
    }

    /** Two calls that were asked or answered at one moment are the same two with their responses swapped. */
    private void addDifferent(int other, int row, IntArrayList to) {
        if (sent(other) != sent(row) && answered(other) != answered(row)) {
            to.addInt(other);
        }
    }

    private double odds(int a, int b, double[] alone) {
        double swapped = density(alone, answered(b) - sent(a)) * density(alone, answered(a) - sent(b));
        double asItIs = density(alone, answered(a) - sent(a)) * density(alone, answered(b) - sent(b));
        return Math.min(1, swapped / asItIs);
    }

    /** Not normalised; 0 for what lasts no time. */
    private static double density(double[] alone, long nanos) {
        if (nanos <= 0) {
            return 0;
        }
        int bin = bin(nanos);
        double near = alone[bin] / 2 + (alone[Math.max(0, bin - 1)] + alone[Math.min(BINS - 1, bin + 1)]) / 4;
        return (near + ANYWHERE) / (double) nanos;
    }

    private static int bin(long nanos) {
        return (int) (BINS_PER_OCTAVE * Math.log((double) Math.max(1, nanos)) / Math.log(2));
    }
}
