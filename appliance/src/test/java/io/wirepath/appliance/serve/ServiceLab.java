package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.command.CommandTree;
import io.wirepath.pipeline.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * What tests of the whole service share: verbs that make its spools, the service by made-up clocks, its log, and
 * patience.
 */
final class ServiceLab {

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private final long lookMillis;

    /** Looks so often whether what is awaited holds. */
    ServiceLab(long lookMillis) {
        this.lookMillis = lookMillis;
    }

    /** Runs a verb, which must succeed, and gives what it prints. */
    static String run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(out, new PrintStream(err, true, StandardCharsets.UTF_8), false, false, false);
        assertEquals(0, CommandTree.run(console, arguments), () -> err.toString(StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    /** The spool of a capture, in a directory that keeps the salt of all its sniffers. */
    static Path sniff(Path directory, String name, Path capture, String... more) {
        Path spools = directory.resolve("spool");
        String salt = "content.salt-file=" + directory.resolve("salt");
        String to = spools.toString();
        String from = capture.toString();
        List<String> all = new ArrayList<>(List.of("sniff", "--pace", "max", "--quiet", "--name", name, "--spool", to));
        all.addAll(List.of("--set", salt, "--read", from));
        all.addAll(List.of(more));
        run(all.toArray(String[]::new));
        return spools.resolve(name);
    }

    /** The report of the latest window. */
    static ObjectNode latest(Service service) {
        return service.reports().newest().flatMap(service.reports()::report).orElseThrow();
    }

    /** The spool of one of the recorded samples. */
    static Path sniffSample(Path directory, String sniffer) {
        return sniff(directory, sniffer, Path.of("../samples/slow", sniffer + ".pcap.gz"));
    }

    /** A service that has begun; nanoseconds. */
    Service start(ServeSettings settings, LongSupplier ticks, LongSupplier wall) throws IOException {
        Service service = new Service(
                settings,
                new ServeControl(settings.tuning(), line -> {}),
                new ServiceLog(new PrintStream(log, true, StandardCharsets.UTF_8), Map.of()),
                () -> {},
                new Service.Times(ticks, wall));
        service.start();
        return service;
    }

    /** Waits for the threads of the service, which run by the made-up clock and at their own pace. */
    void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, () -> what + ": " + log.toString(StandardCharsets.UTF_8));
            Thread.sleep(lookMillis);
        }
    }
}
