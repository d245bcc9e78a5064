package io.wirepath.report;

import io.wirepath.analyze.field.Fields;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.math3.stat.interval.ConfidenceInterval;
import org.apache.commons.math3.stat.interval.WilsonScoreInterval;
import org.jspecify.annotations.Nullable;

/**
 * The identifiers that a site's own programs put into their requests, by call, and how right the inferred causes are by
 * them. A node that serves a request and sends another with the same identifier sent it because of the first: where a
 * node has several such requests at a time, each counts as right. What a node sends under an identifier that came with
 * no request says nothing.
 *
 * @param ofCall identifiers of each call; null where it carries none
 * @param carried calls that carry one
 * @param known those of them whose cause the identifiers tell
 * @param linked those of them that were given a cause with an identifier
 * @param right those that were given a right one
 */
public record SiteIds(List<@Nullable SiteId> ofCall, long carried, long known, long linked, long right) {

    /**
     * Identifiers of a request; each is empty where it carries none.
     *
     * @param trace of the trace, 32 hexadecimal digits
     * @param span of the span that sent the request, 16 hexadecimal digits
     * @param request any text that goes from request to request
     */
    public record SiteId(String trace, String span, String request) {

        /** What the identifiers of two requests of one trace have in common. */
        String key() {
            return trace.isEmpty() ? "request " + request : trace;
        }
    }

    /** A share with the interval that holds the true one with 95 %. */
    public record Share(double value, double low, double high) {

        private static final Fields<Share> FIELDS = Fields.<Share>of("ShareByIds", "A share, 0 to 1.")
                .number("value", "As it was seen.", Share::value)
                .number("low", "Lower end of the interval of 95 %.", Share::low)
                .number("high", "Upper end.", Share::high);

        private static @Nullable Share of(long part, long whole) {
            if (whole == 0) {
                return null;
            }
            ConfidenceInterval interval = new WilsonScoreInterval().createInterval((int) whole, (int) part, LEVEL);
            return new Share((double) part / whole, interval.getLowerBound(), interval.getUpperBound());
        }
    }

    private static final double LEVEL = 0.95;

    /** What reports tell. */
    static final Fields<SiteIds> FIELDS = Fields.<SiteIds>of(
                    "SiteIds", "Links against the identifiers in requests, with --ids.")
            .count("carried", "Calls that carry one.", SiteIds::carried)
            .count("known", "Those whose cause the identifiers tell.", SiteIds::known)
            .count("linked", "Those that were given a cause with an identifier.", SiteIds::linked)
            .count("right", "Those whose cause is right.", SiteIds::right)
            .object("precision", Share.FIELDS, "Right of those linked.", SiteIds::precision)
            .ifKnown()
            .object("recall", Share.FIELDS, "Right of those known.", SiteIds::recall)
            .ifKnown();

    /**
     * Compares.
     *
     * @param ids of each call; null where it carries none
     */
    public static SiteIds compare(List<@Nullable SiteId> ids, MessageTable messages, CallTable calls) {
        Map<String, List<Integer>> served = new HashMap<>();
        int carried = 0;
        for (int call = 0; call < calls.size(); call++) {
            SiteId id = ids.get(call);
            if (id != null) {
                carried++;
                served.computeIfAbsent(at(messages.destination(calls.request()[call]), id), k -> new ArrayList<>())
                        .add(call);
            }
        }
        int known = 0;
        int linked = 0;
        int right = 0;
        for (int call = 0; call < calls.size(); call++) {
            SiteId id = ids.get(call);
            int at = calls.request()[call];
            if (id != null
                    && isServing(served.get(at(messages.source(at), id)), messages.timeNanos(at), messages, calls)) {
                known++;
                SiteId given = calls.parent()[call] == MessageTable.NONE ? null : ids.get(calls.parent()[call]);
                linked += given == null ? 0 : 1;
                right += given != null && given.key().equals(id.key()) ? 1 : 0;
            }
        }
        return new SiteIds(ids, carried, known, linked, right);
    }

    private static String at(int node, SiteId id) {
        return node + " " + id.key();
    }

    /** Whether one of these calls was being served at that time. */
    private static boolean isServing(
            @Nullable List<Integer> served, long nanos, MessageTable messages, CallTable calls) {
        return served != null
                && served.stream().anyMatch(call -> {
                    int response = calls.response()[call];
                    return messages.timeNanos(calls.request()[call]) <= nanos
                            && (response == MessageTable.NONE || messages.timeNanos(response) >= nanos);
                });
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
