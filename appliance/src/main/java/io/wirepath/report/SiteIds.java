package io.wirepath.report;

import io.wirepath.analyze.field.Fields;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.SiteId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The identifiers that a site's own programs put into their requests, by call, and how right the inferred causes are by
 * them. A node that serves a request and sends another with the same identifier sent it because of the first. Where it
 * serves several such requests at a time, the identifier tells no cause; so who repeats one makes nothing look right.
 * What a node sends under an identifier that came with no request says nothing either.
 *
 * @param ofCall identifiers of each call; null where it carries none
 * @param carried calls that carry one
 * @param ambiguous those that a node sent while it served several with the same identifier
 * @param known those of them whose cause the identifiers tell
 * @param linked those of them that were given a cause with an identifier
 * @param right those that were given a right one
 */
public record SiteIds(
        List<@Nullable SiteId> ofCall, long carried, long ambiguous, Worth known, Worth linked, long right) {

    /**
     * A share with the interval that holds the true one with 95 %.
     *
     * @param calls how many calls it is of
     * @param worth how many calls it would be of, were each under an identifier of its own
     */
    public record Share(double value, double low, double high, long calls, double worth) {

        private static final Fields<Share> FIELDS = Fields.<Share>of("ShareByIds", "A share, 0 to 1.")
                .number("value", "As it was seen.", Share::value)
                .number("low", "Lower end of the interval of 95 %.", Share::low)
                .number("high", "Upper end.", Share::high)
                .count("calls", "Calls that it is of.", Share::calls)
                .number("worth", "How many calls under identifiers of their own say as much.", Share::worth);

        /** Wilson's interval, of as many calls as these are worth. */
        private static @Nullable Share of(long part, Worth whole) {
            if (whole.calls == 0) {
                return null;
            }
            double worth = (double) whole.calls * whole.calls / whole.squares;
            double value = (double) part / whole.calls;
            double more = QUANTILE * QUANTILE / worth;
            double middle = (value + more / 2) / (1 + more);
            double half = QUANTILE / (1 + more) * Math.sqrt(value * (1 - value) / worth + more / (4 * worth));
            double low = Math.max(0, Math.min(value, middle - half));
            double high = Math.min(1, Math.max(value, middle + half)); // rounded, it would leave out a value of 1
            return new Share(value, low, high, whole.calls, worth);
        }
    }

    /**
     * Calls, and how much they say: those under one identifier are alike, so who repeats one gets no certainty by it
     * (L. Kish, Survey Sampling, 1965: the effective size of a sample of clusters).
     *
     * @param squares of the calls of each identifier, added up
     */
    public record Worth(long calls, double squares) {

        private static Worth of(Collection<Integer> callsOfIds) {
            return new Worth(
                    callsOfIds.stream().mapToLong(each -> each).sum(),
                    callsOfIds.stream()
                            .mapToDouble(each -> (double) each * each)
                            .sum());
        }

        Worth plus(Worth more) {
            return new Worth(calls + more.calls, squares + more.squares);
        }
    }

    /** No calls. */
    public static final SiteIds NOTHING = new SiteIds(List.of(), 0, 0, new Worth(0, 0), new Worth(0, 0), 0);

    /** Of a standard normal distribution, beyond which 2.5 % lie. */
    private static final double QUANTILE = 1.959963984540054;

    /** What reports tell. */
    public static final Fields<SiteIds> FIELDS = Fields.<SiteIds>of(
                    "SiteIds", "Links against the identifiers in requests.")
            .count("carried", "Calls that carry one.", SiteIds::carried)
            .count("ambiguous", "Those sent while several requests with the same were served.", SiteIds::ambiguous)
            .count(
                    "known",
                    "Those whose cause the identifiers tell.",
                    ids -> ids.known().calls())
            .count(
                    "linked",
                    "Those that were given a cause with an identifier.",
                    ids -> ids.linked().calls())
            .count("right", "Those whose cause is right.", SiteIds::right)
            .object("precision", Share.FIELDS, "Right of those linked.", SiteIds::precision)
            .ifKnown()
            .object("recall", Share.FIELDS, "Right of those known.", SiteIds::recall)
            .ifKnown();

    /**
     * Compares.
     *
     * @param ids of each call; null where it carries none
     * @param counted when the calls were sent that count
     */
    public static SiteIds compare(
            List<@Nullable SiteId> ids, TimeSpan counted, MessageTable messages, CallTable calls) {
        Map<String, List<Integer>> callsOf = new HashMap<>();
        int carried = 0;
        for (int call = 0; call < calls.size(); call++) {
            SiteId id = ids.get(call);
            if (id != null) {
                carried += counted.holds(messages, calls.request()[call]) ? 1 : 0;
                callsOf.computeIfAbsent(at(messages.destination(calls.request()[call]), id), k -> new ArrayList<>())
                        .add(call);
            }
        }
        Map<String, Served> served = new HashMap<>();
        callsOf.forEach((at, own) -> served.put(at, Served.of(own, messages, calls)));
        Map<String, Integer> known = new HashMap<>();
        Map<String, Integer> linked = new HashMap<>();
        int ambiguous = 0;
        int right = 0;
        for (int call = 0; call < calls.size(); call++) {
            int at = calls.request()[call];
            SiteId id = counted.holds(messages, at) ? ids.get(call) : null;
            Served before = id == null ? null : served.get(at(messages.source(at), id));
            int causes = before == null ? 0 : before.number(messages.timeNanos(at));
            if (id != null && causes == 1) {
                known.merge(id.key(), 1, Integer::sum);
                SiteId given = calls.parent()[call] == MessageTable.NONE ? null : ids.get(calls.parent()[call]);
                if (given != null) {
                    linked.merge(id.key(), 1, Integer::sum);
                    right += given.key().equals(id.key()) ? 1 : 0;
                }
            }
            ambiguous += causes > 1 ? 1 : 0;
        }
        return new SiteIds(ids, carried, ambiguous, Worth.of(known.values()), Worth.of(linked.values()), right);
    }

    private static String at(int node, SiteId id) {
        return node + " " + id.key();
    }

    /**
     * The calls that a node serves under one identifier: one sender may give all of his the same.
     *
     * @param from when they came, in order
     * @param to when they were answered, in order
     */
    private record Served(long[] from, long[] to) {

        static Served of(List<Integer> served, MessageTable messages, CallTable calls) {
            return new Served(
                    served.stream()
                            .mapToLong(call -> messages.timeNanos(calls.request()[call]))
                            .sorted()
                            .toArray(),
                    served.stream()
                            .map(call -> calls.response()[call])
                            .mapToLong(row -> row == MessageTable.NONE ? Long.MAX_VALUE : messages.timeNanos(row))
                            .sorted()
                            .toArray());
        }

        /** How many of them were being served at that time. */
        int number(long nanos) {
            return before(from, nanos + 1) - before(to, nanos);
        }

        private static int before(long[] sorted, long nanos) {
            int low = 0;
            int high = sorted.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (sorted[middle] < nanos) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }

    /** These and those of another window, without the calls themselves; an identifier of both counts in each. */
    public SiteIds plus(SiteIds more) {
        return new SiteIds(
                List.of(),
                carried + more.carried,
                ambiguous + more.ambiguous,
                known.plus(more.known),
                linked.plus(more.linked),
                right + more.right);
    }

    /** Of the causes that were given, the share that is right; null where none was given. */
    public @Nullable Share precision() {
        return Share.of(right, linked);
    }

    /** Of the causes that are known, the share that was found; null where none is known. */
    public @Nullable Share recall() {
        return Share.of(right, known);
    }
}
