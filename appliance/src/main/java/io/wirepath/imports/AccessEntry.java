package io.wirepath.imports;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a line of an access log tells: a request and its response as the server saw them, and what it asked of others
 * for it.
 *
 * @param client who asked; port 0 where the log does not tell
 * @param server who was asked; null where the log does not tell, and it is the log's
 * @param beginNanos when the request had come, ns since the epoch
 * @param endNanos when the response left
 * @param askedBytes length of the request, as far as it is told
 * @param bytes length of the response
 * @param status of HTTP
 * @param upstreams what it asked of others, in order
 */
record AccessEntry(
        ImportedEnd client,
        @Nullable ImportedEnd server,
        long beginNanos,
        long endNanos,
        long askedBytes,
        long bytes,
        int status,
        List<Upstream> upstreams) {

    private static final long SECOND = 1_000_000_000L;
    private static final String LISTED = "\\s*,\\s*|\\s+:\\s+";

    /**
     * A request that was handed on.
     *
     * @param to the server
     * @param beginNanos when it left
     * @param endNanos when the answer was there
     * @param status of HTTP; 0 where it is not told
     */
    record Upstream(ImportedEnd to, long beginNanos, long endNanos, int status) {}

    /**
     * Reads nginx's lists: each attempt began when the one before it had ended, and the last ended with the request.
     *
     * @param addresses such as {@code 10.0.1.7:80, 10.0.1.8:80}
     * @param seconds how long each took, {@code -} for none
     * @param statuses of HTTP; may be empty
     */
    static List<Upstream> attempts(String addresses, String seconds, String statuses, long endNanos) {
        String[] targets = addresses.split(LISTED, -1);
        String[] took = seconds.split(LISTED, -1);
        String[] status = statuses.split(LISTED, -1);
        List<Upstream> attempts = new ArrayList<>();
        long end = endNanos;
        for (int i = Math.min(targets.length, took.length) - 1; i >= 0; i--) {
            if (targets[i].isBlank() || targets[i].equals("-") || took[i].isBlank() || took[i].equals("-")) {
                continue;
            }
            long begin = TraceTimes.later(end, -TraceTimes.in(took[i], SECOND));
            int code = i < status.length && status[i].matches("\\d{3}") ? Integer.parseInt(status[i]) : 0;
            attempts.add(0, new Upstream(ImportedEnd.parse(targets[i]), begin, end, code));
            end = begin;
        }
        return attempts;
    }
}
