package io.wirepath.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What traces that are no captures become. */
class ImportFileTest extends ImportFixture {

    private static final String CLIENT = "{\"traceId\":\"1\",\"id\":\"2\",\"kind\":\"CLIENT\",\"timestamp\":1000000,"
            + "\"duration\":9,\"localEndpoint\":{\"serviceName\":\"web\"}}";
    private static final String SERVER = "{\"traceId\":\"1\",\"id\":\"2\",\"kind\":\"SERVER\",\"timestamp\":1000002,"
            + "\"duration\":3,\"localEndpoint\":{\"serviceName\":\"shop\"}}";
    private static final String BELOW =
            "{\"traceId\":\"1\",\"id\":\"3\",\"parentId\":\"2\",\"kind\":\"CLIENT\",\"timestamp\":1000003,"
                    + "\"duration\":1,\"localEndpoint\":{\"serviceName\":\"shop\"},\"remot"
                    + "eEndpoint\":{\"serviceName\":\"db\"}}";

    @Test
    void clientAndServerSpansAreOneCall() throws IOException {
        TrueParents truth = new TrueParents();
        List<String> found = read("[" + BELOW + "," + CLIENT + ",\n" + SERVER + "]", truth).messages;
        assertEquals(
                List.of(
                        "request web>shop 0..2000 #0",
                        "response shop>web 5000..9000 #0",
                        "request shop>db 3000..3000 #0",
                        "response db>shop 4000..4000 #0"),
                found);
        List<String> calls = new ArrayList<>();
        truth.calls().forEach(call -> calls.add(call.id() + " by " + call.service() + " of " + call.parent()));
        calls.sort(null);
        assertEquals(List.of("1/2 by web of null", "1/3 by shop of 1/2"), calls);
    }

    /**
     * All that Jaeger's query service writes, over many lines as its page saves it, and what an empty list is there.
     */
    @Test
    void whatJaegersPageSavesIsRead() throws IOException {
        String span = """
                {
                          "traceID": "4bf92f3577b34da6a3ce929d0e0e4736",
                          "spanID": "%s",
                          "flags": 1,
                          "operationName": "HTTP GET /dispatch",
                          "references": %s,
                          "startTime": %d,
                          "duration": %d,
                          "tags": [
                            {"key": "span.kind", "type": "string", "value": "%s"},
                            {"key": "http.status_code", "type": "int64", "value": 500},
                            {"key": "error", "type": "bool", "value": true},
                            {"key": "peer.service", "type": "string", "value": "mysql"},
                            {"key": "internal.span.format", "type": "string", "value": "otlp"}
                          ],
                          "logs": [{"timestamp": 1700000000000100, "fields": [{"key": "event", "type": "string", \
                          "value": "Searching"}]}],
                          "processID": "%s",
                          "warnings": null
                        }""";
        String child =
                "[{\"refType\": \"CHILD_OF\", \"traceID\": \"4bf92f3577b34da6a3ce929d0e0e4736\", \"spanID\": \"%s\"}]";
        String saved = """
                {
                  "data": [
                    {
                      "traceID": "4bf92f3577b34da6a3ce929d0e0e4736",
                      "spans": [%s, %s, %s],
                      "processes": {
                        "p1": {"serviceName": "frontend", "tags": [{"key": "hostname", "type": "string", "value": \
                        "f1"}]},
                        "p2": {"serviceName": "driver", "tags": [{"key": "ip", "type": "string", "value": "10.0.0.9"}]}
                      },
                      "warnings": null
                    }
                  ],
                  "total": 0,
                  "limit": 0,
                  "offset": 0,
                  "errors": null
                }
                """.formatted(
                        span.formatted("00f067aa0ba902b7", "null", 1_700_000_000_000_000L, 900, "client", "p1"),
                        span.formatted(
                                "53995c3f42cd8ad8",
                                child.formatted("00f067aa0ba902b7"),
                                1_700_000_000_000_100L,
                                700,
                                "server",
                                "p2"),
                        span.formatted(
                                "b7ad6b7169203331",
                                child.formatted("53995c3f42cd8ad8"),
                                1_700_000_000_000_200L,
                                300,
                                "client",
                                "p2"));
        assertEquals(
                List.of(
                        "request frontend>driver 0..100000 #0",
                        "response driver>frontend 800000..900000 #0",
                        "request driver>mysql 200000..200000 #0",
                        "response mysql>driver 500000..500000 #0"),
                messages(saved));
    }

    @Test
    void jaegerAndOtlpSayTheSame() throws IOException {
        String jaeger = """
                {"data":[{"traceID":"1","processes":{"p1":{"serviceName":"web"},"p2":{"serviceName":"shop"}},"spans":[
                {"traceID":"1","spanID":"2","processID":"p1","startTime":1000000,"duration":9,
                 "tags":[{"key":"span.kind","value":"client"}]},
                {"traceID":"1","spanID":"3","processID":"p2","startTime":1000002,"duration":3,
                 "references":[{"refType":"CHILD_OF","spanID":"2"}],"tags":[{"key":"span.kind","value":"server"}]}]}]}
                """;
        String resource =
                "{\"resource\":{\"attributes\":[{\"key\":\"service.name\",\"value\":{\"stringValue\":\"%s\"}}]},"
                        + "\"scopeSpans\":[{\"spans\":[{\"traceId\":\"1\",\"spanId\":\"%s"
                        + "\",\"parentSpanId\":\"%s\",\"kind\":%d,"
                        + "\"startTimeUnixNano\":\"%d\",\"endTimeUnixNano\":\"%d\"}]}]}";
        String otlp = "{\"resourceSpans\":["
                + resource.formatted("web", "2", "", 3, 1_000_000_000L, 1_000_009_000L) + ","
                + resource.formatted("shop", "3", "2", 2, 1_000_002_000L, 1_000_005_000L) + "]}";
        List<String> wanted = List.of("request web>shop 0..2000 #0", "response shop>web 5000..9000 #0");
        assertEquals(wanted, messages(jaeger));
        assertEquals(wanted, messages(otlp));
    }

    @Test
    void anAccessLogIsSeenFromItsServer() throws IOException {
        assertEquals(
                List.of(
                        "request 10.0.0.5>trace 750000000..750000000 #0 far",
                        "request trace>10.0.1.7 800000000..800000000 #0",
                        "response 10.0.1.7>trace 0..0 #0 far",
                        "response trace>10.0.0.5 1000..1000 #0"),
                messages("10.0.0.5 - - [21/Nov/2026:22:30:00 +0000] \"GET /a HTTP/1.1\" 200 12 \"-\" \"curl\" 0.250"
                        + " upstream_addr=\"10.0.1.7:8080\" upstream_response_time=\"0.200\"\n"));
    }

    @Test
    void attemptsOfAnUpstreamFollowEachOther() throws IOException {
        assertEquals(
                List.of(
                        "request 10.0.0.5>trace 500000000..500000000 #0 far",
                        "request trace>10.0.1.7 600000000..600000000 #0",
                        "response 10.0.1.7>trace 900000000..900000000 #0 far",
                        "request trace>10.0.1.8 900001000..900001000 #0",
                        "response 10.0.1.8>trace 0..0 #0 far",
                        "response trace>10.0.0.5 1000..1000 #0"),
                messages("{\"remote_addr\":\"10.0.0.5\",\"remote_port\":\"4711\",\"msec\":"
                        + "\"1700000001.000\",\"status\":200,"
                        + "\"request_time\":0.500,\"upstream_addr\":\"10.0.1.7:80, 10.0.1.8:80\","
                        + "\"upstream_response_time\":\"0.300, 0.100\",\"upstream_status\":\"502, 200\"}\n"));
    }

    @Test
    void haproxyTellsWhereTheTimeOfARequestWent() throws IOException {
        assertEquals(
                List.of(
                        "request 10.0.1.2>trace 665000000..665000000 #0 far",
                        "request trace>srv1 725000000..725000000 #0",
                        "response srv1>trace 750000000..750000000 #0 far",
                        "response trace>10.0.1.2 764000000..764000000 #0"),
                messages("<134>Nov 21 12:14:14 lb haproxy[14389]: 10.0.1.2:33317 [21/Nov/20"
                        + "26:12:14:14.655] http-in static/srv1"
                        + " 10/20/40/25/109 200 2750 - - ---- 1/1/1/1/0 0/0 {1wt.e"
                        + "u} {} \"GET /index.html HTTP/1.1\"\n"));
    }

    @Test
    void caddyWritesDurationsInSeconds() throws IOException {
        assertEquals(
                List.of("request 10.0.0.5>trace 750000000..750000000 #0 far", "response trace>10.0.0.5 0..0 #0"),
                messages("{\"ts\":1700000001.0,\"request\":{\"remote_ip\":\"10.0.0.5\",\"re"
                        + "mote_port\":\"4711\",\"uri\":\"/a\"},"
                        + "\"duration\":0.25,\"size\":12,\"status\":200}\n"));
    }

    @Test
    void aMailPassesFromServerToServer() throws IOException {
        assertEquals(
                List.of("one_way laptop>mx1.example 0..0", "one_way mx1.example>store.example 0..0"), messages("""
                        From a@b Sat Nov 21 22:30:00 2026
                        Received: from mx1.example (mx1.example [192.0.2.1])
                        \tby store.example (Postfix) with ESMTP id X2; Sat, 21 Nov 2026 22:30:05 +0000 (UTC)
                        Received: from laptop by mx1.example with ESMTPSA id X1; 21 Nov 2026 22:30:02 +0000

                        From here on it is text.
                        """));
    }

    @Test
    void headersOfMailThatTellNothingArePassedOver() throws IOException {
        Path file = directory.resolve("trace");
        Files.writeString(file, """
                From a@b Sat Nov 21 22:30:00 2026
                Received: (qmail 4242 invoked by uid 89); 21 Nov 2026 22:30:06 -0000
                Received: from mx1.example (HELO mx1) (192.0.2.1)
                  by store.example with SMTP; 21 Nov 2026 22:30:05 -0000
                Received: from localhost (localhost [127.0.0.1]) by mx1.example (Postfix); Sat, 21 Nov 2026 22:30:04 \
                +0000
                Received: by 2002:a05:600c:1 with SMTP id x; Sat, 21 Nov 2026 14:30:03 -0800 (PST)
                Received: from laptop by mx1.example; yesterday
                """);
        ImportedRows rows = new ImportedRows(Collected::new, 0);
        Objects.requireNonNull(ImportFile.of(file)).read(rows, new TraceSet(null));
        assertEquals(1, rows.count());
        assertEquals(3, rows.passedOver());
    }

    /** NetLogger: one NL.ID on its way through two hosts. */
    @Test
    void aLogAloneIsATraceOfItsLifelines() throws IOException {
        assertEquals(
                List.of(
                        "request a/get>b/ftpd 100000000..200000000 #2",
                        "response b/ftpd>a/get 300000000..400000000 #2"),
                messages("""
                        DATE=20260101000000.05 HOST=a PROG=get LVL=Usage NL.EVNT=Begin NL.ID=7
                        DATE=20260101000000.1 HOST=a PROG=get LVL=Usage NL.EVNT=Send NL.ID=7
                        DATE=20260101000000.2 HOST=b PROG=ftpd LVL=Usage NL.EVNT=Received NL.ID=7
                        DATE=20260101000000.3 HOST=b PROG=ftpd LVL=Usage NL.EVNT=Answered NL.ID=7
                        DATE=20260101000000.4 HOST=a PROG=get LVL=Usage NL.EVNT=End NL.ID=7
                        """));
    }

    /** A lifeline that asks on, and one that does not come back. */
    @Test
    void aLifelineComesBackTheWayThatItWent() throws IOException {
        assertEquals(
                List.of(
                        "request a/get>b/web 0..100000000 #1",
                        "request b/web>c/db 150000000..200000000 #3",
                        "response c/db>b/web 300000000..400000000 #3",
                        "response b/web>a/get 400000000..500000000 #1",
                        "one_way a/get>b/web 600000000..700000000",
                        "one_way b/web>c/db 700000000..800000000"),
                messages("""
                        DATE=20260101000000.0 HOST=a PROG=get LVL=Usage NL.EVNT=Send NL.ID=7
                        DATE=20260101000000.1 HOST=b PROG=web LVL=Usage NL.EVNT=Received NL.ID=7
                        DATE=20260101000000.15 HOST=b PROG=web LVL=Usage NL.EVNT=Ask NL.ID=7
                        DATE=20260101000000.2 HOST=c PROG=db LVL=Usage NL.EVNT=Received NL.ID=7
                        DATE=20260101000000.3 HOST=c PROG=db LVL=Usage NL.EVNT=Answered NL.ID=7
                        DATE=20260101000000.4 HOST=b PROG=web LVL=Usage NL.EVNT=Answered NL.ID=7
                        DATE=20260101000000.5 HOST=a PROG=get LVL=Usage NL.EVNT=End NL.ID=7
                        DATE=20260101000000.6 HOST=a PROG=get LVL=Usage NL.EVNT=Send NL.ID=8
                        DATE=20260101000000.7 HOST=b PROG=web LVL=Usage NL.EVNT=Received NL.ID=8
                        DATE=20260101000000.8 HOST=c PROG=db LVL=Usage NL.EVNT=Received NL.ID=8
                        """));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"sent":1,\\n                              | 1: no message: Unexpected end-of-input \
                    within/between Object entries
                    sent,from,to\\n1700000000,a\\n             | 2: the row has 2 fields, and the header 3
                    sent,from,to\\nsoon,a,b\\n                 | 2: 'soon' is no time
                    sent,from,to,role\\n9,a,b,boss\\n          | 2: the role 'boss' is none of request, response, \
                    one-way
                    sent,from,to\\n9,a,10.0.0.1:99999\\n       | 2: '99999' is not a port (0 to 65535)
                    [{"traceId":"1","timestamp":9}]\\n         | 1: a span has no id: {"traceId":"1","timestamp":9}
                    """)
    void whatMakesNoSenseIsNamedWithItsLine(String text, String problem) {
        String message = assertThrows(
                        ImportException.class, () -> messages(text.strip().replace("\\n", "\n")))
                .getMessage();
        assertEquals(directory.resolve("trace") + ":" + problem.strip(), message);
    }

    @Test
    void whatIsNoTraceIsLeftToOthers() throws IOException {
        Path file = directory.resolve("text");
        Files.writeString(file, "Dear reader,\n\nthis is no trace.\n");
        assertNull(ImportFile.of(file));
    }

    /**
     * What strangers ask for stands in logs: an expression that goes one call deeper for each character ends the run.
     */
    @Test
    void aLongTargetIsATarget() throws IOException {
        String line = "10.0.0.1 - - [21/Nov/2026:22:30:0%d +0000] \"GET /%s HTTP/1.1\" 200 12 \"-\" \"%s\" 0.010\n";
        Collected read = read(
                line.formatted(0, "a".repeat(16_000), "x") + line.formatted(1, "b", "\\x41".repeat(4_000)),
                new TraceSet(null));
        assertEquals(4, read.messages.size());
    }
}
