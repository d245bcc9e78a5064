package io.wirepath.appliance.imports;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Access logs of web servers and balancers: Common, Combined, and JSON objects. A line is a request and its response, seen at
 * the server; where it tells of an upstream, the call of that too.
 *
 * <pre>
 *   [SERVER[:PORT]] CLIENT - USER [21/Nov/2026:22:30:00 +0000] "GET / HTTP/1.1" 200 1234 ["REFERER" "AGENT"] [DURATION]
 * </pre>
 *
 * A duration with a point is in seconds, and the line was written at the end (nginx); one without is in µs, and the time is that of the
 * request (Apache's {@code %D}).
 */
final class AccessLogs implements TraceFormat {

    private static final Pattern LINE =
            Pattern.compile("(?:(\\S+) )?(\\S+) \\S+ \\S+ \\[([^]]+)] \"((?:[^\"\\\\]|\\\\.)*)\""
                    + " (\\d{3}) (\\d+|-)(?: \"(?:[^\"\\\\]|\\\\.)*\" \"(?:[^\"\\\\]|\\\\.)*\")?(.*)");
    private static final Pattern DURATION = Pattern.compile("(\\d+\\.\\d+|\\d+)");
    private static final Pattern UPSTREAM =
            Pattern.compile("upstream[_a-z]*[=: ]+\"?([^\\s\",]+:\\d+)\"?.*?upstream[_a-z]*time[=: ]+\"?(\\d+\\.\\d+)");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long SECOND = 1_000_000_000L;
    private static final long MICRO = 1_000;
    private static final int HTTP = 80;

    @Override
    public String name() {
        return "access log";
    }

    @Override
    public boolean recognises(String firstLine, String head) {
        return LINE.matcher(firstLine).matches() || firstLine.startsWith("{") && firstLine.contains("\"status\"");
    }

    @Override
    public void read(TraceLines text, ImportedRows rows, @Nullable TrueParents truth) throws IOException {
        ImportedEnd self = ImportedEnd.named(text.sniffer(), HTTP);
        AccessRows made = new AccessRows(rows);
        for (String line = text.next(); line != null; line = text.next()) {
            if (line.isBlank()) {
                continue;
            }
            try {
                if (line.startsWith("{")) {
                    readObject(JSON.readTree(line), self, made);
                } else {
                    readLine(line, self, made);
                }
            } catch (JsonProcessingException e) {
                throw text.wrong("no JSON object: " + e.getOriginalMessage());
            } catch (IllegalArgumentException | DateTimeException e) {
                throw text.wrong(e.getMessage() == null ? "no line of an access log" : e.getMessage());
            }
        }
    }

    private static void readLine(String line, ImportedEnd self, AccessRows rows) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("no line of an access log in Common or Combined format");
        }
        String virtual = matcher.group(1);
        ImportedEnd server = virtual == null ? self : ImportedEnd.parse(virtual);
        long logged = OffsetDateTime.parse(matcher.group(3), TIME).toEpochSecond() * SECOND;
        String rest = matcher.group(7);
        Matcher upstream = UPSTREAM.matcher(rest);
        boolean forwarded = upstream.find();
        Matcher duration = DURATION.matcher(forwarded ? rest.substring(0, upstream.start()) : rest);
        String text = duration.find() ? duration.group(1) : "";
        boolean atEnd = text.indexOf('.') > 0;
        long nanos = text.isEmpty() ? 0 : TraceTimes.in(text, atEnd ? SECOND : MICRO);
        long begin = atEnd ? logged - nanos : logged;
        long bytes = matcher.group(6).equals("-") ? 0 : Long.parseLong(matcher.group(6));
        int outcome = Outcome.of(Outcome.Kind.HTTP, Integer.parseInt(matcher.group(5)));
        rows.add(
                ImportedEnd.parse(matcher.group(2)),
                server,
                begin,
                begin + nanos,
                matcher.group(4).length(),
                bytes,
                outcome);
        if (forwarded) {
            long waited = TraceTimes.in(upstream.group(2), SECOND);
            rows.addUpstream(
                    server,
                    ImportedEnd.parse(upstream.group(1)),
                    begin + nanos - waited,
                    begin + nanos,
                    bytes,
                    outcome);
        }
    }

    private static void readObject(JsonNode object, ImportedEnd self, AccessRows rows) {
        String client = text(object, "remote_addr", "client_ip", "client", "remote_ip", "downstream_remote_address");
        String when = text(object, "msec", "time_iso8601", "timestamp", "@timestamp", "ts", "start_time", "time");
        if (client.isEmpty() || when.isEmpty()) {
            throw new IllegalArgumentException(
                    client.isEmpty()
                            ? "no client: none of remote_addr, client_ip, remote_ip, client"
                            : "no time: none of msec, time_iso8601, timestamp, @timestamp, ts, start_time, time");
        }
        String duration = text(object, "request_time", "duration_s", "latency");
        String millis = text(object, "duration", "duration_ms", "elapsed_ms");
        long nanos = !duration.isEmpty()
                ? TraceTimes.in(duration, SECOND)
                : millis.isEmpty() ? 0 : TraceTimes.in(millis, SECOND / 1000);
        boolean atStart = object.has("start_time");
        long logged = TraceTimes.parse(when);
        long begin = atStart ? logged : logged - nanos;
        String given = text(object, "server", "server_name", "authority");
        ImportedEnd server = given.isEmpty() ? self : ImportedEnd.parse(given);
        long bytes = number(text(object, "body_bytes_sent", "bytes_sent", "bytes", "size"));
        int outcome = Outcome.of(Outcome.Kind.HTTP, (int) number(text(object, "status", "response_code")));
        long asked = text(object, "request", "uri", "path").length();
        rows.add(ImportedEnd.parse(client), server, begin, begin + nanos, asked, bytes, outcome);
        String upstream = text(object, "upstream_addr", "upstream_host");
        String waited = text(object, "upstream_response_time", "upstream_time");
        if (!upstream.isEmpty() && !waited.isEmpty() && !upstream.equals("-")) {
            long end = begin + nanos;
            rows.addUpstream(
                    server, ImportedEnd.parse(upstream), end - TraceTimes.in(waited, SECOND), end, bytes, outcome);
        }
    }

    private static String text(JsonNode object, String... names) {
        for (String name : names) {
            JsonNode value = object.get(name);
            if (value != null && value.isValueNode() && !value.isNull()) {
                return value.asText();
            }
        }
        return "";
    }

    private static long number(String text) {
        return text.isEmpty() || text.equals("-") ? 0 : TraceTimes.in(text, 1);
    }

    /** Makes the messages of requests. */
    private static final class AccessRows {

        private static final int FIRST_PORT = 49_152;
        private static final int PORTS = 16_384;

        private final ImportedRows rows;
        private long connections;

        AccessRows(ImportedRows rows) {
            this.rows = rows;
        }

        /** A request that came: only the server's clock was there. */
        void add(ImportedEnd client, ImportedEnd server, long begin, long end, long asked, long bytes, int outcome) {
            ImportedEnd from = client.at(port());
            ImportedEnd to = server.port() == 0 ? server.at(HTTP) : server;
            rows.add(ImportedMessage.of(
                    ImportedMessage.UNKNOWN, begin, from, to, connections, Role.REQUEST, asked, Outcome.UNKNOWN));
            rows.add(ImportedMessage.of(
                    end, ImportedMessage.UNKNOWN, to, from, connections, Role.RESPONSE, bytes, outcome));
        }

        /** A request that was handed on. */
        void addUpstream(ImportedEnd server, ImportedEnd upstream, long begin, long end, long bytes, int outcome) {
            ImportedEnd from = server.at(port());
            rows.add(ImportedMessage.of(
                    begin, ImportedMessage.UNKNOWN, from, upstream, connections, Role.REQUEST, bytes, Outcome.UNKNOWN));
            rows.add(ImportedMessage.of(
                    ImportedMessage.UNKNOWN, end, upstream, from, connections, Role.RESPONSE, bytes, outcome));
        }

        private int port() {
            return FIRST_PORT + (int) (connections++ % PORTS);
        }
    }
}
