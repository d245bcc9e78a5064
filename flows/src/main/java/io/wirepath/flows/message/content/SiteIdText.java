package io.wirepath.flows.message.content;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.wirepath.flows.SiteId;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the identifiers of a site's own tracing in the bytes of a request: W3C's {@code traceparent}, as a header of
 * HTTP, NATS or Kafka or in a comment of SQL, {@code b3} and {@code X-B3-TraceId}, {@code X-Amzn-Trace-Id}, and
 * {@code X-Request-Id}. What is no identifier by its form is passed over; of what could be anything, at most
 * {@value #MAX_TEXT} characters are taken. Looks at each byte once, and allocates nothing where nothing is found.
 */
public final class SiteIdText {

    private static final int MAX_TEXT = 64;
    private static final int TRACE_DIGITS = 32;
    private static final int SPAN_DIGITS = 16;
    private static final int SHORT_TRACE = 16;

    /** What may stand between the name and the value of a {@code traceparent}: {@code : }, or {@code =%27}. */
    private static final int MAX_BETWEEN = 6;

    private static final int EPOCH_DIGITS = 8;

    private static final byte[] W3C = ascii("traceparent");
    private static final byte[] B3 = ascii("\nb3:");
    private static final byte[] B3_TRACE = ascii("\nx-b3-traceid:");
    private static final byte[] B3_SPAN = ascii("\nx-b3-spanid:");
    private static final byte[] AMAZON = ascii("\nx-amzn-trace-id:");
    private static final byte[] AMAZON_ROOT = ascii("root=1-");
    private static final byte[] AMAZON_PARENT = ascii("parent=");
    private static final byte[] REQUEST = ascii("\nx-request-id:");

    private static final byte[][] NAMES = {W3C, B3, B3_TRACE, B3_SPAN, AMAZON, REQUEST};

    private final byte[] bytes;
    private final int length;
    private String w3c = "";
    private String w3cSpan = "";
    private String b3 = "";
    private String b3Span = "";
    private String amazon = "";
    private String amazonSpan = "";
    private String request = "";
    private boolean isSeveral;

    private SiteIdText(byte[] bytes, int length) {
        this.bytes = bytes;
        this.length = length;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(ISO_8859_1);
    }

    /** Of a request's bytes; null where there is none, or where there are several requests with different ones. */
    public static @Nullable SiteId of(byte[] bytes, int length) {
        SiteIdText text = null;
        for (int at = 0; at < length; at++) {
            byte first = bytes[at];
            boolean isBegin = first == '\n' || first == 't' || first == 'T';
            if (isBegin && mayBegin(bytes, at, length) && isNamed(bytes, at, length)) {
                text = text == null ? new SiteIdText(bytes, length) : text;
                text.take(at);
            }
        }
        return text == null ? null : text.found();
    }

    /** Whether a name begins here, by its second letter. */
    private static boolean mayBegin(byte[] bytes, int at, int length) {
        int second = at + 1 < length ? bytes[at + 1] | 0x20 : 0;
        return bytes[at] == '\n' ? second == 'b' || second == 'x' : second == 'r';
    }

    private static boolean isNamed(byte[] bytes, int at, int length) {
        for (byte[] name : NAMES) {
            if (is(name, bytes, at, length)) {
                return true;
            }
        }
        return false;
    }

    private void take(int at) {
        if (is(W3C, at)) {
            takeW3c(at + W3C.length);
        } else if (is(B3, at)) {
            takeB3(blanks(at + B3.length));
        } else if (is(B3_TRACE, at)) {
            takeB3(blanks(at + B3_TRACE.length));
        } else if (is(B3_SPAN, at)) {
            int from = blanks(at + B3_SPAN.length);
            b3Span = b3Span.isEmpty() && isHex(from, SPAN_DIGITS) ? text(from, SPAN_DIGITS) : b3Span;
        } else if (is(AMAZON, at)) {
            takeAmazon(at + AMAZON.length);
        } else if (is(REQUEST, at)) {
            takeRequest(blanks(at + REQUEST.length));
        }
    }

    /** W3C Trace Context §3.2; sqlcommenter writes quotes and blanks as %27 and %20. */
    private void takeW3c(int at) {
        int from = at;
        for (int i = 0; i < MAX_BETWEEN && from < length && !isWord(bytes[from]); i++) {
            boolean isCoded = from + 2 < length
                    && bytes[from] == '%'
                    && bytes[from + 1] == '2'
                    && (bytes[from + 2] == '7' || bytes[from + 2] == '0');
            from += isCoded ? 3 : 1;
        }
        int trace = from + 3;
        int span = trace + TRACE_DIGITS + 1;
        int flags = span + SPAN_DIGITS + 1;
        boolean isOne = from > at
                && isHex(from, 2)
                && isHex(trace, TRACE_DIGITS)
                && isHex(span, SPAN_DIGITS)
                && isHex(flags, 2)
                && bytes[trace - 1] == '-'
                && bytes[span - 1] == '-'
                && bytes[flags - 1] == '-';
        if (isOne) {
            w3cSpan = w3c.isEmpty() ? text(span, SPAN_DIGITS) : w3cSpan;
            w3c = only(w3c, text(trace, TRACE_DIGITS));
        }
    }

    /** B3 propagation, single and multiple headers. */
    private void takeB3(int at) {
        int digits = isHex(at, TRACE_DIGITS) ? TRACE_DIGITS : SHORT_TRACE;
        if (isHex(at, digits)) {
            int span = at + digits + 1;
            if (b3.isEmpty() && isHex(span, SPAN_DIGITS) && bytes[span - 1] == '-') {
                b3Span = text(span, SPAN_DIGITS);
            }
            b3 = only(b3, "0".repeat(TRACE_DIGITS - digits) + text(at, digits));
        }
    }

    private void takeAmazon(int at) {
        int end = at;
        while (end < length && bytes[end] != '\r' && bytes[end] != '\n') {
            end++;
        }
        int rest = TRACE_DIGITS - EPOCH_DIGITS;
        for (int i = at; i < end; i++) {
            int root = i + AMAZON_ROOT.length;
            int parent = i + AMAZON_PARENT.length;
            if (is(AMAZON_ROOT, i) && isHex(root, EPOCH_DIGITS) && isHex(root + EPOCH_DIGITS + 1, rest)) {
                amazon = only(amazon, text(root, EPOCH_DIGITS) + text(root + EPOCH_DIGITS + 1, rest));
            } else if (is(AMAZON_PARENT, i) && isHex(parent, SPAN_DIGITS)) {
                amazonSpan = text(parent, SPAN_DIGITS);
            }
        }
    }

    private void takeRequest(int at) {
        int end = at;
        while (end < length && bytes[end] > ' ' && bytes[end] < 0x7f && end - at <= MAX_TEXT) {
            end++;
        }
        int line = blanks(end);
        line += line < length && bytes[line] == '\r' ? 1 : 0;
        if (end > at && end - at <= MAX_TEXT && line < length && bytes[line] == '\n') {
            request = only(request, new String(bytes, at, end - at, ISO_8859_1));
        }
    }

    private String only(String before, String now) {
        isSeveral |= !before.isEmpty() && !before.equals(now);
        return before.isEmpty() ? now : before;
    }

    private @Nullable SiteId found() {
        if (isSeveral || w3c.isEmpty() && b3.isEmpty() && amazon.isEmpty() && request.isEmpty()) {
            return null;
        }
        if (!w3c.isEmpty()) {
            return SiteId.of(w3c, w3cSpan, request);
        }
        return b3.isEmpty() ? SiteId.of(amazon, amazonSpan, request) : SiteId.of(b3, b3Span, request);
    }

    private int blanks(int at) {
        int end = at;
        while (end < length && (bytes[end] == ' ' || bytes[end] == '\t')) {
            end++;
        }
        return end;
    }

    private boolean is(byte[] name, int at) {
        return is(name, bytes, at, length);
    }

    private static boolean is(byte[] name, byte[] bytes, int at, int length) {
        if (at + name.length > length) {
            return false;
        }
        for (int i = 0; i < name.length; i++) {
            if (small(bytes[at + i]) != name[i]) {
                return false;
            }
        }
        return true;
    }

    private static int small(byte of) {
        return of >= 'A' && of <= 'Z' ? of | 0x20 : of;
    }

    private static boolean isWord(byte of) {
        int each = small(of);
        return each >= '0' && each <= '9' || each >= 'a' && each <= 'z';
    }

    private boolean isHex(int at, int count) {
        if (at + count > length) {
            return false;
        }
        for (int i = at; i < at + count; i++) {
            int each = small(bytes[i]);
            if (!(each >= '0' && each <= '9' || each >= 'a' && each <= 'f')) {
                return false;
            }
        }
        return true;
    }

    /** Digits, in small letters. */
    private String text(int at, int count) {
        byte[] digits = Arrays.copyOfRange(bytes, at, at + count);
        for (int i = 0; i < count; i++) {
            digits[i] = (byte) small(digits[i]);
        }
        return new String(digits, ISO_8859_1);
    }
}
