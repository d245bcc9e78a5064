package io.wirepath.appliance.systemd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
final class ServiceLifeTest {

    @TempDir
    private Path temp;

    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private String path;
    private int receiver = -1;

    @BeforeEach
    void listen() throws IOException {
        path = temp.resolve("notify").toString();
        receiver = LocalReceiver.bind(path);
    }

    @AfterEach
    void stop() {
        LocalReceiver.close(receiver);
    }

    private static void hangUp() throws IOException, InterruptedException {
        HangupAssumption.check();
        Process kill = new ProcessBuilder(
                        "kill", "-HUP", Long.toString(ProcessHandle.current().pid()))
                .start();
        assertEquals(0, kill.waitFor());
    }

    @Test
    void reloadsOnSighupBetweenReloadingAndReady() throws Exception {
        NotifySocket socket = NotifySocket.of(Map.of("NOTIFY_SOCKET", path), 1, log::add);
        AtomicLong reloads = new AtomicLong();
        try (ServiceLife life = ServiceLife.start(socket, Map.of(), () -> "reloaded " + reloads, log::add)) {
            life.onReload(() -> {
                if (reloads.incrementAndGet() == 2) {
                    throw new IllegalStateException("on purpose");
                }
            });
            life.ready();
            assertEquals("READY=1\nSTATUS=reloaded 0\n", LocalReceiver.receive(receiver));
            for (int i = 1; i <= 3; i++) {
                hangUp();
                assertTrue(LocalReceiver.receive(receiver).startsWith("RELOADING=1\nMONOTONIC_USEC="));
                assertEquals("READY=1\nSTATUS=reloaded " + i + "\n", LocalReceiver.receive(receiver));
            }
        }
        assertEquals("STOPPING=1\nSTATUS=reloaded 3\n", LocalReceiver.receive(receiver));
        hangUp();
        assertEquals(List.of("this is a bug in Wirepath: java.lang.IllegalStateException: on purpose"), log);
    }

    @Test
    void feedsTheWatchdogByItself() throws Exception {
        NotifySocket socket = NotifySocket.of(Map.of("NOTIFY_SOCKET", path, "WATCHDOG_USEC", "200000"), 1, log::add);
        AtomicLong beats = new AtomicLong();
        try (ServiceLife life =
                ServiceLife.start(socket, Map.of("part", beats::incrementAndGet), () -> "well", log::add)) {
            assertEquals("WATCHDOG=1\n", LocalReceiver.receive(receiver));
            assertEquals("WATCHDOG=1\n", LocalReceiver.receive(receiver));
        }
    }

    @Test
    void reloadsWithoutAServiceManagerToo() throws Exception {
        NotifySocket none = NotifySocket.of(Map.of(), 1, log::add);
        CountDownLatch reloaded = new CountDownLatch(1);
        try (ServiceLife life = ServiceLife.start(none, Map.of(), () -> "", log::add)) {
            life.onReload(reloaded::countDown);
            hangUp();
            assertTrue(reloaded.await(10, TimeUnit.SECONDS));
        }
    }
}
