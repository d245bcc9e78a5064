package io.wirepath.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.SightingSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A trace beside captures of its neighbours: what may be taken for a captured message, and what may not. */
class TraceTwinsTest extends ImportFixture {

    private static final long START = 1_700_000_000_000_000_000L;
    private static final long HOUR = 3_600_000_000_000L;
    private static final long MILLI = 1_000_000;
    private static final String HEADER = "sent_ns,from,to,role,call\n";

    /** What a sniffer of each table's name saw. */
    private CapturedMessages captured(List<String> tables) throws IOException {
        CapturedMessages captured = new CapturedMessages(1 << 20);
        SightingSink nowhere = sighting -> {};
        for (int sniffer = 0; sniffer < tables.size(); sniffer++) {
            SightingSink sink = captured.watch(sniffer, nowhere);
            file(tables.get(sniffer)).read(new ImportedRows(() -> sink, sniffer), new TraceSet(null));
        }
        return captured;
    }

    private ImportFile file(String table) throws IOException {
        Path file = Files.writeString(directory.resolve("table.csv"), HEADER + table, StandardCharsets.UTF_8);
        return Objects.requireNonNull(ImportFile.of(file), "not recognised");
    }

    /** The rows of a trace beside what the sniffers saw. */
    private ImportedRows compare(String trace, String... tables) throws IOException {
        CapturedMessages captured = captured(List.of(tables));
        ImportedRows rows = new ImportedRows(Collected::new, 9);
        rows.gather();
        TraceSet set = new TraceSet(null);
        file(trace).read(rows, set);
        rows.compare(captured, set);
        return rows;
    }

    /** Calls of 10 ms, one after the other, at times that others do not have. */
    private static String calls(String asks, String asked, int count, long aheadNanos, long seed) {
        StringBuilder text = new StringBuilder();
        Random random = new Random(seed);
        long at = START + aheadNanos;
        for (int i = 0; i < count; i++) {
            at += 20 * MILLI + random.nextInt(30_000_000);
            text.append("%d,%s,%s,request,%d%n".formatted(at, asks, asked, i));
            text.append("%d,%s,%s,response,%d%n".formatted(at + 10 * MILLI, asked, asks, i));
        }
        return text.toString();
    }

    @Test
    void callsOfTwoHostsThatNoSnifferSawTogetherAreTheirOwn() throws IOException {
        String neighbours = calls("10.0.0.2:32770", "10.0.0.9:8080", 200, 0, 1);
        ImportedRows rows = compare(calls("10.0.0.1:32770", "10.0.0.9:8080", 200, 2 * MILLI, 1), neighbours);
        assertEquals(0, rows.twins());
        assertEquals(400, rows.count());
    }

    @Test
    void aServersOtherCallersTellNothingOfItsClock() throws IOException {
        String trace = calls("10.0.0.1:32769", "10.0.0.9:8080", 50, HOUR, 1)
                + calls("10.0.0.2:32769", "10.0.0.9:8080", 100, HOUR, 2)
                + calls("10.0.0.3:32769", "10.0.0.9:8080", 100, HOUR, 3);
        ImportedRows rows = compare(trace, calls("10.0.0.1:32769", "10.0.0.9:8080", 50, 0, 1));
        assertEquals(100, rows.twins());
        assertEquals(0, rows.missing());
    }

    @Test
    void aPortThatCallsTwoServersThatTheTraceKnowsTellsThemApart() throws IOException {
        String known = calls("10.0.0.1:32769", "10.0.0.7:8080", 100, 0, 1);
        String few = calls("10.0.0.1:32769", "10.0.0.7:8080", 10, 0, 1);
        ImportedRows rows = compare(few + calls("10.0.0.1:32769", "10.0.0.8:8080", 100, 2 * MILLI, 1), known);
        assertEquals(20, rows.twins());
        assertEquals(0, rows.missing());
    }

    @Test
    void anAddressThatIsTranslatedIsFoundByItsCallersPort() throws IOException {
        String behind = calls("10.0.0.1:32769", "10.0.0.7:8080", 100, 0, 1);
        ImportedRows rows = compare(calls("10.0.0.1:32769", "192.0.2.80:80", 100, HOUR, 1), behind);
        assertEquals(200, rows.twins());
    }

    /** What a clock shows that gains, and is set by an hour in the middle. */
    private static String byClock(String table, double gain, long set) {
        long half = START + 35_000 * MILLI;
        StringBuilder text = new StringBuilder();
        for (String line : table.lines().toList()) {
            long nanos = Long.parseLong(line.substring(0, line.indexOf(',')));
            long shown = nanos + Math.round(gain * (nanos - START)) + (nanos < half ? 0 : set);
            text.append(shown).append(line.substring(line.indexOf(','))).append('\n');
        }
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "0.0002, 0", "0.0008, 0", "0, 1", "0.0008, 1"})
    void clocksThatDriftApartOrAreSetAreFollowed(double gain, long hours) throws IOException {
        String wire = calls("10.0.0.1:32769", "10.0.0.9:8080", 2000, 0, 1);
        String trace = calls("10.0.0.1:32769", "10.0.0.9:8080", 2000, 5 * HOUR, 1);
        ImportedRows rows = compare(trace, byClock(wire, gain, hours * HOUR));
        assertEquals(4_000, (double) rows.twins(), 8.0 * hours);
        assertEquals(4_000 - rows.twins(), rows.missing());
        assertEquals(4_000, rows.count());
    }
}
