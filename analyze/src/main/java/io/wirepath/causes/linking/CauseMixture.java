package io.wirepath.causes.linking;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How likely each of the causes is that a message may have, where some of the messages have none: a mixture, fitted by
 * expectation and maximisation (Dempster, Laird and Rubin, 1977).
 *
 * <p>Of the messages of a group a share π of each source was caused by one that came a delay earlier, of which the
 * density is f, in bins; the rest has no cause here. What may be a cause comes by at a rate r whether it is one or not,
 * so a cause has the odds {@code π f / r} against the others and {@code 1 − Σ π} for none. Shares and densities are
 * those that make the messages likeliest; where they are not likelier by as much as so many numbers cost (BIC, Schwarz
 * 1978), nothing has a cause: three messages prove none. Not thread-safe.
 */
final class CauseMixture {

    private static final int ROUNDS = 30;
    private static final double MIN = 1e-12;

    /** Messages of one kind, some of which have causes. */
    static final class Group {
        private final int messages;
        private final List<Source> sources = new ArrayList<>();

        private Group(int messages) {
            this.messages = messages;
        }

        /**
         * Adds a kind of causes.
         *
         * @param widthsNanos of the bins of their delay
         * @param share of the messages to begin with
         */
        Source source(double[] widthsNanos, double share) {
            Source source = new Source(this, widthsNanos.clone(), share);
            sources.add(source);
            return source;
        }

        private double none() {
            double caused = 0;
            for (Source source : sources) {
                caused += source.share;
            }
            return Math.max(MIN, 1 - caused);
        }
    }

    /** A kind of causes, all of one delay. */
    static final class Source {
        private final Group group;
        private final double[] width;
        private final double[] density;
        private final double[] seen;
        private double share;

        private Source(Group group, double[] widths, double share) {
            this.group = group;
            this.width = widths;
            this.share = share;
            density = new double[widths.length];
            seen = new double[widths.length];
            Arrays.fill(density, 1 / Arrays.stream(widths).sum());
        }

        /** Takes what a round saw, and a little of each bin so that chance rules none out. */
        private void learn() {
            double sum = Arrays.stream(seen).sum();
            // one more message that has no cause: a handful proves little
            share = sum / (group.messages + 1.0);
            for (int bin = 0; bin < width.length; bin++) {
                density[bin] = (seen[bin] + 1.0 / width.length) / (sum + 1) / width[bin];
                seen[bin] = 0;
            }
        }
    }

    /**
     * A cause that a message may have.
     *
     * @param cause row of the message
     * @param source its kind
     * @param bin of the delay
     * @param rate how many such messages come by, per ns
     */
    private record Candidate(int cause, Source source, int bin, double rate) {
        double weight() {
            return source.share * source.density[bin] / rate;
        }
    }

    /** Takes the causes of a message. */
    @FunctionalInterface
    interface CauseSink {
        /** A cause and its probability. */
        void onCause(int cause, double probability);
    }

    private final List<List<Candidate>> candidates = new ArrayList<>();
    private final List<Group> groups = new ArrayList<>();

    /** A mixture over so many messages, none of which has a cause so far. */
    CauseMixture(int messages) {
        for (int i = 0; i < messages; i++) {
            candidates.add(List.of());
        }
    }

    /** Adds a group of so many messages. */
    Group group(int messages) {
        Group group = new Group(messages);
        groups.add(group);
        return group;
    }

    /** Adds a cause that a message may have; all its causes are of one group. */
    void add(int message, int cause, Source source, int bin, double rate) {
        if (candidates.get(message).isEmpty()) {
            candidates.set(message, new ArrayList<>());
        }
        candidates.get(message).add(new Candidate(cause, source, bin, Math.max(MIN, rate)));
    }

    /** Finds shares and densities. */
    void fit() {
        for (int round = 0; round < ROUNDS; round++) {
            for (List<Candidate> own : candidates) {
                double all = all(own);
                own.forEach(of -> of.source.seen[of.bin] += of.weight() / all);
            }
            groups.forEach(group -> group.sources.forEach(Source::learn));
        }
        for (Group group : groups) {
            if (gain(group) <= penalty(group)) {
                group.sources.forEach(source -> source.share = 0);
            }
        }
    }

    /** By how much causes make the messages of a group likelier than none would, as a logarithm. */
    private double gain(Group group) {
        double gain = 0;
        int without = group.messages;
        for (List<Candidate> own : candidates) {
            if (!own.isEmpty() && own.get(0).source.group == group) {
                gain += Math.log(all(own));
                without--;
            }
        }
        return gain + without * Math.log(group.none());
    }

    /** Half the logarithm of the number of messages for each share and each free bin of a density (BIC). */
    private static double penalty(Group group) {
        int free = 0;
        for (Source source : group.sources) {
            free += source.width.length;
        }
        return free * Math.log(Math.max(2, group.messages)) / 2;
    }

    /**
     * Tells the causes of a message; one that is of several sources is told several times.
     *
     * @return the probability that it has none of them
     */
    double causes(int message, CauseSink to) {
        List<Candidate> own = candidates.get(message);
        if (own.isEmpty()) {
            return 1;
        }
        double all = all(own);
        own.forEach(of -> to.onCause(of.cause, of.weight() / all));
        return own.get(0).source.group.none() / all;
    }

    private static double all(List<Candidate> candidates) {
        double all = candidates.isEmpty() ? 1 : candidates.get(0).source.group.none();
        for (Candidate of : candidates) {
            all += of.weight();
        }
        return all;
    }
}
