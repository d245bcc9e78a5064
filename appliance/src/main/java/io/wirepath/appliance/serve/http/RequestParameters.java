package io.wirepath.appliance.serve.http;

import io.javalin.http.Context;
import io.wirepath.causes.TimeSpan;
import org.jspecify.annotations.Nullable;

/** Times and numbers in requests; times are nanoseconds since the epoch, or as in {@code 2026-11-21T22:30:00Z}. */
final class RequestParameters {

    private RequestParameters() {}

    /** The moment that a parameter tells; {@code otherwise} where it is not there. */
    private static long nanos(String name, @Nullable String value, long otherwise) {
        if (value == null || value.isEmpty()) {
            return otherwise;
        }
        try {
            return TimeSpan.momentOrNanos(value);
        } catch (IllegalArgumentException e) {
            throw new Problem(
                    400,
                    "the parameter '" + name + "' is not a time",
                    "write nanoseconds since the epoch, or a time such as 2026-11-21T22:30:00Z");
        }
    }

    /**
     * The time from 'from' to 'to', each of them {@code otherwise}'s where it is not there.
     *
     * @throws Problem where the end lies before the beginning
     */
    static TimeSpan span(Context context, TimeSpan otherwise) {
        return span(context, "from", "to", otherwise);
    }

    /** The same of parameters with these names. */
    static TimeSpan span(Context context, String nameOfFrom, String nameOfTo, TimeSpan otherwise) {
        long from = nanos(nameOfFrom, context.queryParam(nameOfFrom), otherwise.fromNanos());
        long to = nanos(nameOfTo, context.queryParam(nameOfTo), Math.max(from, otherwise.toNanos()));
        if (to < from) {
            throw new Problem(
                    400,
                    "'" + nameOfFrom + "' and '" + nameOfTo + "' are not a time range",
                    "give the earlier first, as times");
        }
        return new TimeSpan(from, to);
    }

    /** The number that a parameter tells, within 1 and {@code most}. */
    static int count(String name, @Nullable String value, int otherwise, int most) {
        return count(name, value, otherwise, 1, most);
    }

    /** The number that a parameter tells, within these bounds. */
    static int count(String name, @Nullable String value, int otherwise, int least, int most) {
        if (value == null || value.isEmpty()) {
            return otherwise;
        }
        try {
            int count = Integer.parseInt(value);
            if (count >= least && count <= most) {
                return count;
            }
        } catch (NumberFormatException e) {
            // falls through
        }
        throw new Problem(
                400,
                "the parameter '" + name + "' is not a number from " + least + " to " + most,
                "give such a number");
    }
}
