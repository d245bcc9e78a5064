package io.wirepath.pipeline;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.wirepath.report.SiteIds.SiteId;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the identifiers of a site's own tracing in the bytes of a request: W3C's {@code traceparent}, as a header of
 * HTTP, NATS or Kafka or in a comment of SQL, {@code b3} and {@code X-B3-TraceId}, {@code X-Amzn-Trace-Id}, and
 * {@code X-Request-Id}. What is no identifier by its form is passed over; of what could be anything, at most
 * {@value #MAX_TEXT} characters are taken.
 */
final class SiteIdText {

    private static final int MAX_TEXT = 64;
    private static final int TRACE_DIGITS = 32;

    /**
     * W3C Trace Context §3.2; sqlcommenter writes it as {@code traceparent='00-...'}, with quotes and blanks as %27 and
     * %20.
     */
    private static final Pattern W3C = Pattern.compile(
            "traceparent(?:%20|%27|[^0-9a-z]){1,6}[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}");

    /** B3 propagation, single and multiple headers. */
    private static final Pattern B3 =
            Pattern.compile("\n(?:b3|x-b3-traceid):[ \t]*([0-9a-f]{16}(?:[0-9a-f]{16})?)(?:-([0-9a-f]{16}))?");

    private static final Pattern B3_SPAN = Pattern.compile("\nx-b3-spanid:[ \t]*([0-9a-f]{16})");

    private static final Pattern AMAZON = Pattern.compile(
            "\nx-amzn-trace-id:[^\r\n]*root=1-([0-9a-f]{8})-([0-9a-f]{24})(?:[^\r\n]*parent=([0-9a-f]{16}))?");

    private static final Pattern REQUEST =
            Pattern.compile("\nx-request-id:[ \t]*([!-~]{1," + MAX_TEXT + "})[ \t]*\r?\n");

    /** The first letters of the names, in small letters. */
    private static final int SMALL = 0x20202020;

    private static final int TRAC = 0x74726163;
    private static final int X_B3 = 0x782d6233;
    private static final int X_RE = 0x782d7265;
    private static final int X_AM = 0x782d616d;
    private static final int B3_COLON = 0x62333a;

    private SiteIdText() {}

    /** Of a request's bytes; null where there is none, or where there are several requests with different ones. */
    static @Nullable SiteId of(byte[] bytes) {
        String sent = new String(bytes, ISO_8859_1);
        String text = sent.toLowerCase(Locale.ROOT);
        Matcher w3c = W3C.matcher(text);
        Matcher b3 = B3.matcher(text);
        Matcher amazon = AMAZON.matcher(text);
        Matcher request = REQUEST.matcher(text);
        String trace = "";
        String span = "";
        if (w3c.find()) {
            trace = w3c.group(1);
            span = w3c.group(2);
        } else if (b3.find()) {
            trace = "0".repeat(TRACE_DIGITS - b3.group(1).length()) + b3.group(1);
            Matcher own = B3_SPAN.matcher(text);
            span = b3.group(2) != null ? b3.group(2) : own.find() ? own.group(1) : "";
        } else if (amazon.find()) {
            trace = amazon.group(1) + amazon.group(2);
            span = amazon.group(3) == null ? "" : amazon.group(3);
        }
        String any = request.find() ? sent.substring(request.start(1), request.end(1)) : "";
        boolean none = trace.isEmpty() && any.isEmpty();
        return none || isSeveral(w3c) || isSeveral(b3) || isSeveral(request) ? null : new SiteId(trace, span, any);
    }

    /** Whether this is found more than once, with different text. */
    private static boolean isSeveral(Matcher matcher) {
        return matcher.reset().results().map(found -> found.group(1)).distinct().count() > 1;
    }

    /** Whether bytes may hold one: quick, for every packet. */
    static boolean mayHold(ByteBuffer bytes, int from, int length) {
        for (int at = from; at + Integer.BYTES < from + length; at++) {
            byte first = bytes.get(at);
            if (first == 't' || first == 'T') {
                if ((bytes.getInt(at) | SMALL) == TRAC) {
                    return true;
                }
            } else if (first == '\n') {
                int name = bytes.getInt(at + 1) | SMALL;
                if (name == X_B3 || name == X_RE || name == X_AM || name >>> Byte.SIZE == B3_COLON) {
                    return true;
                }
            }
        }
        return false;
    }
}
