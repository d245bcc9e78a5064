package io.wirepath.flows.message.content;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.wirepath.flows.SiteId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SiteIdTextTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";

    private static SiteId of(String text) {
        byte[] bytes = text.getBytes(ISO_8859_1);
        return SiteIdText.of(bytes, bytes.length);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET / HTTP/1.1~traceparent: 00-T-S-01~~|T|S|",
                "GET / HTTP/1.1~Traceparent:00-T-S-00~X-Request-ID: Ab-17 ~~|T|S|Ab-17",
                "SELECT 1 /*traceparent='00-T-S-01'*/|T|S|",
                "SELECT 1 /*traceparent=%2700-T-S-01%27*/|T|S|",
                "HPUB a 9 9~NATS/1.0~traceparent: 00-T-S-01~~|T|S|",
                "GET / HTTP/1.1~b3: T-S-1-05e3ac9a4f6e3b90~~|T|S|",
                "GET / HTTP/1.1~X-B3-TraceId: a3ce929d0e0e4736~X-B3-SpanId: S~~|0000000000000000a3ce929d0e0e4736|S|",
                "GET / HTTP/1.1~X-Amzn-Trace-Id: Root=1-4bf92f35-77b34da6a3ce929d0e0e4736;Parent=S;Sampled=1~~|T|S|",
                "GET / HTTP/1.1~x-request-id: 7~~|||7",
            })
    void findsWhatSitesWrite(String text, String trace, String span, String request) {
        SiteId found = of(text.replace("~", "\r\n")
                .replace("T-S", TRACE + "-" + SPAN)
                .replace(": T", ": " + TRACE)
                .replace("=S;", "=" + SPAN + ";")
                .replace(": S", ": " + SPAN));
        assertEquals(
                SiteId.of(
                        trace == null ? "" : trace.replace("T", TRACE),
                        span == null ? "" : span.replace("S", SPAN),
                        request == null ? "" : request),
                found);
    }

    @Test
    void takesNothingElse() {
        assertNull(of("GET /?traceparent=1 HTTP/1.1\r\nHost: a\r\n\r\n"));
        assertNull(of("GET / HTTP/1.1\r\nx-request-id: " + "9".repeat(65) + "\r\n\r\n"), "longer than any");
        assertNull(of("GET / HTTP/1.1\r\nx-request-id: cut off"));
        assertNull(
                of("GET / HTTP/1.1\r\nx-request-id: 1\r\n\r\nGET / HTTP/1.1\r\nx-request-id: 2\r\n\r\n"),
                "two of them");
    }
}
