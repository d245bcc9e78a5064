package io.wirepath.analyze.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.finding.TurnClaims.Claim;
import io.wirepath.analyze.finding.TurnClaims.Shared;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTimes;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.reconcile.MergeSettings;
import io.wirepath.pipeline.AnalysisRun;
import io.wirepath.pipeline.CallSelection;
import io.wirepath.pipeline.Console;
import io.wirepath.pipeline.Inference;
import io.wirepath.pipeline.MergeReading;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Real servers under ten clients, recorded on a loopback (28 Nov 2026, tcpdump): each answer tells the place of its
 * request in the order in which the resource was held. {@code single} is a server with one thread, {@code sync} one
 * with threads of which writers hold a lock, {@code pgrow} a PostgreSQL 15 whose writers update one row, {@code free}
 * and {@code pgfree} the same without a lock; on 29 Nov 2026 {@code mariarow} a MariaDB 10.11 whose writers update one
 * row of InnoDB (the log flushed once a second: where each commit waits for a busy disk, the next goes on before the
 * answer, and no lock is claimed), {@code mariatable} one of MyISAM, which locks its table, and {@code mariafree} each
 * its own row. {@code record.py} recorded, in namespaces, those at which nearly all wait: {@code pgrow98} and
 * {@code mariatable99}, {@code durable99} with each commit waiting for a busy disk, and {@code gil82} a Python server;
 * and rows of MariaDB whose flushes take so much longer: {@code durable3} 3 ms, {@code durable60} 60 ms, so that
 * several commits end with one flush, and {@code durablefree} 20 ms where each updates its own row. And more of a
 * Python server, whose truth has the processor's time of each request: {@code slices62} passes the interpreter's lock
 * on each 5 ms, {@code gil33} keeps it for a call, {@code freehash62} works without it on two processors.
 * {@code sync98} is the {@code synchronized} section where nearly all wait, {@code single99} the one thread (30 Nov
 * 2026, at real-time priority), of whose requests a quarter take 0.1 ms, and {@code syncflush} a section whose answers
 * wait for a flush.
 */
class RecordedLocksTest {

    private static final String FOLDER = "src/test/resources/locks/";

    /** Calls of each place in the order of the resource: by the client's port and the number on its connection. */
    private static Map<Integer, Integer> places(String name, DetectorInput input) throws IOException {
        CallTable calls = input.calls();
        Map<String, Integer> byName = new HashMap<>();
        Map<Integer, Integer> on = new HashMap<>();
        for (int call = 0; call < calls.size(); call++) {
            int port = input.messages().sourcePort(calls.request()[call]);
            byName.put(port + " " + on.merge(port, 1, Integer::sum), call);
        }
        Map<Integer, Integer> places = new HashMap<>();
        for (String line : lines(name)) {
            String[] words = line.split(" ", -1);
            if (words[2].equals("w") || name.equals("single")) {
                Integer call = byName.get(words[0] + " " + (Integer.parseInt(words[1]) + 1));
                if (call != null) {
                    places.put(Integer.parseInt(words[3]), call);
                }
            }
        }
        return places;
    }

    /** What detectors look at, of a capture. */
    static DetectorInput input(String capture) throws IOException {
        Analysis found = new AnalysisRun(
                        new MergeReading(FlowSettings.defaults(), MergeSettings.defaults(), Console.ofProcess(), false),
                        null,
                        Inference.defaults(),
                        CallSelection.of(List.of()))
                .run(List.of(capture), null, null)
                .report()
                .analysis();
        return new DetectorInput(
                found.messages(),
                found.links(),
                found.calls(),
                new ServedCalls(found.messages(), found.calls()),
                found.patterns(),
                Map.of(),
                0,
                0,
                found.nodes(),
                found.roles(),
                found.joins(),
                null,
                List.of());
    }

    @ParameterizedTest
    @CsvSource({
        "single",
        "sync",
        "pgrow",
        "mariarow",
        "mariatable",
        "pgrow98",
        "mariatable99",
        "durable3",
        "sync98",
        "single99"
    })
    void whoHoldsAndWhoWaitsIsTold(String name) throws IOException {
        DetectorInput input = input(FOLDER + name + ".pcap.gz");
        NodeTimes times = new NodeTimes(input.messages());
        Map<Integer, Integer> places = places(name, input);
        List<Claim> claims = new TurnClaims(input.messages(), input.calls(), input.served()).claims();
        assertEquals(1, claims.size());
        Map<Integer, Integer> told = new HashMap<>();
        int[] of = claims.get(0).calls();
        for (int i = 0; i < of.length; i++) {
            int holder = claims.get(0).turn().holder()[i];
            if (holder >= 0) {
                told.put(of[i], of[holder]);
            }
        }
        int waits = 0;
        int right = 0;
        for (Map.Entry<Integer, Integer> each : places.entrySet()) {
            Integer before = places.get(each.getKey() - 1);
            int call = each.getValue();
            if (before != null && ended(input, times, before) > came(input, times, call)) {
                waits++;
                right += before.equals(told.get(call)) ? 1 : 0;
            }
        }
        String figures = name + ": " + right + " right of " + waits + " waits and " + told.size() + " claimed";
        assertTrue(waits > 150 && right >= 0.9 * waits && right >= 0.9 * told.size(), figures);
    }

    @ParameterizedTest
    @CsvSource({"slices62", "gil33"})
    void aLockThatIsPassedOnIsToldAsOneProcessor(String name) throws IOException {
        DetectorInput input = input(FOLDER + name + ".pcap.gz");
        List<Shared> shared = new TurnClaims(input.messages(), input.calls(), input.served()).shared(List.of());
        assertEquals(1, shared.size());
        double alone = Arrays.stream(shared.get(0).ownNanos()).average().orElseThrow();
        assertEquals(workNanos(name) / shared.get(0).calls().length, alone, 0.1 * alone);
        Finding told = new WaitsInTurn().detect(input).get(0);
        assertEquals("shares-a-processor", told.kind());
        assertEquals(Finding.Severity.NOTICE, told.severity());
    }

    /** What all requests worked, by the clock of their threads. */
    private static double workNanos(String name) throws IOException {
        return lines(name).stream()
                .map(line -> line.split(" ", -1))
                .filter(words -> words[2].equals("w"))
                .mapToDouble(words -> Double.parseDouble(words[6]) * 1000)
                .sum();
    }

    private static List<String> lines(String name) throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(new FileInputStream(FOLDER + name + ".truth.gz")), StandardCharsets.UTF_8))) {
            return lines.lines().toList();
        }
    }

    private static long came(DetectorInput input, NodeTimes times, int call) {
        return times.atReceiverNanos(input.calls().request()[call]);
    }

    private static long ended(DetectorInput input, NodeTimes times, int call) {
        int response = input.calls().response()[call];
        return response == MessageTable.NONE ? Long.MIN_VALUE : times.atSenderNanos(response);
    }

    @Test
    void whereNearlyAllWaitNobodyIsSaidToWaitForNone() throws IOException {
        for (String name : List.of("pgrow", "pgrow98")) {
            String detail = new WaitsInTurn()
                    .detect(input(FOLDER + name + ".pcap.gz"))
                    .get(0)
                    .detail();
            assertEquals(name.equals("pgrow"), detail.contains("(median of those that waited for none)"), detail);
        }
    }

    /** Answers come long after the lock was let go, or it was taken several times: packets show no holder. */
    @ParameterizedTest
    @CsvSource({"durable60", "durable99", "gil82", "syncflush"})
    void noHolderIsToldWherePacketsDoNotShowWho(String name) throws IOException {
        nothingIsClaimedWhereNothingIsHeld(name);
    }

    @ParameterizedTest
    @CsvSource({"free", "pgfree", "mariafree", "durablefree", "freehash62"})
    void nothingIsClaimedWhereNothingIsHeld(String name) throws IOException {
        assertEquals(List.of(), new WaitsInTurn().detect(input(FOLDER + name + ".pcap.gz")));
    }
}
