package io.wirepath.appliance.systemd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Talks to a real datagram socket, in the place of systemd. */
@Timeout(20)
final class NotifySocketTest {

    private static final long PID = 4711;

    @TempDir
    private Path temp;

    private final List<String> log = new ArrayList<>();

    private NotifySocket socket(String path, String... more) {
        Map<String, String> environment = new HashMap<>();
        environment.put("NOTIFY_SOCKET", path);
        for (int i = 0; i < more.length; i += 2) {
            environment.put(more[i], more[i + 1]);
        }
        return NotifySocket.of(environment, PID, log::add);
    }

    private void saysEverythingTo(String path) throws IOException {
        int receiver = LocalReceiver.bind(path);
        try {
            NotifySocket socket = socket(path);
            assertTrue(socket.isPresent());
            socket.ready("captures eth1");
            socket.status("1,000 frames,\n no loss µ");
            socket.reloading(5_000_123_999L);
            socket.watchdog();
            socket.stopping("done");
            assertEquals("READY=1\nSTATUS=captures eth1\n", LocalReceiver.receive(receiver));
            assertEquals("STATUS=1,000 frames, no loss µ\n", LocalReceiver.receive(receiver));
            assertEquals("RELOADING=1\nMONOTONIC_USEC=5000123\n", LocalReceiver.receive(receiver));
            assertEquals("WATCHDOG=1\n", LocalReceiver.receive(receiver));
            assertEquals("STOPPING=1\nSTATUS=done\n", LocalReceiver.receive(receiver));
            assertEquals(List.of(), log);
        } finally {
            LocalReceiver.close(receiver);
        }
    }

    @Test
    void tellsASocketInTheFileSystemEverything() throws IOException {
        saysEverythingTo(temp.resolve("notify").toString());
    }

    @Test
    void tellsAnAbstractSocketEverything() throws IOException {
        saysEverythingTo("@wirepath-test-" + ProcessHandle.current().pid());
    }

    @Test
    void saysOnceThatNobodyListensAndGoesOn() {
        NotifySocket socket = socket(temp.resolve("nobody").toString());
        socket.ready("");
        socket.watchdog();
        assertEquals(1, log.size());
        assertTrue(log.get(0).endsWith("nobody: No such file or directory"), log::toString);
    }

    @Test
    void doesNothingWithoutAServiceManager() {
        NotifySocket socket = NotifySocket.of(Map.of("WATCHDOG_USEC", "1000000"), PID, log::add);
        assertFalse(socket.isPresent());
        socket.ready("x");
        assertEquals(Optional.empty(), socket.watchdogInterval());
        assertEquals(List.of(), log);
    }

    @ParameterizedTest
    @ValueSource(strings = {"vsock:2:1", "relative/path", ""})
    void doesNotSendToWhatIsNoLocalSocket(String path) {
        NotifySocket socket = socket(path);
        assertFalse(socket.isPresent());
        socket.ready("x");
        assertEquals(List.of(), log);
    }

    @Test
    void refusesAPathThatNoAddressCanHold() throws IOException {
        String longest = "@" + "a".repeat(106);
        LocalReceiver.close(LocalReceiver.bind(longest));
        assertThrows(IOException.class, () -> LocalReceiver.bind(longest + "a"));
    }

    @ParameterizedTest
    @CsvSource({
        "30000000, 4711, PT30S",
        "500000, '', PT0.5S",
        "30000000, 4712, ''",
        "0, 4711, ''",
        "-5, 4711, ''",
        "soon, 4711, ''"
    })
    void takesAWatchdogThatIsMeantForThisProcess(String micros, String pid, String interval) {
        NotifySocket socket = pid.isEmpty()
                ? socket("/x", "WATCHDOG_USEC", micros)
                : socket("/x", "WATCHDOG_USEC", micros, "WATCHDOG_PID", pid);
        assertEquals(interval, socket.watchdogInterval().map(Duration::toString).orElse(""));
    }
}
