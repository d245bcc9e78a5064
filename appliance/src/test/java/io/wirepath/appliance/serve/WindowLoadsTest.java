package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.analyze.host.HostRecord;
import io.wirepath.appliance.serve.input.SnifferLedger;
import io.wirepath.appliance.serve.input.UlmReceiver;
import io.wirepath.causes.TimeSpan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WindowLoadsTest {

    private static long nanos(String time) {
        return Instant.parse(time).getEpochSecond() * 1_000_000_000L;
    }

    @Test
    @Timeout(60)
    void aWindowHasTheLinesOfItsTimeThatWereSent() throws IOException {
        SnifferLedger ledger = new SnifferLedger();
        try (UlmReceiver receiver = UlmReceiver.start(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), ledger.logs(), problem -> {});
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), receiver.port())) {
            socket.getOutputStream().write("""
                            ts=2026-01-30T11:00:20Z event=inside host=db1
                            ts=2026-01-30T11:00:30Z event=cpu host=db1 val=97
                            ts=2026-01-30T11:01:00Z event=behind host=db1
                            """.getBytes(StandardCharsets.UTF_8));
            while (ledger.logs().records().size() < 3) {
                Thread.onSpinWait();
            }
        }
        TimeSpan window = new TimeSpan(nanos("2026-01-30T11:00:00Z"), nanos("2026-01-30T11:01:00Z"));
        var log = WindowLoads.of(ledger, List.of(), window, null);
        assertEquals(
                List.of("inside"), log.events().stream().map(HostRecord::name).toList());
        assertEquals(List.of(97.0), log.loads().stream().map(HostRecord::value).toList());
    }
}
