package io.wirepath.appliance.ship;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.config.binding.HostPort;
import io.wirepath.merge.spool.SnifferRun;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolReader;
import io.wirepath.merge.spool.SpoolSettings;
import io.wirepath.merge.spool.SpoolWriter;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ShippingTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long LIMIT_MILLIS = TimeUnit.SECONDS.toMillis(60);
    private static final SpoolSettings BOUNDS =
            SpoolSettings.defaults().withMaxBytes(64L << 20).withSync(0, 0);

    @TempDir
    Path directory;

    private final List<String> log = new CopyOnWriteArrayList<>();

    private Path spool() {
        return directory.resolve("spool");
    }

    private Path received() {
        return directory.resolve("received");
    }

    /** Writes so many documents of different lengths to a spool, and returns the number of the last. */
    private long write(int documents, long seed) throws IOException {
        Random random = new Random(seed);
        try (SpoolWriter writer = Spool.open(spool(), BOUNDS, SECOND)) {
            writer.start(new SnifferRun("tap", "eth0", "test", "host", SECOND, 0));
            for (int i = 0; i < documents; i++) {
                writer.note(SECOND + i, "x".repeat(random.nextInt(400)) + i);
            }
            writer.end();
            return writer.lastNumber();
        }
    }

    private void assertReceivedOnce() throws IOException {
        UUID incarnation;
        try (SpoolReader reader = Spool.read(spool())) {
            incarnation = reader.incarnation();
        }
        Path copy = received().resolve("tap").resolve(incarnation.toString());
        assertEquals(SpoolBytes.documents(spool()), SpoolBytes.documents(copy));
    }

    private static final byte[] SALT = {1, 2, 3};
    private static final Map<String, String> NAMES = Map.of("tap", "sniffer.example");

    private SpoolReceiver receiver(int port, @Nullable TlsFiles tls) {
        return SpoolReceiver.start(
                new SpoolReceiver.Settings(
                        new HostPort("127.0.0.1", port),
                        tls,
                        received(),
                        BOUNDS,
                        1L << 40,
                        NAMES,
                        List.of(),
                        () -> SALT),
                new RemoteRings(),
                Clock.systemUTC(),
                log::add);
    }

    private SpoolShipper shipper(int port, @Nullable TlsFiles tls) {
        return new SpoolShipper(
                spool(),
                new SpoolShipper.Settings("tap", "test 1", new HostPort("127.0.0.1", port), tls, true, null),
                () -> true);
    }

    private static Thread start(SpoolShipper shipper) {
        Thread thread = new Thread(shipper, "shipper");
        thread.start();
        return thread;
    }

    private static void join(Thread thread) throws InterruptedException {
        thread.join(LIMIT_MILLIS);
        assertFalse(thread.isAlive(), "everything should have been kept long ago");
    }

    @Test
    void everyDocumentArrivesAsItIs() throws Exception {
        long last = write(20_000, 1);
        try (SpoolReceiver receiver = receiver(0, null)) {
            SpoolShipper shipper = shipper(receiver.port(), null);
            shipper.stopAfter(last);
            join(start(shipper));
            assertEquals(last, shipper.status().keptNumber());
            assertEquals(last, shipper.status().documents());
            assertEquals(0, shipper.status().failures());
        }
        assertReceivedOnce();
    }

    @Test
    void whatComesLaterIsSentByTheNextRun() throws Exception {
        for (int run = 0; run < 3; run++) {
            long last = write(500, run);
            try (SpoolReceiver receiver = receiver(0, null)) {
                SpoolShipper shipper = shipper(receiver.port(), null);
                shipper.stopAfter(last);
                join(start(shipper));
                assertEquals(502, shipper.status().documents());
            }
        }
        assertReceivedOnce();
    }

    @Test
    void aNetworkThatCutsEveryConnectionLosesNothingAndDoublesNothing() throws Exception {
        long last = write(20_000, 3);
        try (SpoolReceiver receiver = receiver(0, null);
                CuttingProxy network = new CuttingProxy(receiver.port(), 1 << 18, 7)) {
            SpoolShipper shipper = shipper(network.port(), null);
            shipper.stopAfter(last);
            join(start(shipper));
            assertTrue(network.cuts() > 0, "the network should have been cut");
            assertTrue(shipper.status().failures() > 0);
        }
        assertReceivedOnce();
    }

    @Test
    void aReceiverThatComesAndGoesLosesNothing() throws Exception {
        long last = write(30_000, 4);
        try (CuttingProxy network = new CuttingProxy(1, Integer.MAX_VALUE - 1, 7)) {
            SpoolShipper shipper = shipper(network.port(), null);
            Thread thread = start(shipper);
            long before = 0;
            for (int restart = 0; restart < 3; restart++) {
                try (SpoolReceiver receiver = receiver(0, null)) {
                    network.setTarget(receiver.port());
                    awaitMore(shipper, before);
                    before = shipper.status().keptNumber();
                }
            }
            try (SpoolReceiver receiver = receiver(0, null)) {
                network.setTarget(receiver.port());
                shipper.stopAfter(last);
                join(thread);
            }
        }
        assertReceivedOnce();
    }

    private static void awaitMore(SpoolShipper shipper, long than) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LIMIT_MILLIS);
        while (shipper.status().keptNumber() <= than) {
            assertTrue(System.nanoTime() < until, "nothing arrived");
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    @Test
    void withTlsOnlyCertificatesOfTheAuthorityArrive() throws Exception {
        Certificates ours = new Certificates(directory.resolve("ours"));
        Certificates others = new Certificates(directory.resolve("others"));
        long last = write(100, 5);
        TlsFiles sniffer = ours.sign("sniffer.example");
        TlsFiles stranger = others.sign("stranger");
        try (SpoolReceiver receiver = receiver(0, ours.sign("receiver"))) {
            SpoolShipper good = shipper(receiver.port(), sniffer);
            good.stopAfter(last);
            join(start(good));

            TlsFiles forged = new TlsFiles(stranger.certificate(), stranger.key(), sniffer.authority());
            TlsFiles otherName = ours.sign("neighbour");
            for (TlsFiles wrong : Stream.of(forged, stranger, otherName).toList()) {
                SpoolShipper refused = shipper(receiver.port(), wrong);
                Thread thread = start(refused);
                awaitFailure(refused);
                refused.stop();
                join(thread);
                assertEquals(0, refused.status().documents());
            }
            assertTrue(
                    log.get(0)
                            .startsWith(
                                    "1 streams of sniffers refused from 127.0.0.1; the latest: the certificate is of"),
                    log::toString);
        }
        assertReceivedOnce();
    }

    @Test
    void connectionsThatSayNothingAreClosedForOthersAndASniffersStays() throws Exception {
        long first = write(100, 7);
        List<Socket> idle = new ArrayList<>();
        try (SpoolReceiver receiver = receiver(0, null)) {
            SpoolShipper shipper = shipper(receiver.port(), null);
            Thread thread = start(shipper);
            awaitMore(shipper, first - 1);
            int more = 30;
            for (int i = 0; i < SnifferConnections.MAX + more; i++) {
                idle.add(new Socket(InetAddress.getLoopbackAddress(), receiver.port()));
            }
            long last = write(100, 8);
            shipper.stopAfter(last);
            join(thread);
            assertEquals(0, shipper.status().failures());
            long closed = 0;
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LIMIT_MILLIS);
            while (closed < more && System.nanoTime() < until) {
                closed = idle.stream().filter(ShippingTest::isClosed).count();
            }
            assertTrue(closed >= more, closed + " were closed");
        } finally {
            for (Socket each : idle) {
                each.close();
            }
        }
        assertReceivedOnce();
    }

    private static boolean isClosed(Socket socket) {
        try {
            socket.setSoTimeout(1);
            return socket.getInputStream().readNBytes(1 << 16).length < 1 << 16;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private static void awaitFailure(SpoolShipper shipper) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LIMIT_MILLIS);
        while (shipper.status().failures() == 0) {
            assertTrue(System.nanoTime() < until, "it was not refused");
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    @Test
    void aNameThatIsNoNameOfADirectoryIsRefusedWithASentence() throws Exception {
        write(1, 6);
        try (SpoolReceiver receiver = receiver(0, null)) {
            SpoolShipper shipper = new SpoolShipper(
                    spool(),
                    new SpoolShipper.Settings(
                            "../../etc", "test 1", new HostPort("127.0.0.1", receiver.port()), null, false, null),
                    () -> true);
            Thread thread = start(shipper);
            awaitFailure(shipper);
            shipper.stop();
            join(thread);
            assertTrue(
                    shipper.status().problem().contains("the name of a sniffer"),
                    shipper.status().problem());
        }
        assertFalse(Files.exists(received()));
    }

    @Test
    void nothingIsSentInTheClearOverANetwork() {
        HostPort away = new HostPort("10.0.0.1", 7171);
        assertThrows(Failure.class, () -> new SpoolShipper.Settings("tap", "test", away, null, true, null));
        assertThrows(
                Failure.class,
                () -> new SpoolReceiver.Settings(
                        away, null, received(), BOUNDS, 1L << 40, NAMES, List.of(), () -> SALT));
    }

    private SpoolShipper.Settings asking(int port, @Nullable TlsFiles tls) {
        return new SpoolShipper.Settings("", "test 1", new HostPort("127.0.0.1", port), tls, true, null);
    }

    @Test
    void theSaltIsGivenToWhoShowsACertificateOfTheAuthorityAlone() throws Exception {
        Certificates authority = new Certificates(directory.resolve("keys"));
        TlsFiles sniffer = authority.sign("sniffer.example");
        TlsFiles stranger = new Certificates(directory.resolve("strange")).sign("sniffer.example");
        TlsFiles strangerWhoTrusts = new TlsFiles(stranger.certificate(), stranger.key(), sniffer.authority());
        try (SpoolReceiver receiver = receiver(0, authority.sign("receiver"));
                SpoolReceiver open = receiver(0, null)) {
            assertArrayEquals(
                    SALT,
                    SpoolShipper.salt(asking(receiver.port(), sniffer), false).orElseThrow());
            assertThrows(IOException.class, () -> SpoolShipper.salt(asking(receiver.port(), strangerWhoTrusts), false));
            IOException clear =
                    assertThrows(IOException.class, () -> SpoolShipper.salt(asking(open.port(), null), false));
            assertTrue(String.valueOf(clear.getMessage()).contains("with a certificate alone"), clear::getMessage);
        }
    }

    /** Both are started together, and the sniffer is quicker. */
    @Test
    void theSaltOfAReceiverThatStartsLaterIsWaitedFor() throws Exception {
        Certificates authority = new Certificates(directory.resolve("keys"));
        TlsFiles keys = authority.sign("receiver");
        int port;
        try (SpoolReceiver before = receiver(0, keys)) {
            port = before.port();
        }
        SpoolShipper.Settings asking = asking(port, authority.sign("sniffer.example"));
        assertThrows(IOException.class, () -> SpoolShipper.salt(asking, false));
        CompletableFuture<Optional<byte[]>> asked = CompletableFuture.supplyAsync(() -> {
            try {
                return SpoolShipper.salt(asking, true);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        try (SpoolReceiver receiver = receiver(port, keys)) {
            assertEquals(port, receiver.port());
            assertArrayEquals(SALT, asked.get(2, TimeUnit.MINUTES).orElseThrow());
        }
    }
}
