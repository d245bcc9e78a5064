package io.wirepath.appliance.serve.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.ship.Certificates;
import io.wirepath.appliance.ship.TlsFiles;
import io.wirepath.merge.spool.SnifferRun;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four sniffers that are started by hand, each of another user: they send over TLS and know of no salt, and what they
 * write has the salt of the service, so that it can be merged.
 */
class SaltOfTheSiteTest {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(180);
    private static final Pattern PORT = Pattern.compile("receives sniffers on port (\\d+)");

    @TempDir
    private Path directory;

    private static List<String> tls(String prefix, TlsFiles files) {
        return List.of(
                "--set", prefix + ".tls.certificate=" + files.certificate(),
                "--set", prefix + ".tls.key=" + files.key(),
                "--set", prefix + ".tls.authority=" + files.authority());
    }

    /** The home of a user of its own. */
    private List<String> by(String user) {
        return List.of("env", "XDG_STATE_HOME=" + directory.resolve("home-" + user));
    }

    private Program serve(Certificates authority) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("serve", "--listen", "127.0.0.1:0"));
        arguments.addAll(List.of("--directory", directory.resolve("state").toString()));
        arguments.addAll(List.of("--set", "receive.listen=127.0.0.1:0"));
        arguments.addAll(tls("receive", authority.sign("merge.example")));
        return new Program(directory.resolve("serve.log"), "512m", by("serve"), arguments);
    }

    private Program sniff(String sniffer, TlsFiles keys, int port) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("sniff", "--quiet", "--name", sniffer, "--pace", "max"));
        arguments.addAll(List.of("--read", "../samples/slow/" + sniffer + ".pcap.gz"));
        arguments.addAll(List.of("--spool", directory.resolve("spools").toString(), "--to", "127.0.0.1:" + port));
        arguments.addAll(tls("shipping", keys));
        return new Program(directory.resolve(sniffer + ".log"), "512m", by(sniffer), arguments);
    }

    private static int port(Program serve) throws InterruptedException {
        Matcher told = PORT.matcher("");
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!told.reset(serve.said()).find()) {
            assertTrue(serve.isAlive() && System.nanoTime() < deadline, serve::said);
            TimeUnit.MILLISECONDS.sleep(100);
        }
        return Integer.parseInt(told.group(1));
    }

    private long fingerprint(String sniffer) throws IOException {
        try (SpoolReader reader = Spool.read(directory.resolve("spools").resolve(sniffer))) {
            reader.next();
            SnifferRun run = Objects.requireNonNull(reader.run());
            return run.saltFingerprint();
        }
    }

    @Test
    void isThatOfTheServiceAtAllSniffersThatSendToIt() throws Exception {
        Certificates authority = new Certificates(directory.resolve("keys"));
        Map<String, TlsFiles> keys = new TreeMap<>();
        for (String sniffer : List.of("sw-front", "sw-web", "sw-app", "sw-data")) {
            keys.put(sniffer, authority.sign(sniffer));
        }
        Set<Long> salts = new TreeSet<>();
        int port;
        try (Program serve = serve(authority)) {
            port = port(serve);
            for (Map.Entry<String, TlsFiles> each : keys.entrySet()) {
                try (Program sniff = sniff(each.getKey(), each.getValue(), port)) {
                    assertEquals(0, sniff.await(), sniff::said);
                }
                salts.add(fingerprint(each.getKey()));
            }
            serve.end();
        }
        assertEquals(1, salts.size());
        TlsFiles own = Objects.requireNonNull(keys.get("sw-web"));
        try (Program sniff = sniff("sw-web", own, port)) {
            assertEquals(0, sniff.await(), sniff::said);
            assertTrue(sniff.said().contains("the one that it gave last is used"), sniff::said);
        }
        Files.move(directory.resolve("home-sw-web"), directory.resolve("gone"));
        try (Program sniff = sniff("sw-web", own, port)) {
            assertEquals(1, sniff.await(), sniff::said);
            assertTrue(sniff.said().contains("start wirepath serve there first"), sniff::said);
        }
    }
}
