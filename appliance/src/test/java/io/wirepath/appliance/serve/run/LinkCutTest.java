package io.wirepath.appliance.serve.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.serve.KeptSightings;
import io.wirepath.appliance.serve.KeptSightings.Spooled;
import io.wirepath.appliance.ship.Certificates;
import io.wirepath.appliance.ship.SpoolBytes;
import io.wirepath.appliance.ship.TlsFiles;
import io.wirepath.sniffer.live.lab.Lab;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two sniffers of a site that send to a service somewhere else, each over a link of its own, which is cut and comes
 * back.
 *
 * <pre>
 *  site: load on the loopback ─┬─ sniffer one ── 10.78.1.1 ──── 10.78.1.2 ─┬─ hub: serve
 *                              └─ sniffer two ── 10.78.2.1 ─ X ─ 10.78.2.2 ─┘
 * </pre>
 */
final class LinkCutTest {

    private static final int PORT = 7171;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(90);

    @TempDir
    private Path directory;

    @Test
    void linksThatAreCutAndComeBackLoseNothingAndDoubleNothing() throws Exception {
        try (Lab lab = Lab.open()) {
            String site = lab.namespace("site");
            String hub = lab.namespace("hub");
            for (int link = 1; link <= 2; link++) {
                lab.pair("up" + link, site, "down" + link, hub);
                lab.address(site, "up" + link, "10.78." + link + ".1/24");
                lab.address(hub, "down" + link, "10.78." + link + ".2/24");
            }
            Process load = lab.start(site, ".\n", Lab.java(EchoLoad.class, "6"));
            Certificates authority = new Certificates(directory.resolve("keys"));
            try (Program serve = serve(hub, authority);
                    Program one = sniffer(site, "one", "10.78.1.2", authority, loadPort(lab));
                    Program two = sniffer(site, "two", "10.78.2.2", authority, loadPort(lab))) {
                awaitMore("one", 0, serve);
                awaitMore("two", 0, serve);
                lab.in(hub, "ip", "link", "set", "down2", "down");
                awaitMessagesWithoutTheOther(1000, serve);
                lab.in(hub, "ip", "link", "set", "down2", "up");
                awaitMore("two", site().lastReceived("two"), serve);
                for (int link = 1; link <= 2; link++) {
                    lab.in(hub, "ip", "link", "set", "down" + link, "down");
                }
                long spooled = site().lastWritten("one");
                await(
                        () -> site().lastWritten("one") > spooled + 500,
                        "the spool grows while the links are cut",
                        serve);
                for (int link = 1; link <= 2; link++) {
                    lab.in(hub, "ip", "link", "set", "down" + link, "up");
                }
                awaitMore("one", site().lastReceived("one"), serve);
                awaitMore("two", site().lastReceived("two"), serve);
                Lab.stop(load);
                for (String sniffer : List.of("one", "two")) {
                    awaitMore(sniffer, site().lastWritten(sniffer) - 1, serve);
                }
                for (Program sniffer : List.of(one, two)) {
                    assertEquals(143, sniffer.end(), sniffer::said);
                    assertFalse(sniffer.said().contains("\tat "), sniffer::said);
                }
                compare(serve);
            }
        }
    }

    private int loadPort(Lab lab) throws IOException {
        Pattern port = Pattern.compile("talks on port (\\d+)\\.");
        try (Stream<Path> files = Files.list(lab.folder())) {
            for (Path file : files.toList()) {
                Matcher told = port.matcher(Files.readString(file));
                if (told.find()) {
                    return Integer.parseInt(told.group(1));
                }
            }
        }
        throw new AssertionError("the load told no port");
    }

    private Program serve(String hub, Certificates authority) throws Exception {
        List<String> command = new ArrayList<>(List.of("serve", "--listen", "127.0.0.1:0"));
        command.addAll(List.of("--directory", directory.resolve("serve").toString()));
        command.addAll(set("receive.listen=0.0.0.0:" + PORT));
        command.addAll(tls("receive.tls.", authority.sign("hub", "10.78.1.2", "10.78.2.2")));
        // so that a cut of some seconds is a long one
        command.addAll(set("merge.hold=1s"));
        command.addAll(set("merge.silent=2s"));
        return new Program(directory.resolve("serve.log"), "512m", List.of("ip", "netns", "exec", hub), command);
    }

    private Program sniffer(String site, String name, String to, Certificates authority, int port) throws Exception {
        List<String> command = new ArrayList<>(List.of("sniff", "lo", "--quiet", "--name", name));
        command.addAll(List.of("--spool", directory.resolve("spools").toString()));
        command.addAll(List.of("--filter", "tcp port " + port, "--buffer", "4MiB", "--to", to + ":" + PORT));
        command.addAll(set("content.salt-file=" + directory.resolve("salt")));
        command.addAll(tls("shipping.tls.", authority.sign(name)));
        return new Program(directory.resolve(name + ".log"), "256m", List.of("ip", "netns", "exec", site), command);
    }

    private static List<String> set(String what) {
        return List.of("--set", what);
    }

    private static List<String> tls(String prefix, TlsFiles files) {
        return List.of(
                "--set",
                prefix + "certificate=" + files.certificate(),
                "--set",
                prefix + "key=" + files.key(),
                "--set",
                prefix + "authority=" + files.authority());
    }

    private void compare(Program serve) throws Exception {
        List<Spooled> spools = new ArrayList<>();
        int sightings = 0;
        for (String sniffer : List.of("one", "two")) {
            assertEquals(
                    SpoolBytes.documents(site().spool(sniffer)),
                    SpoolBytes.documents(site().received(sniffer)),
                    () -> "received spool of " + sniffer + serve.said());
            spools.add(Spooled.of(site().spool(sniffer)));
            sightings += spools.get(spools.size() - 1).numbers().size();
        }
        int all = sightings;
        await(() -> kept().used().size() == all, "all is merged", serve);
        assertEquals(143, serve.end(), serve::said);
        assertFalse(serve.said().contains("\tat "), serve::said);
        KeptSightings kept = kept();
        kept.assertEachOnce(spools);
        assertTrue(kept.copies() > 0, "nothing was late, so nothing was tried");
    }

    private KeptSightings kept() {
        try {
            return KeptSightings.of(directory.resolve("serve").resolve("messages"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Waits until the merge has gone on without the sniffer that is cut off: then that one's sightings come late.
     * Nothing that either writes from now on can come from it.
     */
    private void awaitMessagesWithoutTheOther(int messages, Program serve) throws Exception {
        long written = Math.max(site().lastWritten("one"), site().lastWritten("two"));
        await(() -> kept().messagesBeyond(written) > messages, "messages come out without the second sniffer", serve);
    }

    private void awaitMore(String sniffer, long after, Program serve) throws Exception {
        await(() -> site().lastReceived(sniffer) > after, sniffer + " is received", serve);
    }

    /** What is waited for. */
    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void await(Condition condition, String what, Program serve) throws Exception {
        long until = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.holds()) {
            assertTrue(System.nanoTime() < until, () -> "waited too long until " + what + "\n" + serve.said());
            // looking reads whole stores
            TimeUnit.MILLISECONDS.sleep(250);
        }
    }

    private SiteSpools site() {
        return new SiteSpools(directory);
    }
}
