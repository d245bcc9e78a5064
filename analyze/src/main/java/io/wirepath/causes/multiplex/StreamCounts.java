package io.wirepath.causes.multiplex;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * How many requests or responses the records of multiplexed connections hold: the most likely numbers under a hidden
 * Markov model whose state is how many calls are open (Viterbi), its tables learnt from its own answers (hard
 * expectation-maximisation). It begins once with the smaller half of the sizes as those of single messages, and once
 * with all; the better model counts.
 *
 * <pre>
 *   open' = open + k    for a client's record of k requests      P(k) · P(bytes | k)
 *   open' = open − m    for a server's record of m responses     P(m) · P(bytes | m),  m ≤ open
 *   a pause of g        costs 2·ln(1 + g/τ) while a call is open  τ: how long a call takes on average; what stalls, stalls all
 * </pre>
 *
 * <p>The connections to one server share the tables. Pure; thread-safe.
 */
public final class StreamCounts {

    /**
     * What encryption adds to a record, with its header: TLS 1.3, TLS 1.2, and TLS 1.3 as the JDK pads it (RFC 8446
     * §5.4).
     */
    private static final int[] ADDED = {5 + 17, 5 + 24, 5 + 17 + 16};

    private static final int MAX_OPEN = 128;
    private static final int ROUNDS = 4;
    private static final double PAUSE_WEIGHT = 2;
    /** Where a capture or a window begins or ends, each call that is open across costs as much. */
    private static final double OPEN_AT_EDGE = 6;

    private static final double FIRST_CALL_NANOS = 20e6;
    /** What {@link #usual} counts for, as a number of records. */
    private static final double PRIOR_WEIGHT = 10;

    private final List<Records> connections;
    private final int[][] counts;
    private final SumSizes[] sizes;
    private final double[][] prior = new double[2][];
    private double callNanos = FIRST_CALL_NANOS;
    private double logLikelihood;

    private StreamCounts(List<Records> connections, int added, double share) {
        this.connections = connections;
        counts = new int[connections.size()][];
        sizes = new SumSizes[] {
            new SumSizes(added, smallest(connections, added, true, share)),
            new SumSizes(added, smallest(connections, added, false, share))
        };
        for (int side = 0; side < 2; side++) {
            prior[side] = new double[SumSizes.MAX + 1];
            Arrays.setAll(prior[side], StreamCounts::usual);
        }
    }

    /**
     * Share of records with so many messages, before anything was learnt: none seldom, more than one by a heavy tail.
     */
    private static double usual(int k) {
        return k == 0 ? 0.01 : 0.6 / (k * (double) k);
    }

    /**
     * The smallest sizes of one side, this share of all: those at or below the median are mostly of single messages.
     */
    private static double[] smallest(List<Records> connections, int added, boolean fromClient, double share) {
        double[] count = new double[SumSizes.LARGEST];
        double all = 0;
        for (Records records : connections) {
            for (int r = 0; r < records.size(); r++) {
                int size = records.bytes()[r] - added;
                if (records.fromClient()[r] == fromClient && size > 0 && size < SumSizes.LARGEST) {
                    count[size]++;
                    all++;
                }
            }
        }
        double below = 0;
        for (int size = 0; size < SumSizes.LARGEST; size++) {
            boolean isSmall = below < share * all;
            below += count[size];
            count[size] = isSmall ? count[size] : 0;
        }
        return count;
    }

    /**
     * Finds them.
     *
     * @param connections the connections to one server
     * @return what was found
     */
    public static StreamCounts of(List<Records> connections) {
        return Arrays.stream(added(connections))
                .boxed()
                .flatMap(added ->
                        DoubleStream.of(0.5, 1).mapToObj(share -> new StreamCounts(connections, added, share).run()))
                .max(Comparator.comparingDouble(StreamCounts::score))
                .orElseThrow();
    }

    /** The number of each record of a connection, which is numbered as in the list that was given. */
    public int[] counts(int connection) {
        return counts[connection];
    }

    /** What encryption adds to a record of these connections, bytes, its header included. */
    public int addedBytes() {
        return sizes[0].added();
    }

    /** What encryption may add: as most records of control frames say; where there are none, all that is known. */
    private static int[] added(List<Records> connections) {
        long[] votes = Arrays.stream(ADDED)
                .mapToLong(added -> connections.stream()
                        .flatMapToInt(records -> Arrays.stream(records.controlBytes()))
                        .filter(bytes -> isControlFrame(bytes - added))
                        .count())
                .toArray();
        int most = 0;
        for (int x = 1; x < ADDED.length; x++) {
            most = votes[x] > votes[most] ? x : most;
        }
        return votes[most] == 0 ? ADDED : new int[] {ADDED[most]};
    }

    /** SETTINGS acknowledgment, WINDOW_UPDATE, PING: RFC 9113 §6.5, §6.9, §6.7. */
    private static boolean isControlFrame(int bytes) {
        return bytes == 9 || bytes == 13 || bytes == 17;
    }

    /**
     * Log-likelihood less what its tables cost: a frequent size is told by its place and its share (Rissanen, 1978).
     */
    private double score() {
        int records = connections.stream().mapToInt(Records::size).sum();
        double each = Math.log(SumSizes.LARGEST) + Math.log(Math.max(1, records)) / 2;
        return logLikelihood - each * (sizes[0].parameters() + sizes[1].parameters());
    }

    private StreamCounts run() {
        for (int round = 0; round < ROUNDS; round++) {
            logLikelihood = 0;
            for (int c = 0; c < counts.length; c++) {
                counts[c] = decode(connections.get(c));
            }
            learn();
        }
        return this;
    }

    private int[] decode(Records records) {
        int n = records.size();
        byte[][] from = new byte[n][MAX_OPEN + 1];
        double[] score = new double[MAX_OPEN + 1];
        Arrays.setAll(score, open -> -OPEN_AT_EDGE * open);
        for (int r = 0; r < n; r++) {
            double pause = r == 0
                    ? 0
                    : Math.log1p((records.timeNanos()[r] - records.timeNanos()[r - 1]) / callNanos) * PAUSE_WEIGHT;
            score = step(score, pause, records.fromClient()[r], records.bytes()[r], from[r]);
        }
        int open = 0;
        for (int x = 1; x <= MAX_OPEN; x++) {
            open = score[x] - OPEN_AT_EDGE * x > score[open] - OPEN_AT_EDGE * open ? x : open;
        }
        logLikelihood += score[open] - OPEN_AT_EDGE * open;
        int[] found = new int[n];
        for (int r = n - 1; r >= 0; r--) {
            found[r] = from[r][open];
            open -= records.fromClient()[r] ? found[r] : -found[r];
        }
        return found;
    }

    /** Score of each number of open calls behind a record; {@code from} gets the number that the record holds. */
    private double[] step(double[] before, double pause, boolean fromClient, int bytes, byte[] from) {
        double[] after = new double[before.length];
        Arrays.fill(after, Double.NEGATIVE_INFINITY);
        int side = fromClient ? 0 : 1;
        int most = sizes[side].most(bytes);
        for (int k = 0; k <= most; k++) {
            double own = Math.log(prior[side][k]) + sizes[side].log(bytes, k);
            for (int open = fromClient ? 0 : k;
                    open < before.length && (!fromClient || open + k < before.length);
                    open++) {
                int next = fromClient ? open + k : open - k;
                double score = before[open] - (open > 0 ? pause : 0) + own;
                if (score > after[next]) {
                    after[next] = score;
                    from[next] = (byte) k;
                }
            }
        }
        return after;
    }

    private void learn() {
        double openNanos = 0;
        double calls = 1;
        double[][] single = new double[2][SumSizes.LARGEST];
        double[][] empty = new double[2][SumSizes.LARGEST];
        double[][] held = new double[2][SumSizes.MAX + 1];
        for (int c = 0; c < counts.length; c++) {
            Records records = connections.get(c);
            int open = 0;
            for (int r = 0; r < records.size(); r++) {
                int side = records.fromClient()[r] ? 0 : 1;
                int size = records.bytes()[r] - sizes[side].added();
                openNanos += r == 0 ? 0 : (double) open * (records.timeNanos()[r] - records.timeNanos()[r - 1]);
                open = Math.max(0, open + (side == 0 ? counts[c][r] : -counts[c][r]));
                calls += side == 0 ? counts[c][r] : 0;
                held[side][counts[c][r]]++;
                if (counts[c][r] <= 1 && size > 0 && size < SumSizes.LARGEST) {
                    (counts[c][r] == 1 ? single : empty)[side][size]++;
                }
            }
        }
        callNanos = Math.max(1e5, openNanos / calls);
        for (int side = 0; side < 2; side++) {
            sizes[side].learn(single[side], empty[side]);
            double all = Arrays.stream(held[side]).sum();
            for (int k = 0; k <= SumSizes.MAX; k++) {
                prior[side][k] = (held[side][k] + PRIOR_WEIGHT * usual(k)) / (all + PRIOR_WEIGHT);
            }
        }
    }
}
