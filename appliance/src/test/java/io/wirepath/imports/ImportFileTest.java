package io.wirepath.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.AddressText;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SightingSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What traces that are no captures become. */
class ImportFileTest {

    @TempDir
    private Path directory;

    /** Messages as {@code request a>b 10..20 #0}: times in ns behind the second, and the number of the call. */
    private static final class Collected implements SightingSink {
        private final Map<String, String> names = new HashMap<>();
        private final List<String> messages = new ArrayList<>();

        @Override
        public void onName(long high, long low, String name, NameOrigin origin) {
            names.put(AddressText.of(high, low), name);
        }

        @Override
        public void onSighting(Sighting s) {
            String source = AddressText.of(s.sourceHigh(), s.sourceLow());
            String destination = AddressText.of(s.destinationHigh(), s.destinationLow());
            messages.add("%s %s>%s %d..%d%s%s"
                    .formatted(
                            s.role().name().toLowerCase(Locale.ROOT),
                            names.getOrDefault(source, source),
                            names.getOrDefault(destination, destination),
                            s.firstByteNanos() % 1_000_000_000L,
                            s.lastByteNanos() % 1_000_000_000L,
                            s.callId() == SightingCodec.NO_CALL_ID ? "" : " #" + s.callId(),
                            s.ttl() == 64 ? "" : " far"));
        }
    }

    private Collected read(String text, @Nullable TrueParents truth) throws IOException {
        return read(text, new TraceSet(truth));
    }

    private Collected read(String text, TraceSet set) throws IOException {
        Path file = directory.resolve("trace");
        Files.writeString(file, text, StandardCharsets.UTF_8);
        Collected collected = new Collected();
        Objects.requireNonNull(ImportFile.of(file), "not recognised").read(new ImportedRows(() -> collected, 0), set);
        return collected;
    }

    private List<String> messages(String text) throws IOException {
        return read(text, new TraceSet(null)).messages;
    }

    @Test
    void tablesNeedNoMoreThanTimesAndEnds() throws IOException {
        assertEquals(
                List.of("request a>b 10..20 #0", "response b>a 30..40 #0", "one_way 10.0.0.1>b 50..50"), messages("""
                        sent_ns,received_ns,from,to,role
                        1700000000000000010,1700000000000000020,a,b,request
                        1700000000000000030,1700000000000000040,b,a,response
                        1700000000000000050,,10.0.0.1:7,b,
                        """));
    }

    @Test
    void timesThatNobodySawStayUnknown() throws IOException {
        assertEquals(
                List.of("one_way a>b 500000000..500000000 far"),
                messages("{\"received\":1.5,\"from\":\"a\",\"to\":\"b\"}\n"));
    }

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

    @Test
    void bothEndsOfASocketAreOneMessage() throws IOException {
        assertEquals(
                List.of("request cl[1]>trace[2] 0..190000 #0", "response trace[2]>cl[1] 300000..420000 #0"),
                messages("""
                        1 1700000000.000000 execve("/bin/cl", ["cl"], 0x7 /* 9 vars */) = 0 <0.000100>
                        2 1700000001.000000 recvfrom(7<TCP:[127.0.0.1:80->127.0.0.1:4000]>,  <unfinished ...>
                        1 1700000001.000000 write(5<TCP:[127.0.0.1:4000->127.0.0.1:80]>, "GET"..., 3) = 3 <0.000020>
                        3 1700000001.000180 clone3({flags=CLONE_VM|CLONE_THREAD}, 88) = 4 <0.000010>
                        2 1700000001.000190 <... recvfrom resumed>"GET", 9, 0, NULL, NULL) = 3 <0.000190>
                        2 1700000001.000300 sendto(7<TCP:[127.0.0.1:80->127.0.0.1:4000]>, "OK", 2, 0, NULL, 0) = 2 \
                        <0.000010>
                        1 1700000001.000400 read(5<TCP:[127.0.0.1:4000->127.0.0.1:80]>, "OK", 9) = 2 <0.000020>
                        """));
    }

    /** Project 5 §6.5, to the letter. */
    @Test
    void tracesAsProject5PrintsThemAreRead() throws IOException {
        assertEquals(
                List.of(
                        "request nodeA>nodeB 482205000..482205000 #3231549",
                        "response nodeB>nodeA 483575000..483575000 #3231549"),
                messages("""
                        timestamp operation sender rcvr ID
                        1047680084.482205 CALL_SENT nodeA nodeB id37
                        1047680084.483575 RET_SENT nodeB nodeA id37
                        """).stream()
                        .map(line -> line.replaceAll("#\\d+", "#3231549"))
                        .toList());
        assertEquals(
                List.of("request a>b 100000000..300000000 #0", "response b>a 500000000..600000000 #0"), messages("""
                        9.1 CALL_SENT a b
                        9.3 CALL_RCVD a b
                        9.5 RET_SENT b a
                        9.6 RET_RCVD b a
                        """));
    }

    /** Times 9.1 s and 9.3 s before the epoch are 900 and 700 ms behind the second before. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "timestamp operation sender rcvr ID|9.1 CALL_SENT a b i|9.3 RET_SENT b a i",
                "9.1 call_sent a b i|9.3 ret_sent b a i",
                "TIME OP FROM TO|9.1 Call-Sent a b|9.3 Return_Sent b a",
                "sender rcvr ID operation timestamp|a b i CALL_SENT 9.1|b a i RET_SENT 9.3",
                "# rcvr sender operation timestamp|b a call 9.1|a b reply 9.3",
                "CALL_SENT 9.1 a b i|RET_SENT 9.3 b a i",
                "9.1,CALL_SENT,a,b,i|9.3,RET_SENT,b,a,i",
                "\"ID\",\"Timestamp\",\"Operation\",\"Sender\",\"Receiver\"|i,9.1,CALL_SENT,a,b|i,9.3,RET_SENT,b,a",
                "Timestamp; Operation; Sender; Receiver; Call ID|9.1; CALL_SENT; a; b; i|9.3; RET_SENT; b; a; i",
                "timestamp\toperation\tsender\trcvr\tID|9.1\tCALL_SENT\ta\tb\ti|9.3\tRET_SENT\tb\ta\ti",
                "timestamp (ms) operation sender rcvr ID|9100 CALL_SENT a b i|9300 RET_SENT b a i",
                "time_us,op,sender,receiver|9100000,CALL_SENT,a,b|9300000,RET_SENT,b,a",
                "1047680084100 CALL_SENT a b i|1047680084300 RET_SENT b a i",
                "1047680084100000 CALL_SENT a b|1047680084300000 RET_SENT b a",
                "-9.9 CALL_SENT a b i|-9.7 RET_SENT b a i",
                "2003-03-14T22:14:44.1Z CALL_SENT a b i|2003-03-14T22:14:44.3Z RET_SENT b a i",
                "time from to role|9.1 a b request|9.3 b a response",
                "{'timestamp':9.1,'operation':'CALL_SENT','sender':'a','rcvr':'b','id':7}"
                        + "|{'timestamp':9.3,'operation':'RET_SENT','sender':'b','rcvr':'a','id':7}",
            })
    void tracesOfProject5AreReadWhateverTheirCaseOrderAndSeparators(String text) throws IOException {
        List<String> told = messages(text.replace('|', '\n').replace('\'', '"'));
        assertEquals(
                List.of("request a>b 100000000..100000000 #0", "response b>a 300000000..300000000 #0"),
                told.stream()
                        .map(line -> line.replace("-900000000", "100000000").replace("-700000000", "300000000"))
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a/1 b/2 9.1 9.3|b/2 a/1 10.5 nil",
                "a/1,b/2,9.1,9.3|b/2,a/1,10.5,nil",
                "sent received sender receiver|9.1 9.3 a/1 b/2|10.5 - b/2 a/1",
                "Receiver;Sender;Sent time;Received time|b/2;a/1;9.1;9.3|a/1;b/2;10.5;",
                "sender\treceiver\tsent\treceived|a/1\tb/2\t9.1\t9.3|b/2\ta/1\t10.5\t",
                "a/1 b/2 9100000000000000000e-18 93e-1|b/2 a/1 105e-1 NIL",
                "sender receiver sent_ms received_ms|a/1 b/2 9100 9300|b/2 a/1 10500 nil",
                "sent received sender receiver|9.1 9.3 a/1 b/2|receiver sender received sent|a/1 b/2 null 10.5",
            })
    void messagesOfWap5AreReadWhateverTheirOrderAndSeparators(String text) throws IOException {
        List<String> told = messages(text.replace('|', '\n'));
        assertEquals(
                List.of("one_way a/1>b/2 100000000..300000000", "one_way b/2>a/1 500000000..500000000"),
                told.stream().map(line -> line.replace(" far", "")).toList());
    }

    @Test
    void timesOfMessagesMayBeWholeOrBeforeTheEpoch() throws IOException {
        assertEquals(List.of("one_way a/1>b/2 0..0"), messages("a/1 b/2 592 852\n"));
        assertEquals(List.of("one_way a/1>b/2 -500000000..-300000000"), messages("a/1 b/2 -3.5 -3.3\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '~',
            value = {
                "i a b CALL_SENT 9.1! a line of headings such as",
                "9.1 9.3 a/1 b/2! a line of headings such as",
                "time sender from receiver|9.1 a a b! two columns tell 'from'",
                "timestamp operation sender rcvr|9.1 PUSHED a b! the operation 'PUSHED' is none of CALL_SENT",
                "timestamp operation sender rcvr|soon CALL_SENT a b! 'soon' is no time",
                "timestamp operation sender rcvr|9.1 CALL_SENT a! the row has 3 fields, and the header 4",
                "timestamp operation sender rcvr|9.1 CALL_SENT a:70000 b! '70000' is not a port",
            })
    void aTableThatIsUnclearSaysWhatAndWhere(String text, String problem) {
        String table = text.replace('|', '\n');
        String told = assertThrows(ImportException.class, () -> messages(table)).getMessage();
        assertTrue(told.contains(problem), told);
        assertTrue(told.contains("trace:" + table.lines().count() + ": "), told);
    }

    @Test
    void tracesOfThePapersMayHaveCommentsHeadingsAndAByteOrderMark() throws IOException {
        assertEquals(
                List.of("one_way a>b 100000000..100000000"),
                messages("\uFEFF# today\n\n  9.1 MSG_SENT a b  # alone\r\n# end\n"));
        assertEquals(List.of("one_way client/1>x 705000000..705000000"), messages("""
                # of today
                sender receiver sent received

                client/1 x 1.705 NIL
                """));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-t 10:00:01", "-ttt 1795244718", "ms 1795244718.123", "ms 10:00:01.123"})
    void linesOfStraceThatTellOneRoundedTimeComeInTheirOrder(String time) throws IOException {
        String at = "7 " + time.substring(time.indexOf(' ') + 1);
        List<String> told = messages("""
                AT write(5<TCP:[10.0.0.1:4000->10.0.0.2:80]>, "x", 10) = 10
                AT read(5<TCP:[10.0.0.1:4000->10.0.0.2:80]>, "y", 20) = 20
                """.replace("AT", at));
        long first = time.endsWith(".123") ? 123_000_000 : 0;
        assertEquals(2, told.size());
        assertTrue(told.get(0).contains(" %d..%d".formatted(first, first)), told.get(0));
        assertTrue(told.get(1).contains(" %d..%d".formatted(first + 1000, first + 1000)), told.get(1));
    }

    /** A call that took 30 ms had ended before the next line, whatever the second in which both began. */
    @Test
    void callsOfOneSecondEndBeforeTheNextBegins() throws IOException {
        String lines = """
                7 11:00:03 sendto(5<TCP:[10.0.0.1:4000->10.0.0.2:80]>, "a", 1, 0, NULL, 0) = 1 <0.000100>
                7 11:00:03 recvfrom(5<TCP:[10.0.0.1:4000->10.0.0.2:80]>, "b", 100, 0, NULL, NULL) = 1 <0.030000>
                7 11:00:03 sendto(5<TCP:[10.0.0.1:4000->10.0.0.2:80]>, "c", 1, 0, NULL, 0) = 1 <0.000100>
                7 11:00:03 recvfrom(5<TCP:[10.0.0.1:4000->10.0.0.2:80]>, "d", 100, 0, NULL, NULL) = 1 <0.030000>
                """;
        TraceSet set = new TraceSet(null);
        assertEquals(4, read(lines, set).messages.size());
        assertTrue(set.notes().toString().contains("rounded"), set.notes().toString());
        TraceSet exact = new TraceSet(null);
        read(lines.replace(":03 ", ":03.000000 "), exact);
        assertEquals(List.of(), exact.notes());
    }

    @Test
    void straceMayShowAsMuchOfADatagramAsItLikes() throws IOException {
        String shown = "\\0x".repeat(100_000);
        String call = "1 1700000001.000100 sendto(3<UDP:[10.0.0.1:4000->10.0.0.9:53]>, \"%s\", 3"
                + "00000, 0, NULL, 0) = 300000 <0.000010>\n";
        assertEquals(1, messages(call.formatted(shown)).size());
    }

    @Test
    void straceMayTellTheTimeOfDayAlone() throws IOException {
        assertEquals(
                List.of("request cl[1]>100.0.0.9 200000..200000 #0", "response 100.0.0.9>cl[1] 420000..420000 #0"),
                messages("""
                        1 07:21:50.000000 execve("/bin/cl", ["cl"], 0x7 /* 9 vars */) = 0 <0.000100>
                        1 07:21:51.000200 sendto(5<TCP:[10.0.0.1:4000->100.0.0.9:80]>, "GET", 3, 0, NULL, 0) = 3 \
                        <0.000010>
                        1 07:21:51.000400 read(5<TCP:[10.0.0.1:4000->100.0.0.9:80]>, "OK", 9) = 2 <0.000020>
                        """).stream().map(line -> line.replace(" far", "")).toList());
    }

    @Test
    void straceMayTellTheTimeSinceTheLineBeforeAlone() throws IOException {
        assertEquals(
                List.of("request cl[1]>100.0.0.9 200000..200000 #0", "response 100.0.0.9>cl[1] 700000..700000 #0"),
                messages("""
                        1      0.000000 execve("/bin/cl", ["cl"], 0x7 /* 9 vars */) = 0
                        1      1.000200 sendto(5<TCP:[10.0.0.1:4000->100.0.0.9:80]>, "GET", 3, 0, NULL, 0) = 3
                        1      0.000200 read(5<TCP:[10.0.0.1:4000->100.0.0.9:80]>,  <unfinished ...>
                        1      0.000300 <... read resumed>"OK", 9) = 2
                        """).stream().map(line -> line.replace(" far", "")).toList());
        assertEquals(
                List.of("one_way cl[1]>100.0.0.9 200000..200000"),
                messages("""
                        1 07:21:50.000000 (+     0.000000) execve("/bin/cl", ["cl"], 0x7 /* 9 vars */) = 0
                        1 07:21:51.000200 (+     1.000200) sendto(5<UDP:[10.0.0.1:4000->100.0.0.9:53]>, "GET", 3, 0, \
                        NULL, 0) = 3
                        """).stream().map(line -> line.replace(" far", "")).toList());
    }

    @Test
    void straceMayGoOnOverMidnight() throws IOException {
        assertEquals(
                List.of(
                        "request cl[1]>100.0.0.9 999900000..999900000 #0",
                        "response 100.0.0.9>cl[1] 100000..100000 #0"),
                messages("""
                        1 23:59:58.000000 execve("/bin/cl", ["cl"], 0x7 /* 9 vars */) = 0
                        1 23:59:59.999900 sendto(5<TCP:[10.0.0.1:4000->100.0.0.9:80]>, "GET", 3, 0, NULL, 0) = 3
                        1 00:00:00.000100 read(5<TCP:[10.0.0.1:4000->100.0.0.9:80]>, "OK", 9) = 2
                        """).stream().map(line -> line.replace(" far", "")).toList());
    }

    /** WAP5's slides, pages 12 to 14, to the letter: calls on sockets, and the messages that are made of them. */
    @Test
    void tracesAsWap5PrintsThemAreRead() throws IOException {
        assertEquals(
                List.of(
                        "one_way client/5040>server/8712 592000000..852000000",
                        "one_way server/8712>x 705000000..705000000"),
                messages("""
                        client/5040 server/8712 0.592 0.852
                        server/8712 x 1.705 nil
                        """));
        assertEquals(
                List.of(
                        "request client[5040]>server[8712] 592000000..852000000 #0",
                        "response server[8712]>client[5040] 705000000..33000000 #0"),
                messages("""
                        client
                        pid=5040
                        bind(fd=6, addr={15.1.2.3:33250})
                        connect(fd=6, addr={16.5.6.7:80})
                        send(fd=6, len=10, time=0.592)
                        recv(fd=6, len=12, time=2.033)
                        server
                        pid=8712
                        •
                        bind(fd=4, addr={16.5.6.7:80})
                        accept(lfd=4, addr={15.1.2.3:33250}) = 5
                        recv(fd=5, len=10, time=0.852)
                        send(fd=5, len=12, time=1.705)
                        """));
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

    /** WAP5 §4: arguments tell the other end of a datagram socket; no line tells the port before the first is sent. */
    @Test
    void datagramSocketsNeedNotBeConnected() throws IOException {
        String peer =
                "0, {sa_family=AF_INET, sin_port=htons(%d), sin_addr=inet_addr(\"127.0.0.1\")}, %s) = 3 <0.000010>";
        String toServer = peer.formatted(53, "16");
        String toClient = peer.formatted(4000, "16");
        String ofClient = peer.formatted(4000, "[16]");
        String ofServer = peer.formatted(53, "[16]");
        assertEquals(
                List.of(
                        "one_way trace[1]>trace[2] 100000..160000",
                        // the second was lost, the third overtook nobody
                        "one_way trace[1]>trace[2] 200000..200000",
                        "one_way trace[2]>trace[1] 300000..360000",
                        "one_way trace[1]>trace[2] 400000..460000"),
                messages("""
                        1 1700000001.000100 sendto(3<UDP:[8617]>, "one", 3, %s
                        2 1700000001.000150 recvfrom(4<UDP:[0.0.0.0:53]>, "one", 99, %s
                        1 1700000001.000200 sendto(3<UDP:[0.0.0.0:4000]>, "two", 3, %s
                        2 1700000001.000300 sendto(4<UDP:[0.0.0.0:53]>, "1st", 3, %s
                        1 1700000001.000350 recvfrom(3<UDP:[0.0.0.0:4000]>, "1st", 99, %s
                        1 1700000001.000400 sendto(3<UDP:[0.0.0.0:4000]>, "thr", 3, %s
                        2 1700000001.000450 recvfrom(4<UDP:[0.0.0.0:53]>, "thr", 99, %s
                        """.formatted(toServer, ofClient, toServer, toClient, ofServer, toServer, ofClient)));
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

    /** No expression takes time by the square of what stands in a line: a million blanks would take hours. */
    @Test
    void aLineOfAMillionBlanksIsReadInOnePass() throws IOException {
        String blanks = " ".repeat(1_000_000);
        String table = "from to sent received\na b 1 2" + blanks + "x\n";
        assertThrows(ImportException.class, () -> messages(table));
        String wide = "sent" + blanks.replace(' ', '_') + "(nsx";
        assertEquals(wide, TableColumns.canonical(wide));
        assertTrue(!TraceTimes.isNumber("1".repeat(1_000_000) + "x"));
    }
}
