package io.wirepath.analyze.request;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the time of all requests went: the stretches of {@link CriticalPath} of each, added by what holds them. They
 * add up to the time from request to response of all of them. Safe to share once made.
 */
public final class TimeSums {

    /**
     * What holds time.
     *
     * @param cause what it was spent on
     * @param from role that called, or that works; for a way where it begins
     * @param to role that was called; the same as {@code from} of work
     */
    public record Holder(Cause cause, String from, String to) implements Comparable<Holder> {

        private static final Comparator<Holder> ORDER = Comparator.comparing(
                        (Holder own) -> own.cause().name())
                .thenComparing(Holder::from)
                .thenComparing(Holder::to);

        @Override
        public int compareTo(Holder other) {
            return ORDER.compare(this, other);
        }

        /** What happens meanwhile, for people. */
        public String words() {
            return switch (cause) {
                case OWN -> to + " works";
                case NETWORK ->
                    "messages are on the way between "
                            + (from.equals(to) ? "nodes that are all " + to : from + " and " + to);
                case DELAYED_ACKNOWLEDGMENT ->
                    "messages between " + from + " and " + to + " go on when a delayed acknowledgment comes";
                case RETRY -> from.equals(to) ? to + " tries in vain to connect" : from + " calls " + to + " in vain";
                default -> from + " " + cause.words() + " for " + to;
            };
        }
    }

    private final List<Holder> holders;
    private final double[] nanos;
    private long requests;

    /** Nothing yet of these holders. */
    TimeSums(List<Holder> holders) {
        this.holders = holders;
        nanos = new double[holders.size()];
    }

    void addRequest() {
        requests++;
    }

    void add(int holder, double time) {
        nanos[holder] += time;
    }

    /** This and other requests of the same capture together. */
    public TimeSums plus(TimeSums more) {
        TimeSums sum = new TimeSums(holders);
        sum.requests = requests + more.requests;
        Arrays.setAll(sum.nanos, holder -> nanos[holder] + more.nanos[holder]);
        return sum;
    }

    /** What holds it, the greatest share first. */
    public List<Map.Entry<Holder, Double>> greatest() {
        return nanos().entrySet().stream()
                .sorted(Map.Entry.<Holder, Double>comparingByValue().reversed().thenComparing(Map.Entry::getKey))
                .toList();
    }

    /** Time by what holds it, ns; holders of none are left out. */
    public Map<Holder, Double> nanos() {
        Map<Holder, Double> all = new TreeMap<>();
        for (int holder = 0; holder < nanos.length; holder++) {
            if (nanos[holder] > 0) {
                all.put(holders.get(holder), nanos[holder]);
            }
        }
        return all;
    }

    /** All time from request to response, ns. */
    public double total() {
        return Arrays.stream(nanos).sum();
    }

    /** Answered requests that have no cause. */
    public long requests() {
        return requests;
    }
}
