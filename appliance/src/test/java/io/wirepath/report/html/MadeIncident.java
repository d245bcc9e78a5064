package io.wirepath.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.appliance.command.CommandTree;
import io.wirepath.pipeline.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A capture of a shop with two web servers, of which web2 begins to take 40 ms longer, and its report. */
final class MadeIncident {

    private static final String SHOP = """
            name: shop
            network: gaussian 0.2ms 0.02ms
            services:
              web: [web1, web2]
            slow:
              - {node: web2, callee: db, extra: %s}
            tracelets:
              query: {call: db, before: 2ms, answer: lognormal 5ms 2ms}
              page:
                call: web
                answer: gaussian 4ms 1ms
                then:
                  - use: query
            workloads:
              - {client: user, sequence: [page], instances: 4, think: uniform 20ms 60ms}
            """;

    private static final long SECOND = 1_000_000_000L;
    private static final int PCAP_HEADER = 24;
    private static final int RECORD_HEADER = 16;

    private final Path directory;

    MadeIncident(Path directory) {
        this.directory = directory;
    }

    /** Runs a verb, which must succeed. */
    static void run(String... arguments) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream complaints = new PrintStream(err, true, StandardCharsets.UTF_8);
        Console console = new Console(OutputStream.nullOutputStream(), complaints, false, false, false);
        assertEquals(0, CommandTree.run(console, arguments), () -> err.toString(StandardCharsets.UTF_8));
    }

    /**
     * Writes the page of the incident and, beside it, the same report as JSON; gives when it begins, ns since the
     * epoch.
     */
    long write(Path page, Path json) throws IOException {
        byte[] before = capture("before", "0ms");
        byte[] after = capture("after", "40ms");
        long change = times(before, 0)[1] + SECOND / 50;
        Path capture = Files.write(directory.resolve("incident.pcap"), joined(before, after, change));
        String names = directory.resolve("before.hosts").toString();
        run("analyze", capture.toString(), "--names", names, "--html", page.toString(), "--json=" + json);
        return change;
    }

    private byte[] capture(String name, String extra) throws IOException {
        Path configuration =
                Files.writeString(directory.resolve(name + ".yaml"), SHOP.replace("%s", extra), StandardCharsets.UTF_8);
        Path capture = directory.resolve(name + ".pcap");
        String hosts = directory.resolve(name + ".hosts").toString();
        run(
                "maketrace",
                configuration.toString(),
                "--capture",
                capture.toString(),
                "--hosts",
                hosts,
                "--traces",
                "400");
        return Files.readAllBytes(capture);
    }

    /** The first and the last time of a capture in nanoseconds, after each of its records was moved by this. */
    private static long[] times(byte[] capture, long byNanos) {
        ByteBuffer records = ByteBuffer.wrap(capture);
        long first = Long.MAX_VALUE;
        long last = 0;
        for (int at = PCAP_HEADER; at < capture.length; at += RECORD_HEADER + records.getInt(at + 8)) {
            long time = records.getInt(at) * SECOND + records.getInt(at + 4) + byNanos;
            records.putInt(at, (int) (time / SECOND)).putInt(at + 4, (int) (time % SECOND));
            first = Math.min(first, time);
            last = Math.max(last, time);
        }
        return new long[] {first, last};
    }

    /** One capture, and from this time on another. */
    private static byte[] joined(byte[] before, byte[] after, long fromNanos) {
        times(after, fromNanos - times(after, 0)[0]);
        return ByteBuffer.allocate(before.length + after.length - PCAP_HEADER)
                .put(before)
                .put(after, PCAP_HEADER, after.length - PCAP_HEADER)
                .array();
    }
}
