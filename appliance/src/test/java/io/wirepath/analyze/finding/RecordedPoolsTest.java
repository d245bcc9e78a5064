package io.wirepath.analyze.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.finding.TurnClaims.Claim;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTimes;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A real pool of connections (HikariCP) to a real PostgreSQL, in namespaces of a network, against the pool's own log of
 * who asked, had and left which connection: one statement each, a transaction of several, and with more connections
 * than users.
 */
class RecordedPoolsTest {

    private static final String FOLDER = "src/test/resources/pools/";
    private static final String DATABASE = "10.9.1.1";
    private static final String SHOP = "10.9.1.2";

    /** A place in the pool: when it was asked for, had and left, and who had it before while this waited, or null. */
    private record Hold(
            long askedNanos,
            long hadNanos,
            long leftNanos,
            @Nullable Hold holder) {}

    /** By the connection's port and the time since when it was had. */
    private static Map<Integer, NavigableMap<Long, Hold>> holds(String name) throws IOException {
        List<String[]> rows = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(new FileInputStream(FOLDER + name + ".csv.gz")), StandardCharsets.US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                rows.add(line.split(",", -1));
            }
        }
        rows.sort(Comparator.comparingLong(row -> Long.parseLong(row[2])));
        Map<Integer, NavigableMap<Long, Hold>> holds = new TreeMap<>();
        for (String[] row : rows) {
            NavigableMap<Long, Hold> own = holds.computeIfAbsent(Integer.valueOf(row[0]), port -> new TreeMap<>());
            long asked = Long.parseLong(row[1]);
            Hold before = own.isEmpty() ? null : own.lastEntry().getValue();
            boolean waits = before != null && before.leftNanos > asked;
            long had = Long.parseLong(row[2]);
            own.put(had, new Hold(asked, had, Long.parseLong(row[3]), waits ? before : null));
        }
        return holds;
    }

    private static @Nullable Hold holdOf(
            Map<Integer, NavigableMap<Long, Hold>> holds, DetectorInput input, NodeTimes times, int call) {
        int request = input.calls().request()[call];
        Map.Entry<Long, Hold> had = holds.getOrDefault(input.messages().sourcePort(request), new TreeMap<>())
                .floorEntry(times.atSenderNanos(request));
        return had == null ? null : had.getValue();
    }

    @ParameterizedTest
    @CsvSource({"single, 3", "held, 4"})
    void poolHolderWaiterAndTimeLostAreTold(String name, int size) throws IOException {
        DetectorInput input = RecordedLocksTest.input(FOLDER + name + ".pcap.gz");
        Map<Integer, NavigableMap<Long, Hold>> holds = holds(name);
        List<Claim> claims = new TurnClaims(input.messages(), input.calls(), input.served()).claims();
        assertEquals(1, claims.size(), claims::toString);
        Claim claim = claims.get(0);
        assertEquals(
                List.of(SHOP, DATABASE, size),
                List.of(
                        input.name(claim.held().node()),
                        claim.held().callee() == MessageTable.NONE
                                ? ""
                                : input.name(claim.held().callee()),
                        claim.turn().atOnce()));
        Score score = score(holds, input, claim);
        assertTrue(score.right >= 0.9 * score.claimed && score.right >= 0.75 * score.all, name + ": " + score);
        assertEquals(score.lostNanos, claim.lostNanos(), 0.4 * score.lostNanos, name + ": " + score);
    }

    /** Waits that are claimed, those of them whose holder is right, all waits, and how long they took together. */
    private record Score(int claimed, int right, int all, double lostNanos) {}

    private static Score score(Map<Integer, NavigableMap<Long, Hold>> holds, DetectorInput input, Claim claim) {
        NodeTimes times = new NodeTimes(input.messages());
        int claimed = 0;
        int right = 0;
        for (int i = 0; i < claim.calls().length; i++) {
            int holder = claim.turn().holder()[i];
            if (holder >= 0) {
                claimed++;
                Hold waits = holdOf(holds, input, times, claim.calls()[i]);
                Hold held = holdOf(holds, input, times, claim.calls()[holder]);
                right += waits != null && waits.holder != null && waits.holder.equals(held) ? 1 : 0;
            }
        }
        int all = 0;
        double lost = 0;
        long begin = times.atSenderNanos(input.calls().request()[claim.calls()[0]]);
        for (NavigableMap<Long, Hold> own : holds.values()) {
            for (Hold each : own.tailMap(begin).values()) {
                all += each.holder != null ? 1 : 0;
                lost += each.holder != null ? each.hadNanos - each.askedNanos : 0;
            }
        }
        return new Score(claimed, right, all, lost);
    }

    @Test
    void nothingIsClaimedOfAPoolThatIsNeverFull() throws IOException {
        DetectorInput input = RecordedLocksTest.input(FOLDER + "free.pcap.gz");
        assertEquals(List.of(), new TurnClaims(input.messages(), input.calls(), input.served()).claims());
    }
}
