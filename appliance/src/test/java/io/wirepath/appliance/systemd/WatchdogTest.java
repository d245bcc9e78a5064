package io.wirepath.appliance.systemd;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
final class WatchdogTest {

    private static final long SECOND = 1_000_000_000L;

    @TempDir
    private Path temp;

    private final AtomicLong capture = new AtomicLong();
    private final AtomicLong spool = new AtomicLong();
    private final List<String> log = new ArrayList<>();
    private int receiver = -1;
    private Watchdog watchdog;
    private NotifySocket socket;

    @BeforeEach
    void start() throws IOException {
        String path = temp.resolve("notify").toString();
        receiver = LocalReceiver.bind(path);
        socket = NotifySocket.of(Map.of("NOTIFY_SOCKET", path), 1, log::add);
        Map<String, LongSupplier> beats = new LinkedHashMap<>();
        beats.put("capture", capture::get);
        beats.put("spool", spool::get);
        watchdog = new Watchdog(socket, Duration.ofSeconds(40), beats, log::add, 0);
    }

    @AfterEach
    void stop() {
        LocalReceiver.close(receiver);
    }

    /** How often the watchdog was fed since the last call. */
    private int fed() throws IOException {
        socket.status("end");
        int count = 0;
        while (LocalReceiver.receive(receiver).equals("WATCHDOG=1\n")) {
            count++;
        }
        return count;
    }

    @Test
    void isFedFourTimesAnIntervalWhileEverythingMoves() throws IOException {
        assertEquals(10 * SECOND, watchdog.tickNanos());
        for (int i = 1; i <= 8; i++) {
            capture.incrementAndGet();
            spool.addAndGet(100);
            watchdog.tick(i * watchdog.tickNanos());
        }
        assertEquals(8, fed());
        assertEquals(List.of(), log);
    }

    @Test
    void isNotFedWhenOnePartStandsForHalfTheInterval() throws IOException {
        for (int i = 1; i <= 4; i++) {
            capture.incrementAndGet();
            watchdog.tick(i * (10 * SECOND));
        }
        assertEquals(2, fed());
        assertEquals(List.of("spool stands still; if it stays so, the service is restarted"), log);

        spool.incrementAndGet();
        watchdog.tick(50 * SECOND);
        assertEquals(1, fed());
        assertEquals("everything moves again", log.get(1));
    }

    @Test
    void countsTheTimeOfEachPartByItself() {
        Liveness liveness = new Liveness(Map.of("capture", capture::get), 5 * SECOND, 100 * SECOND);
        assertEquals(List.of(), liveness.standing(105 * SECOND));
        assertEquals(List.of("capture"), liveness.standing(105 * SECOND + 1));
        capture.set(-1);
        assertEquals(List.of(), liveness.standing(106 * SECOND));
        assertEquals(List.of(), liveness.standing(111 * SECOND));
        assertEquals(List.of("capture"), liveness.standing(112 * SECOND));
    }
}
