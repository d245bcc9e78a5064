package io.wirepath.imports;

import java.util.Arrays;
import java.util.List;

/**
 * Which response answers which request, where neither says so and rows of both may be lost: calls of a connection are
 * answered in order, and one that is missing must not shift all that follow (Project 5 §5.1.1.1).
 *
 * <p>The likeliest pairing in order, by how long answers take and how often a row is lost. Both are learnt from the
 * pairing before, once begun with each response answering the oldest open request, and once with the latest; of the two
 * ends the likelier is taken. A Viterbi search over the place of the next free request:
 *
 * <pre>
 *   requests   q0   q1   q2        q3
 *   responses     r0        r1          r2      r1 answers q1 or q2, r2 none before that one
 * </pre>
 *
 * Not thread-safe.
 */
final class CallOrder {

    /** A response that answers none of the requests. */
    static final int NONE = -1;

    /** So many requests may be open before a response; those before are given up. */
    private static final int MAX_OPEN = 32;

    /** What was decided by then is not looked at again. */
    private static final int CHUNK = 4096;

    private static final int ROUNDS = 4;

    /** Durations are counted in fine and in coarse bins: of few, the coarse tell more. */
    private static final int FINE_OF_OCTAVE = 32;

    private static final int COARSE = 16;
    /** Longer than any trace, and not too long to be multiplied. */
    private static final long MAX_NANOS = 1L << 56;

    private static final int BINS = Long.SIZE * FINE_OF_OCTAVE;

    /**
     * A connection: when requests left and responses came, each in order, ns.
     *
     * @param answers for each response the place of its request, or {@link #NONE}
     */
    record Conversation(long[] requests, long[] responses, int[] answers) {

        Conversation(long[] requests, long[] responses) {
            this(requests, responses, new int[responses.length]);
        }

        /** Whether each request has its answer before the next: no pairing in order is as good. */
        private boolean alternates() {
            boolean holds = requests.length == responses.length;
            for (int i = 0; i < requests.length && holds; i++) {
                holds = requests[i] <= responses[i] && (i == 0 || responses[i - 1] <= requests[i]);
            }
            return holds;
        }

        private void answer(boolean oldest) {
            int free = 0;
            int asked = 0;
            for (int j = 0; j < responses.length; j++) {
                while (asked < requests.length && requests[asked] <= responses[j]) {
                    asked++;
                }
                int request = oldest ? free : asked - 1;
                answers[j] = request >= free && request < asked ? request : NONE;
                free = answers[j] == NONE ? free : request + 1;
            }
        }
    }

    private final List<Conversation> conversations;
    private final double[] costOf = new double[BINS];
    private double skipCost;
    private double orphanCost;

    private CallOrder(List<Conversation> conversations) {
        this.conversations = conversations;
    }

    /** Pairs the calls of connections on which answers take alike. */
    static void pair(List<Conversation> conversations) {
        conversations.forEach(conversation -> conversation.answer(true));
        if (!conversations.stream().allMatch(Conversation::alternates)) {
            new CallOrder(conversations).search();
        }
    }

    private void search() {
        double oldest = converge();
        List<int[]> first = conversations.stream()
                .map(conversation -> conversation.answers.clone())
                .toList();
        conversations.forEach(conversation -> conversation.answer(false));
        if (converge() >= oldest) {
            for (int c = 0; c < first.size(); c++) {
                int[] answers = conversations.get(c).answers;
                System.arraycopy(first.get(c), 0, answers, 0, answers.length);
            }
        }
    }

    private double converge() {
        double cost = Double.POSITIVE_INFINITY;
        for (int round = 0; round < ROUNDS; round++) {
            learn();
            cost = 0;
            for (Conversation conversation : conversations) {
                cost += new Search(conversation).run();
            }
        }
        return cost;
    }

    /** How long answers take, and how often a row is missing, by the present pairing. */
    private void learn() {
        double[] count = new double[BINS];
        double requests = 0;
        double responses = 0;
        double pairs = 0;
        double span = 1;
        for (Conversation c : conversations) {
            requests += c.requests.length;
            responses += c.responses.length;
            for (int j = 0; j < c.responses.length; j++) {
                if (c.answers[j] != NONE) {
                    pairs++;
                    count[bin(c.responses[j] - c.requests[c.answers[j]])]++;
                }
            }
            if (c.responses.length > 0) {
                span += c.responses[c.responses.length - 1] - c.responses[0];
            }
        }
        double lost = (requests - pairs + 1) / (requests + 2);
        double orphans = (responses - pairs + 1) / (responses + 2);
        skipCost = -Math.log(lost);
        orphanCost = -Math.log(orphans * (responses + 1) / span);
        double kept = Math.log1p(-lost) + Math.log1p(-orphans);
        for (int first = 0; first < BINS; first += COARSE) {
            double coarse = 0;
            for (int bin = first; bin < first + COARSE; bin++) {
                coarse += count[bin];
            }
            for (int bin = first; bin < first + COARSE; bin++) {
                double share = (count[bin] + coarse / COARSE + 1.0 / BINS) / (2 * pairs + 1);
                double width = Math.scalb(1.0, bin / FINE_OF_OCTAVE) / FINE_OF_OCTAVE;
                costOf[bin] = -kept - Math.log(share / width);
            }
        }
    }

    private static int bin(long nanos) {
        long value = Math.min(nanos, MAX_NANOS) + FINE_OF_OCTAVE;
        int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(value);
        long within = value - (1L << octave);
        return octave * FINE_OF_OCTAVE + (int) ((within * FINE_OF_OCTAVE) >>> octave);
    }

    /** The likeliest pairing of one connection. */
    private final class Search {
        private final Conversation own;

        /**
         * Where the next free request stands, from {@code low} on: the least cost, and the place before it was moved.
         */
        private double[] cost = {0};

        private int low;
        private int asked;

        private Search(Conversation own) {
            this.own = own;
        }

        double run() {
            double sum = 0;
            for (int begin = 0; begin < own.responses.length; begin += CHUNK) {
                sum += chunk(begin, Math.min(own.responses.length, begin + CHUNK));
            }
            return sum + (own.requests.length - low) * skipCost;
        }

        /** Decides the responses of a stretch, and leaves the place that follows. */
        private double chunk(int begin, int end) {
            int[][] before = new int[end - begin][];
            int[] lows = new int[end - begin];
            for (int j = begin; j < end; j++) {
                before[j - begin] = step(j);
                lows[j - begin] = low;
            }
            int best = 0;
            for (int p = 1; p < cost.length; p++) {
                best = value(p) < value(best) ? p : best;
            }
            double least = cost[best];
            int place = low + best;
            int next = place;
            for (int j = end - 1; j >= begin; j--) {
                int from = before[j - begin][place - lows[j - begin]];
                boolean answers = from < 0;
                own.answers[j] = answers ? place - 1 : NONE;
                place = answers ? ~from : from;
            }
            low = next;
            cost = new double[] {0};
            return least;
        }

        /** With the requests that stay unanswered, so that the end counts them too. */
        private double value(int p) {
            return cost[p] - p * skipCost;
        }

        /** Takes a response; gives where each place comes from: as it is if it answers none, else its complement. */
        private int[] step(int j) {
            long at = own.responses[j];
            while (asked < own.requests.length && own.requests[asked] <= at) {
                asked++;
            }
            int first = Math.max(low, asked - MAX_OPEN);
            int places = Math.max(asked, first) - first + 1;
            double[] next = new double[places];
            int[] from = new int[places];
            Arrays.fill(next, Double.POSITIVE_INFINITY);
            double run = Double.POSITIVE_INFINITY;
            int runFrom = low;
            for (int p = low; p < first + places; p++) {
                double here = p - low < cost.length ? cost[p - low] : Double.POSITIVE_INFINITY;
                if (here <= run + skipCost) {
                    run = here;
                    runFrom = p;
                } else {
                    run += skipCost;
                }
                boolean isFirst = p == first;
                if (p >= first) {
                    double stays = (isFirst ? run : here) + orphanCost;
                    if (stays < next[p - first]) {
                        next[p - first] = stays;
                        from[p - first] = isFirst ? runFrom : p;
                    }
                }
                if (p >= first && p < asked) {
                    next[p + 1 - first] = run + costOf[bin(at - own.requests[p])];
                    from[p + 1 - first] = ~runFrom;
                }
            }
            low = first;
            cost = next;
            return from;
        }
    }
}
